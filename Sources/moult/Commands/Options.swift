import ArgumentParser
import MoultFindings

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

  @OptionGroup var dependencies: DependencyOptions

  @Option(help: "The lowest severity that makes the exit code 1.")
  var failOn: SeverityOption?

  @Option(help: "How many files to process at once (default: one per processor core).")
  var jobs: Int?

  @Option(help: "Whether to color output; 'auto' colors a terminal unless NO_COLOR is set.")
  var color: ColorChoice = .auto

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

  var request: DependencyRequest { DependencyRequest(isOn: isOn, includesOwn: includesOwn) }
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

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// A severity as the command line spells it.
struct SeverityOption: ExpressibleByArgument {
  let severity: Severity

  init?(argument: String) {
    guard let severity = Severity(rawValue: argument) else { return nil }
    self.severity = severity
  }

  static var allValueStrings: [String] { Severity.allCases.map(\.rawValue) }
}
