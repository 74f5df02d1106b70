/// What pages may say with a finder's word, and what the word stands for.
///
/// Everything that is true of a finder wherever it is used stands here once: pages are read, judged and
/// indexed by it.
package struct FinderTerms: Sendable {
  /// The word behind `find`.
  package let word: String

  /// What may stand behind the word.
  package let value: FinderValue

  /// What a finding of it is, where a run has to know it.
  package let role: FinderRole

  /// Where the edits of its fixes come from.
  package let reach: FinderReach

  /// The metavariables that a match binds, beside `$found`, which texts for people may use.
  package let binds: @Sendable (FinderSpec) -> Metavariables

  /// The symbol of an interface that is looked for, by its qualified name; nil for what no interface declares.
  package let symbol: @Sendable (FinderSpec) -> String?

  /// The words of which a project must mention one for the finder to have anything to say.
  ///
  /// Empty where it reads files whatever they mention, or waits for another rule's word.
  package let anchors: @Sendable (FinderSpec) -> [String]

  package init(
    _ word: String, _ value: FinderValue, role: FinderRole = .other, reach: FinderReach = .page,
    binds: @escaping @Sendable (FinderSpec) -> Metavariables = { _ in [] },
    symbol: @escaping @Sendable (FinderSpec) -> String? = { _ in nil },
    anchors: @escaping @Sendable (FinderSpec) -> [String]
  ) {
    self.word = word
    self.value = value
    self.role = role
    self.reach = reach
    self.binds = binds
    self.symbol = symbol
    self.anchors = anchors
  }
}

/// What may stand behind a finder's word.
package enum FinderValue: Sendable {
  /// One text; `what` says to people which: "a qualified name such as 'Module.Type'".
  case text(_ what: String)
  /// One of a few words.
  case word([String])
  case table([FinderKey])
  case textOrTable(_ what: String, [FinderKey])

  /// The keys of the table; empty where there can be none.
  package var keys: [FinderKey] {
    switch self {
    case .table(let keys), .textOrTable(_, let keys): keys
    case .text, .word: []
    }
  }
}

/// One key of the table behind a finder's word.
package struct FinderKey: Sendable {
  package let name: String
  package let isRequired: Bool
  package let value: FinderKeyValue

  /// A key that the table must have.
  package static func required(_ name: String, _ value: FinderKeyValue = .text) -> FinderKey {
    FinderKey(name: name, isRequired: true, value: value)
  }

  /// A key that the table may have.
  package static func optional(_ name: String, _ value: FinderKeyValue = .text) -> FinderKey {
    FinderKey(name: name, isRequired: false, value: value)
  }
}

/// The type of a key's value.
package enum FinderKeyValue: Sendable {
  case text
  /// One of a few words.
  case word([String])
  /// Some of a few words, parted by blanks.
  case words([String])
  /// A whole number from one on.
  case number
  /// A version: `1.2.0`.
  case version
}

/// What a finding is, where a run has to know it: hops are told by imports and dependencies, and steps go
/// from what types mean to what their modules are called.
package enum FinderRole: Sendable {
  case module
  case dependency
  case type
  case other
}

/// Where the edits of a finder's fixes come from.
package enum FinderReach: Sendable {
  /// The page says what to put; without it, a person does what `next` says.
  case page
  /// The finder knows what to write, and does so where the page says nothing else; some places are left to a person.
  case own
  /// There are none: it only reports.
  case advice
}

/// The metavariables that a match of a finder binds.
package struct Metavariables: Sendable, ExpressibleByArrayLiteral {
  /// Without `$`.
  package let names: Set<String>

  /// The number of arguments that are bound: `$1`, `$2` and so on.
  package let arguments: Int

  package init(_ names: Set<String>, arguments: Int = 0) {
    self.names = names
    self.arguments = arguments
  }

  package init(arrayLiteral names: String...) { self.init(Set(names)) }

  /// Where what is called can have any number of arguments.
  package static let anyNumber = 99

  /// What can be said of a metavariable: `${1.type}`.
  package static let parts = ["type", "variable"]

  /// Whether a template of the page may speak of `$name`: a number of an argument, a name, or a part of one (`1.type`).
  package func contains(_ name: String) -> Bool {
    if let dot = name.firstIndex(of: ".") {
      return Self.parts.contains(String(name[name.index(after: dot)...]))
        && contains(String(name[..<dot]))
    }
    if let number = Int(name) { return number >= 1 && number <= arguments }
    return names.contains(name)
  }

  /// For people: `$base, $1, $2`.
  package var description: String {
    let numbers = (0..<min(arguments, 3)).map { "$\($0 + 1)" }
    let more = arguments > 3 ? ["…"] : []
    return (names.sorted().map { "$" + $0 } + numbers + more).joined(separator: ", ")
  }
}

/// Returns the number of arguments that a qualified name has labels for: 2 for `M.T.f(_:b:)`.
package func argumentCount(ofName name: String) -> Int {
  name.utf8.count { $0 == UInt8(ascii: ":") }
}

/// Returns the module that a qualified name begins with, as a word that shows a library.
///
/// Every project speaks of what Swift itself declares: a rule about that waits for another rule's word.
package func anchorModule(ofName name: String?) -> [String] {
  guard let name else { return [] }
  let module = String(Substring(name.utf8.prefix { $0 != UInt8(ascii: ".") }))
  return module.isEmpty || module == "Swift" || module == "Foundation" ? [] : [module]
}

extension FinderTerms {
  /// A finder that looks for one declaration of a library by its qualified name.
  static func named(
    _ word: String, such example: String, role: FinderRole = .other,
    binds: @escaping @Sendable (FinderSpec) -> Metavariables = { _ in [] }
  ) -> FinderTerms {
    FinderTerms(
      word, .text("a qualified name such as '\(example)'"), role: role, binds: binds,
      symbol: { $0.subject }, anchors: { anchorModule(ofName: $0.subject) })
  }

  /// A finder that looks for what a generator makes, by the type `key` that it descends from.
  static func generated(
    _ word: String, _ keys: [FinderKey], by key: String = "on", role: FinderRole = .other,
    binds: Metavariables = []
  ) -> FinderTerms {
    FinderTerms(
      word, .table(keys), role: role, binds: { _ in binds }, symbol: { $0.options[key] },
      anchors: { anchorModule(ofName: $0.options[key]) })
  }
}
