import MoultFindings
import MoultMatching

/// What a project decides about Moult; the content of `.moult.yml`.
struct Configuration: Equatable, Sendable {
  /// The era to move to, by library.
  ///
  /// A library that is not named has none chosen.
  var targets: [String: String] = [:]

  /// What is decided about single rules.
  var rules: [RuleID: RuleDecision] = [:]

  /// What is decided otherwise for some files; a later one wins.
  var overrides: [PathOverride] = []

  /// Paths to leave out.
  var exclude: [PathPatterns] = []

  /// Paths to look at although `.gitignore` or a default leaves them out.
  var include: [PathPatterns] = []

  /// Paths to read for what they say about others, and not to find in.
  var reportExclude: [PathPatterns] = []

  /// What is decided about the options of rule families.
  var options = OptionValues()

  /// Folders with rule pages of the project's own, absolute.
  var ruleFolders: [String] = []

  /// The absolute path of the baseline.
  var baseline: String?

  /// What is done about what dependencies call deprecated.
  var dependencies = DependencyChoice()

  /// The least severity that makes a run fail; nil where nothing is said.
  var failOn: Severity?

  /// What `moult migrate` would otherwise have to ask a person.
  var migration = MigrationAnswers()
}

/// What only a person knows about a migration, as somebody has answered it.
struct MigrationAnswers: Equatable, Sendable, Codable {
  /// The shell command that tells whether the project is in order; empty if there is none.
  var verify: String?

  /// The shell command that makes generated code anew; empty if `moult migrate` must not.
  var generate: String?

  /// What stands in the place of a placeholder, by what it says between its marks.
  var placeholders: [String: String] = [:]

  /// Which of several fixes is made, by the option that decides: `grpc-swift.blocking-calls`.
  ///
  /// The configuration says it as any option, so only the command line and a person at a terminal say it here.
  var choices: [String: String] = [:]

  /// What these answers leave open, taken from others.
  func completed(by others: MigrationAnswers) -> MigrationAnswers {
    MigrationAnswers(
      verify: verify ?? others.verify, generate: generate ?? others.generate,
      placeholders: others.placeholders.merging(placeholders) { $1 },
      choices: others.choices.merging(choices) { $1 })
  }
}

/// What is done about what dependencies call deprecated: for each one, and for those that are not named.
struct DependencyChoice: Equatable, Sendable {
  enum Use: String, CaseIterable, Sendable {
    case off
    case lint
    case fix
  }

  /// Nil where nothing is said.
  var others: Use?
  var named: [String: Use] = [:]

  func use(of library: String) -> Use { named[library] ?? others ?? .off }

  /// Whether any dependency has to be read.
  var isOn: Bool { others.map { $0 != .off } ?? false || named.values.contains { $0 != .off } }

  func extending(_ base: DependencyChoice) -> DependencyChoice {
    DependencyChoice(
      others: others ?? base.others, named: base.named.merging(named) { $1 })
  }
}

extension Configuration {
  /// Returns this configuration with everything that `base` says and it does not.
  ///
  /// Lists of paths and overrides of both hold, those of the base first; of two decisions about one rule,
  /// target or option this one's holds.
  func extending(_ base: Configuration) -> Configuration {
    var result = self
    result.targets = base.targets.merging(targets) { $1 }
    result.rules = base.rules.merging(rules) { $0.changed(by: $1) }
    result.overrides = base.overrides + overrides
    result.exclude = base.exclude + exclude
    result.include = base.include + include
    result.reportExclude = base.reportExclude + reportExclude
    result.options = base.options.changed(by: options)
    result.ruleFolders = base.ruleFolders + ruleFolders
    result.baseline = baseline ?? base.baseline
    result.failOn = failOn ?? base.failOn
    result.migration = migration.completed(by: base.migration)
    result.dependencies = dependencies.extending(base.dependencies)
    return result
  }
}

/// Patterns as `.gitignore` would write them.
struct PathPatterns: Equatable, Sendable {
  let patterns: [String]

  /// The folder that they begin at, absolute.
  let folder: String
}

/// What is decided otherwise for the files that some patterns match.
struct PathOverride: Equatable, Sendable {
  let files: PathPatterns
  let rules: [RuleID: RuleDecision]
  let targets: [String: String]
}

/// The names that a configuration may use.
struct Vocabulary: Sendable {
  let rules: [String]
  /// The eras of each library.
  let libraries: [String: [String]]
}

/// Why a configuration cannot be used, and where.
struct ConfigurationError: Error, Equatable {
  enum Reason: Equatable {
    case malformed(String)
    case expected(String)
    case unknown(kind: String, name: String, nearest: String?)
    case repeated(String)
  }

  /// One-based.
  let line: Int
  /// One-based, in characters.
  let column: Int
  let reason: Reason

  var message: String {
    switch reason {
    case .malformed(let problem): problem
    case .expected(let what): "expected \(what)"
    case .unknown(let kind, let name, let nearest):
      "unknown \(kind) '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .repeated(let key): "'\(key)' is there twice"
    }
  }
}
