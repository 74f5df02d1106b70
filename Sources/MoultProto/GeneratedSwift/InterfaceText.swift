/// Lines of declarations in the notation of a `.swiftinterface` file.
typealias InterfaceLines = [String]

/// Returns `body` between the braces behind `head`.
func block(_ head: String, _ body: InterfaceLines) -> InterfaceLines {
  ["\(head) {"] + body.map { "  \($0)" } + ["}"]
}

/// Returns `name` in backticks if it is a keyword, which not every generator cares for.
func quotedIfKeyword(_ name: String) -> String {
  SwiftReservedWords.keywords.contains(name) ? "`\(name)`" : name
}

extension InterfaceLines {
  /// The lines, each ended by a line break.
  var text: String { map { $0 + "\n" }.joined() }
}
