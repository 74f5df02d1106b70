import MoultFindings
import MoultMatching
import MoultRules
import MoultSource
import MoultSurfaces
import Yams

/// A configuration whose YAML was read and whose names were not checked yet.
///
/// Two steps, because the rules that it may name depend on the rule folders that it names.
struct ConfigurationFile {
  private let entries: [(key: Node, value: Node)]

  /// The folder that its paths begin at, absolute.
  private let folder: String

  private enum Key: String, CaseIterable {
    case version
    case requiredVersion = "required_version"
    case extends
    case targets
    case rules
    case overrides
    case exclude
    case include
    case reportExclude = "report_exclude"
    case ruleFolders = "rule_folders"
    case baseline
    case dependencies
    case failOn = "fail_on"
    case migrate
  }

  /// - Parameter folder: where the file lies, absolute.
  init(_ text: String, in folder: String) throws(ConfigurationError) {
    self.folder = folder
    let root = try yamlRoot(text, of: "a configuration")
    guard let root else {
      entries = []
      return
    }
    entries = try root.entries("a mapping of keys to values")
    for (key, _) in entries {
      let name = try key.text("a key")
      if Key(rawValue: name) == nil, !Self.sections.contains(name) {
        throw key.unknown("key", name, among: Key.allCases.map(\.rawValue) + Self.sections)
      }
    }
  }

  /// The folders with rule pages of the project's own, absolute.
  func ruleFolders() throws(ConfigurationError) -> [String] {
    try value(.ruleFolders)?.texts("a list of folders").map(absolute) ?? []
  }

  /// The configuration that this one adds to, absolute.
  func extended() throws(ConfigurationError) -> String? {
    try value(.extends).map { node throws(ConfigurationError) in
      absolute(try node.text("the path of a configuration"))
    }
  }

  /// Refuses a file that says that it extends another.
  func refuseExtending() throws(ConfigurationError) {
    if let node = value(.extends) {
      throw node.error(.malformed("a configuration that is extended cannot extend another"))
    }
  }

  /// Refuses a file that is for a newer Moult than this one.
  func checkVersion(_ version: String) throws(ConfigurationError) {
    if let node = value(.version), try node.text("the number 1") != "1" {
      throw node.error(.expected("the number 1, the only version of the format"))
    }
    guard let node = value(.requiredVersion) else { return }
    let text = try node.text("a version such as '0.1.0'")
    guard let required = versionNumbers(text), let own = versionNumbers(version) else {
      throw node.error(.expected("a version such as '0.1.0'"))
    }
    if own.lexicographicallyPrecedes(required) {
      throw node.error(
        .malformed("this project wants Moult \(text) or later, and this is \(version)"))
    }
  }

  /// What is done about what dependencies call deprecated.
  ///
  /// `deprecated` is `fix` for all; a table names libraries, and `others`.
  func dependencies() throws(ConfigurationError) -> DependencyChoice {
    guard let node = value(.dependencies) else { return DependencyChoice() }
    let expected = "'deprecated', 'off', 'lint' or 'fix', or a table of them by library"
    func use(_ node: Node) throws(ConfigurationError) -> DependencyChoice.Use {
      let name = try node.text(expected)
      if name == "deprecated" { return .fix }
      guard let use = DependencyChoice.Use(rawValue: name) else {
        throw node.unknown(
          "use of dependencies", name,
          among: DependencyChoice.Use.allCases.map(\.rawValue) + ["deprecated"])
      }
      return use
    }
    guard node.mapping != nil else { return DependencyChoice(others: try use(node)) }
    var result = DependencyChoice()
    for (key, value) in try node.entries(expected) {
      let name = try key.text("the name of a library")
      if name == "others" {
        result.others = try use(value)
      } else {
        result.named[name.lowercased()] = try use(value)
      }
    }
    return result
  }

  /// Returns the configuration, all of whose names are in `vocabulary`.
  func configuration(knowing vocabulary: Vocabulary) throws(ConfigurationError) -> Configuration {
    var result = Configuration()
    result.ruleFolders = try ruleFolders()
    result.exclude = try patterns(.exclude)
    result.include = try patterns(.include)
    result.reportExclude = try patterns(.reportExclude)
    if let node = value(.targets) { result.targets = try targets(node, vocabulary.libraries) }
    if let node = value(.rules) { result.rules = try rules(node, vocabulary.rules) }
    if let node = value(.overrides) { result.overrides = try overrides(node, vocabulary) }
    result.options = try options()
    result.dependencies = try dependencies()
    result.baseline = try value(.baseline).map { node throws(ConfigurationError) in
      absolute(try node.text("the path of a file"))
    }
    result.failOn = try value(.failOn).map { node throws(ConfigurationError) in
      try word(node, Severity.self, "severity", "a severity")
    }
    if let node = value(.migrate) { result.migration = try migration(node) }
    return result
  }

