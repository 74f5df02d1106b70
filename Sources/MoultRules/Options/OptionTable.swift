import MoultSurfaces

/// The options that families of rules have in `.moult.yml`, sorted by name.
///
/// A line here is all that an option needs to be read, checked, shown and in the schema. The part before the
/// dot is the section that holds it. Rules read the value from `FileContext.options` or
/// `SurfaceFacts.options`; a case of a page sets it in a block ` ```yaml before path=.moult.yml`.
package let optionTable: [RuleOption] = [
  RuleOption(
    "grpc-swift.blocking-calls", .choice(["wait", "async"]),
    "whether a call that blocked waits for its future, or the functions around it become async"),
  RuleOption(
    "grpc-swift.client-lifetime", .choice(["task", "scope"]),
    "whether a client of grpc-swift 2 runs until it is shut down, or as long as the function that opens it"
  ),
  RuleOption(
    "grpc-swift.event-loop-group", .choice(["singleton", "platform", "own"]),
    "the event loops that connections and servers run on, and how long they live"),
  RuleOption(
    "grpc-swift.server-style", .choice(["futures", "async"]),
    "the kind of providers of grpc-swift 1 that handlers move to",
    titles: [
      "Servers whose methods give futures, 'X_YProvider'",
      "Servers whose methods are async, 'X_YAsyncProvider'",
    ], era: "1"),
  RuleOption(
    "grpc-swift.tls", .choice(["platform", "nio-ssl"]),
    "what encrypts connections of grpc-swift 1 that have no certificates of their own",
    titles: [
      "TLS of the platform: Network.framework where there is one, else NIOSSL",
      "TLS of NIOSSL on every platform",
    ], era: "1"),
  RuleOption(
    "point-free.client_modules", .flag,
    "whether clients keep to modules of their own: an interface, and one for what is live"),
  RuleOption(
    "point-free.heavy_modules", .texts(.any),
    "modules that an interface module of a client must not import, beside those known"),
  RuleOption(
    "proto.objc_class_prefix", .textOrTable(.classPrefix),
    "the prefix of generated Objective-C classes: one for all packages, or one for each"),
  RuleOption(
    "proto.roots", .texts(.any),
    "the folders that the import paths of '.proto' files begin at, nearest first"),
  RuleOption(
    "suppressions.require_reason", .flag, "whether a comment that ignores a rule must say why"),
]

/// An option of a family of rules, as the configuration has it.
package struct RuleOption: Hashable, Sendable {
  /// The section and the key, with a dot between: `proto.objc_class_prefix`.
  package let name: String
  package let kind: OptionKind

  /// A phrase in lower case without a final period.
  package let summary: String

  /// What each value of an option means that several rules obey together, in the order of the values; empty for others.
  package let titles: [String]

  /// The era whose code such an option decides about; on a way that goes on from there it decides nothing that stays.
  package let era: String?

  package init(
    _ name: String, _ kind: OptionKind, _ summary: String, titles: [String] = [],
    era: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.titles = titles
    self.era = era
  }

  /// The top-level key that holds the option.
  package var section: String { String(name.prefix { $0 != "." }) }

  /// The option's own key.
  package var key: String { String(name.dropFirst(section.count + 1)) }
}

/// What may stand as the value of an option.
package enum OptionKind: Hashable, Sendable {
  case choice([String])
  case flag
  case text(TextForm)
  case texts(TextForm)
  /// One text, or a table of texts.
  case textOrTable(TextForm)
}

/// What a text of an option must look like.
package enum TextForm: Hashable, Sendable {
  case any
  /// What can begin the name of an Objective-C class.
  case classPrefix

  /// What to say to someone who wrote something else.
  package var expected: String {
    switch self {
    case .any: "a text"
    case .classPrefix: "a class prefix: letters, digits and underscores, a letter first"
    }
  }

  /// The same as a regular expression, for the schema.
  package var pattern: String {
    switch self {
    case .any: "^[\\s\\S]+$"
    case .classPrefix: "^[A-Za-z][A-Za-z0-9_]*$"
    }
  }

  /// Returns whether a text has the shape that `pattern` says.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .any: return !text.isEmpty
    case .classPrefix:
      let isName = text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
      }
      guard isName, let first = text.utf8.first else { return false }
      return first >= 0x41 && first != 0x5F
    }
  }
}
