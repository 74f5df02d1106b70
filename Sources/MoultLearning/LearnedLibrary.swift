package import MoultFindings
package import MoultMatching

/// A library whose own declarations say what is old in it.
package struct LearnedLibrary: Sendable {
  /// As the package manager calls it: `swift-nio`.
  package let name: String

  /// The version that is built with; nil if nobody names one.
  package let version: String?

  /// The text of the public declarations of each module, in no particular order.
  package let interfaces: [LearnedInterface]

  package init(name: String, version: String?, interfaces: [LearnedInterface]) {
    self.name = name
    self.version = version
    self.interfaces = interfaces
    scope = nil
  }

  /// The rule about all that the library has retired: `swift-nio.deprecated`.
  package var rule: RuleID { RuleID(ruleName(ofLibrary: name) + ".deprecated") }

  /// What is retired by the project itself, which is read anyway; a rule about it, and no library.
  package static func own(everywhere: Bool) -> LearnedLibrary {
    var library = LearnedLibrary(name: ownName, version: nil, interfaces: [])
    library.scope = everywhere ? .wholeProject : .project
    return library
  }

  /// What configurations call the project's own modules.
  package static let ownName = "own"

  /// Whether it is no library but the project.
  package var isOwn: Bool { scope != nil }

  private var scope: RetiredScope?

  /// What finds uses of what the library has retired.
  package var swiftRule: SwiftRule {
    SwiftRule(
      id: rule, severity: .warning,
      finder: RetiredFinder(scope ?? .modules(Set(interfaces.map(\.module)))),
      action: .transform(retiredUse),
      safety: .safe, message: Template("'$$found' is deprecated"), title: Template("Rewrite it"),
      nextStep: nil)
  }

  /// The documentation of the rule, as Markdown.
  package var page: String {
    if scope != nil {
      return """
        # What the project's own modules call deprecated or unavailable

        Read from the declarations in the project (`@available`), and found where other modules use them; with \
        `--own` in the same module as well. `renamed:` is written where it is used, `message:` is advice.

        """
    }
    let from = version.map { " \($0)" } ?? ""
    let count = interfaces.reduce(0) { $0 + $1.noted }
    return """
      # What \(name)\(from) calls deprecated or unavailable

      Read from the library's own declarations (`@available`): \(count) of them in \
      \(interfaces.count) modules. `renamed:` is written where it is used, `message:` is advice.

      """
  }
}

/// The public declarations of one module.
package struct LearnedInterface: Sendable {
  package let module: String

  /// What messages and evidence call it.
  package let path: String
  package let text: String

  package init(module: String, path: String, text: String) {
    self.module = module
    self.path = path
    self.text = text
  }

  /// How many declarations the text notes the places of.
  ///
  /// - Complexity: O(*n*) in its bytes; a comparison of characters would take a hundred times as long.
  var noted: Int {
    let mark = Array(placeMark.utf8)
    var count = 0
    var matched = 0
    for byte in text.utf8 {
      matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
      if matched == mark.count { (count, matched) = (count + 1, 0) }
    }
    return count
  }
}

/// A library's name as rule ids have it: lower case, with `-` for what an id cannot have.
func ruleName(ofLibrary name: String) -> String {
  String(
    name.lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    })
}
