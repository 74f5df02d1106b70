/// Returns the names to choose from for the options of the host that is set as the `number`th one of a block, from
/// zero.
package func optionNames(from number: Int) -> [String] {
  switch number {
  case 0: ["callOptions", "newCallOptions"]
  case 1: ["hostOptions", "newHostOptions"]
  default: ["callOptions\(number + 1)"]
  }
}
