import ArgumentParser
import Foundation
import MoultFindings
import MoultReporting

/// What to look at, and with which rules.
struct ProjectOptions: ParsableArguments {
  @Argument(help: "Files and folders to look at (default: the working directory).")
  var paths: [String] = []

  @Option(
    name: .customLong("rule"), parsing: .singleValue,
    help: ArgumentHelp("Run only this rule; may be repeated.", valueName: "id"))
  var rules: [String] = []

  @Option(
    help: ArgumentHelp(
      "The configuration (default: the nearest .moult.yml upward, inside the repository).",
      valueName: "file"))
  var config: String?

  @Option(
    name: .customLong("descriptor-set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Descriptors of '.proto' files that are not in the project, as protoc and buf write them; may be repeated.",
      valueName: "file"))
  var descriptorSets: [String] = []

  @OptionGroup var catalogue: CatalogueOption

  @Option(
    name: .customLong("rule-folder"), parsing: .singleValue,
    help: ArgumentHelp(
      "Also run the rule pages in this folder; may be repeated.", valueName: "folder"))
  var ruleFolders: [String] = []

  @OptionGroup var dependencies: DependencyOptions

  @Flag(
    name: .customLong("no-cache"),
    help: "Work out anew what earlier runs have found out, and keep nothing for later ones.")
  var isWithoutCache = false

  @Option(help: "The lowest severity that makes the exit code 1; with 'never', no finding does.")
  var failOn: SeverityOption?

  @Option(help: "How many files to process at once (default: one per processor core).")
  var jobs: Int?

  @Option(help: "Whether to color output; 'auto' colors a terminal unless NO_COLOR is set.")
  var color: ColorChoice = .auto

  /// Where what earlier runs have kept lies; nil where none of it is to be used.
  var cacheFolder: CacheFolder? { isWithoutCache ? nil : .ofUser }

  /// How many threads to use.
  var threads: Int { jobs ?? Surroundings.cores }

  /// The options that make another command look at the same files with the same rules, each with a blank in front.
  ///
  /// What a shell would not leave alone is in quotes.
  var arguments: String { words.map { " " + shellWord($0) }.joined() }

  /// The same, word by word.
  var words: [String] {
    var words = paths
    if words == ["."] { words = [] }
    for rule in rules { words += ["--rule", rule] }
    if let config { words += ["--config", config] }
    for set in descriptorSets { words += ["--descriptor-set", set] }
    for folder in ruleFolders { words += ["--rule-folder", folder] }
    return words + dependencies.words
  }

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be between 1 and 1024")
    }
  }
}

/// Whether to learn from dependencies what is old in them.
struct DependencyOptions: ParsableArguments {
  @Flag(
    name: .customLong("dependencies"),
    help: "Also look for what dependencies and other modules of the project call deprecated.")
  var isOn = false

  @Flag(
    name: .customLong("own"),
    help: "Also look for what a module of the project calls deprecated and uses itself.")
  var includesOwn = false

  /// The options as another command takes them.
  var words: [String] { (isOn ? ["--dependencies"] : []) + (includesOwn ? ["--own"] : []) }

  func request(_ cache: CacheFolder?) -> DependencyRequest {
    DependencyRequest(isOn: isOn, includesOwn: includesOwn, cache: cache)
  }
}

/// Where the built-in rules come from, for whoever works on them.
struct CatalogueOption: ParsableArguments {
  @Option(
    name: .customLong("catalogue"),
    help: ArgumentHelp(
      "Read the rules from this folder instead of the built-in ones.", valueName: "folder",
      visibility: .hidden))
  var folder: String?
}

enum ColorChoice: String, WordChoice {
  case auto
  case always
  case never
}

enum ListFormat: String, WordChoice {
  case text
  case json
}

/// The severity from which on a finding makes a run fail, as the command line spells it.
struct SeverityOption: ExpressibleByArgument {
  /// Nil if none does.
  let severity: Severity?

  init?(argument: String) {
    severity = Severity(rawValue: argument)
    if severity == nil, argument != Self.never { return nil }
  }

  private static let never = "never"

  static var allValueStrings: [String] { Severity.allCases.map(\.rawValue) + [never] }
}

/// How much of what was found a report for people shows.
struct TextOptions: ParsableArguments {
  @Flag(
    help: """
      Show each finding with its code, also where there are many, and each place where a type is not known.
      """)
  var expand = false

  @Flag(name: .shortAndLong, help: "Print what is found and nothing else: no counts, no advice.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "List this many findings, the most severe ones; all of them count.", valueName: "number"))
  var max: Int?

  func validate() throws {
    if let max, max < 0 { throw ValidationError("--max must not be negative") }
  }

  var layout: TextLayout { TextLayout(isExpanded: expand, most: max, isQuiet: quiet) }
}
