import MoultFindings

/// Which rules run on which file, and as what.
struct RuleChoice: Sendable {
  private let rules: [RuleID: RuleDecision]
  private let targets: [String: String]
  private let overrides: [Override]
  private let hops: [RuleID: RuleHop]
  private let libraries: [String: [String]]

  /// What holds for each rule where nothing is overridden.
  private var plain: [RuleID: RuleDecision] = [:]

  /// Rules that the command line names, which run whatever the configuration says; empty for all.
  private let asked: Set<RuleID>

  /// The folder that paths are relative to, absolute.
  private let base: String

  private struct Override: Sendable {
    let matcher: PathMatcher
    let rules: [RuleID: RuleDecision]
    let targets: [String: String]
  }

  init(_ configuration: Configuration, _ engine: Engine, asked: Set<RuleID>, base: String) {
    rules = configuration.rules
    targets = configuration.targets
    overrides = configuration.overrides.map {
      Override(matcher: PathMatcher([$0.files]), rules: $0.rules, targets: $0.targets)
    }
    hops = Dictionary(engine.hopsOfRules.map { ($0.id, $0) }) { first, _ in first }
    libraries = engine.libraries
    self.asked = asked
    self.base = base
    plain = hops.keys.reduce(into: [:]) { $0[$1] = decision($1, overrides: []) }
  }

  /// Every rule that runs on some file.
  var active: Set<RuleID> {
    if !asked.isEmpty { return asked }
    return Set(
      hops.keys.filter { rule in
        plain[rule]?.isOff == false
          || overrides.contains { override in
            (override.rules[rule] != nil || !override.targets.isEmpty)
              && !decision(rule, overrides: [override]).isOff
          }
      })
  }

  /// Returns what holds for a rule in the file at a path.
  func decision(_ rule: RuleID, path: String) -> RuleDecision {
    let matching = overrides(of: path)
    if matching.isEmpty, let known = plain[rule] { return known }
    return decision(rule, overrides: matching)
  }

  /// Returns the eras to move to for the file at a path.
  func targets(path: String) -> [String: String] {
    overrides(of: path).reduce(targets) { $0.merging($1.targets) { $1 } }
  }

  private func overrides(of path: String) -> [Override] {
    if overrides.isEmpty { return [] }
    let absolute = joined(base, path)
    return overrides.filter { $0.matcher.matches(absolute) }
  }

  private func decision(_ rule: RuleID, overrides: [Override]) -> RuleDecision {
    var decision = rules[rule] ?? RuleDecision()
    var targets = targets
    for override in overrides {
      if let change = override.rules[rule] { decision = decision.changed(by: change) }
      targets.merge(override.targets) { $1 }
    }
    if !isOnTheWay(rule, targets) { decision.isOff = true }
    if asked.contains(rule) { decision.isOff = false }
    return decision
  }

  /// Returns whether the rule's hop ends at or before the era to move to.
  private func isOnTheWay(_ rule: RuleID, _ targets: [String: String]) -> Bool {
    guard let rule = hops[rule], let hop = rule.hop,
      let target = targets[rule.library], let eras = libraries[rule.library],
      let last = eras.firstIndex(of: target), let end = hop.split(separator: "-").last,
      let reached = eras.firstIndex(of: String(end))
    else { return true }
    return reached <= last
  }
}

/// Says which files some patterns match, or whose folders they match.
struct PathMatcher: Sendable {
  private let lists: [IgnoreList]

  init(_ patterns: [PathPatterns]) {
    lists = patterns.map { IgnoreList($0) }
  }

  /// - Parameter path: absolute, of a file.
  func matches(_ path: String) -> Bool {
    if lists.isEmpty { return false }
    let parts = components(of: path)
    return lists.contains { list in
      (1...max(1, parts.count)).contains { count in
        list.verdict(Array(parts.prefix(count)), isFolder: count < parts.count) == true
      }
    }
  }
}

extension IgnoreList {
  /// Creates the list of a configuration's patterns.
  init(_ patterns: PathPatterns) {
    self.init(
      Array(patterns.patterns.joined(separator: "\n").utf8),
      depth: components(of: patterns.folder).count)
  }
}
