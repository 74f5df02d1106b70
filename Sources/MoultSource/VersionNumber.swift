/// The numbers of a version; a suffix such as `-alpha.1` counts for nothing.
package struct VersionNumber: Hashable, Comparable, Sendable {
  private let numbers: [Int]

  /// Reads the first number with dots in the text (`~> 1.0`, `v1.2.3`), or returns nil if there is none.
  package init?(_ text: String) {
    let digits = text.drop { !("0"..."9" ~= $0) }
    let core = digits.prefix { "0"..."9" ~= $0 || $0 == "." || $0 == "_" }
    var numbers = core.split { $0 == "." || $0 == "_" }.map { Int($0) ?? Int.max }
    guard !numbers.isEmpty else { return nil }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  package static func < (lhs: VersionNumber, rhs: VersionNumber) -> Bool {
    lhs.numbers.lexicographicallyPrecedes(rhs.numbers)
  }
}
