/// Returns `Foundation` for the name of a type that it declares, as far as is known here; else nil.
package func foundationModule(of name: String) -> String? {
  foundationTypes.contains(name) ? "Foundation" : nil
}

private let foundationTypes: Set<String> = {
  var names: Set<String> = []
  for line in foundationLibrary.split(separator: "\n") {
    let words = line.split(separator: " ", maxSplits: 3)
    guard line.hasPrefix("public "), words.count > 2,
      ["struct", "class", "enum", "protocol", "typealias"].contains(words[1])
    else { continue }
    names.insert(String(words[2].prefix { $0.isLetter || $0.isNumber }))
  }
  return names
}()