  /// The one-based lines in which `targets` names libraries, by library.
  func targetLines() throws(ConfigurationError) -> [String: Int] {
    guard let node = value(.targets) else { return [:] }
    var result: [String: Int] = [:]
    for (key, _) in try node.entries("a mapping of libraries to eras") {
      result[try key.text("the name of a library")] = key.mark?.line
    }
    return result
  }

  private func migration(_ node: Node) throws(ConfigurationError) -> MigrationAnswers {
    var result = MigrationAnswers()
    let keys = ["generate", "placeholders", "verify"]
    for (key, value) in try node.entries("a table with \(keys.joined(separator: ", "))") {
      switch try key.text("a key") {
      // An empty command is an answer as well: there is none.
      case "verify": result.verify = value.null == nil ? value.scalar?.string : ""
      case "generate": result.generate = value.null == nil ? value.scalar?.string : ""
      case "placeholders":
        for (name, text) in try value.entries("a mapping of placeholders to what is put there") {
          result.placeholders[try name.text("what a placeholder says")] = try text.text("a text")
        }
      case let name: throw key.unknown("key", name, among: keys)
      }
    }
    return result
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : joined(folder, path)
  }

  private func patterns(_ key: Key) throws(ConfigurationError) -> [PathPatterns] {
    guard let node = value(key) else { return [] }
    let patterns = try node.texts("a list of patterns")
    return patterns.isEmpty ? [] : [PathPatterns(patterns: patterns, folder: folder)]
  }

  private func overrides(
    _ node: Node, _ vocabulary: Vocabulary
  ) throws(ConfigurationError) -> [PathOverride] {
    guard let sequence = node.sequence else {
      if node.null != nil { return [] }
      throw node.error(.expected("a list of tables with 'files'"))
    }
    var result: [PathOverride] = []
    for item in sequence {
      var files: [String]?
      var chosen: [RuleID: RuleDecision] = [:]
      var targets: [String: String] = [:]
      for (key, value) in try item.entries("a table with 'files', 'rules' and 'targets'") {
        switch try key.text("a key") {
        case "files": files = try value.texts("a list of patterns")
        case "rules": chosen = try rules(value, vocabulary.rules)
        case "targets": targets = try self.targets(value, vocabulary.libraries)
        case let name: throw key.unknown("key", name, among: ["files", "rules", "targets"])
        }
      }
      guard let files, !files.isEmpty else {
        throw item.error(.expected("'files', a list of patterns"))
      }
      result.append(
        PathOverride(
          files: PathPatterns(patterns: files, folder: folder), rules: chosen, targets: targets))
    }
    return result
  }

  private func value(_ key: Key) -> Node? { entries.first { $0.key.string == key.rawValue }?.value }

  private func targets(
    _ node: Node, _ libraries: [String: [String]]
  ) throws(ConfigurationError) -> [String: String] {
    var result: [String: String] = [:]
    for (key, value) in try node.entries("a mapping of libraries to eras") {
      let library = try key.text("the name of a library")
      guard let eras = libraries[library] else {
        throw key.unknown("library", library, among: libraries.keys.sorted())
      }
      let era = try value.text("an era of \(library)")
      guard eras.contains(era) else {
        throw value.error(.expected("an era of \(library): \(eras.joined(separator: ", "))"))
      }
      result[library] = era
    }
    return result
  }

  private func rules(
    _ node: Node, _ known: [String]
  ) throws(ConfigurationError) -> [RuleID: RuleDecision] {
    var result: [RuleID: RuleDecision] = [:]
    for (key, value) in try node.entries("a mapping of rules to severities") {
      let rule = try key.text("the id of a rule")
      guard known.contains(rule) else { throw key.unknown("rule", rule, among: known) }
      result[RuleID(rule)] = try decision(value)
    }
    return result
  }

  /// Reads `off`, a severity, or a table with `severity` and `safety`.
  private func decision(_ node: Node) throws(ConfigurationError) -> RuleDecision {
    guard node.mapping != nil else {
      let name = try node.text("a severity or 'off'")
      if name == "off" { return RuleDecision(isOff: true) }
      guard let severity = Severity(rawValue: name) else {
        throw node.unknown("severity", name, among: Severity.allCases.map(\.rawValue) + ["off"])
      }
      return RuleDecision(severity: severity)
    }
    var result = RuleDecision()
    for (key, value) in try node.entries("a table with 'severity' and 'safety'") {
      switch try key.text("a key") {
      case "severity": result.severity = try word(value, Severity.self, "severity", "a severity")
      case "safety":
        let safety = try word(value, Safety.self, "safety", "a safety")
        guard safety != .placeholder else {
          throw value.error(.expected("'safe', 'review' or 'manual'"))
        }
        result.safety = safety
      case let name: throw key.unknown("key", name, among: ["severity", "safety"])
      }
    }
    return result
  }

  private func word<W: RawRepresentable & CaseIterable>(
    _ node: Node, _ type: W.Type, _ kind: String, _ expected: String
  ) throws(ConfigurationError) -> W where W.RawValue == String {
    let name = try node.text(expected)
    guard let word = W(rawValue: name) else {
      throw node.unknown(kind, name, among: W.allCases.map(\.rawValue))
    }
    return word
  }

  /// The keys under which families of rules have their options.
  private static let sections = Set(optionTable.map(\.section)).sorted()

  private func options() throws(ConfigurationError) -> OptionValues {
    var values: [String: OptionValue] = [:]
    for section in Self.sections {
      guard let node = entries.first(where: { $0.key.string == section })?.value else { continue }
      do throws(OptionError) {
        values.merge(try readOptions(node, optionTable.filter { $0.section == section })) { $1 }
      } catch {
        throw ConfigurationError(error)
      }
    }
    return OptionValues(values)
  }
}

/// Returns the numbers of `1.2.3`, three of them; nil for anything else.
private func versionNumbers(_ text: String) -> [Int]? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { part in
    part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil
  }
  guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
  return numbers + Array(repeating: 0, count: 3 - numbers.count)
}

/// Returns the tree of a YAML text, or nil if it is empty.
///
/// - Parameter what: what the text is, for messages: `a configuration`; nil if it quotes code, which may
///   look like an alias.
func yamlRoot(_ text: String, of what: String?) throws(ConfigurationError) -> Node? {
  if let what, let name = aliasedAnchor(in: text) {
    throw ConfigurationError(
      line: 1, column: 1, reason: .malformed("'*\(name)' is an alias, which \(what) cannot have"))
  }
  let root: Node?
  do {
    root = try compose(yaml: text)
  } catch let error as YamlError {
    throw ConfigurationError(error)
  } catch {
    throw ConfigurationError(line: 1, column: 1, reason: .malformed("cannot be read as YAML"))
  }
  guard let root, root.null == nil || root.mapping != nil else { return nil }
  return root
}

extension Node {
  func error(_ reason: ConfigurationError.Reason) -> ConfigurationError {
    ConfigurationError(line: mark?.line ?? 1, column: mark?.column ?? 1, reason: reason)
  }

  func unknown(
    _ kind: String, _ name: String, among known: [String]
  ) -> ConfigurationError {
    error(.unknown(kind: kind, name: name, nearest: nearestSpelling(of: name, among: known)))
  }

  /// Returns the pairs of a mapping, of which nothing but an empty value may stand in for an empty one.
  func entries(
    _ expected: String
  ) throws(ConfigurationError) -> [(key: Node, value: Node)] {
    guard let mapping else {
      if null != nil { return [] }
      throw error(.expected(expected))
    }
    return mapping.map { (key: $0.key, value: $0.value) }
  }

  /// Returns the text of a scalar as it was written: `1` and `off` are names here.
  func text(_ expected: String) throws(ConfigurationError) -> String {
    guard let scalar, !scalar.string.isEmpty else { throw error(.expected(expected)) }
    return scalar.string
  }

  func texts(_ expected: String) throws(ConfigurationError) -> [String] {
    guard let sequence else {
      if null != nil { return [] }
      throw error(.expected(expected))
    }
    var result: [String] = []
    for node in sequence { result.append(try node.text(expected)) }
    return result
  }
}

extension ConfigurationError {
  fileprivate init(_ error: OptionError) {
    let reason: Reason =
      switch error.reason {
      case .expected(let what): .expected(what)
      case .unknown(let kind, let name, let nearest):
        .unknown(kind: kind, name: name, nearest: nearest)
      }
    self.init(line: error.line, column: error.column, reason: reason)
  }

  fileprivate init(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(line: mark.line, column: mark.column, reason: .malformed(problem))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let key = duplicates.first.map { "\($0)" } ?? ""
      self.init(line: context.mark.line, column: context.mark.column, reason: .repeated(key))
    default:
      self.init(line: 1, column: 1, reason: .malformed("cannot be read as YAML"))
    }
  }
}
