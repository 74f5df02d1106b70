import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces

/// Fixes programs that share files as `fixProject` does, and makes each hop that renames a module whole or not at all.
///
/// A hop is a transaction: once a file imports the new module, or the manifest asks for it, every use of the old one
/// has to go. What is known to be in the way holds the hop back; where only the result shows that a part of the hop
/// was left (a person did not want a fix, a text did not parse), the fixes are made again without the hop.
///
/// - Parameters:
///   - options: what was asked for: rules, and files.
///   - whole: what would run if nobody asked for single rules or files.
func fixTogether(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions,
  whole: AnalysisOptions, _ policy: FixPolicy, cache: TreeCache
) async throws(FixFailure) -> FixedProject {
  let options = options.applying(policy.allowed).answering(policy.questions)
  let all = whole.applying(policy.allowed).answering(policy.questions)
    .over(hopsOf: options.rules, catalogue).everywhere
  let judge = ProjectJudge(
    catalogue: catalogue, asked: options.everywhere, whole: all, cache: cache)
  let first = await judge.state(of: files)
  let hops = openHops(among: first.whole, in: files, catalogue, cache: cache)
  let policy = policy.asking { finding in
    (options.scope?.contains(finding.path) ?? true)
      && (options.rules?.contains(finding.rule) ?? true)
  }
  .goingOn { [onward = catalogue.onward] in onward[$0]?.rules ?? [] }
  var held = heldBackFixes(of: hops, allowed: policy.allowed) { options.asks(for: $0) }
  var deadEnds = DeadEndHolds()
  // Each pass holds back a hop that the one before did not, or fixes that nothing goes on from.
  while true {
    let fixed = try await fixProject(
      files, policy.holdingBack(held.adding(deadEnds.ends)), from: first, judge)
    if policy.allowed.contains(.review), deadEnds.takeUp(fixed.outcome) { continue }
    let applied = fixed.outcome.applied
    let made =
      hops.filter { hop in applied.contains(where: hop.contains) }
      + catalogue.hops(begunBy: applied, besides: hops, in: files)
    if made.isEmpty { return fixed }
    var left = fixed.outcome.remaining
    if options.rules == all.rules {
      // What was asked for is all but for the files, and the session judged all files.
      if options.scope != nil { left = fixed.outcome.found }
    } else {
      left = await analyse(fixed.texts(of: files), catalogue, all, cache: cache).findings
    }
    let half = made.compactMap {
      $0.hold(
        leaving: left.filter { held.reason(for: $0) == nil }, refused: fixed.outcome.refused,
        policy.allowed)
    }
    if half.isEmpty { return fixed }
    held = held.adding(half)
  }
}

extension OpenHop {
  /// The hold of a hop that was made in part, or nil if it was made as far as it can be.
  ///
  /// - Parameters:
  ///   - left: what is found in the project afterwards.
  ///   - refused: the fixes that could not be applied.
  fileprivate func hold(
    leaving left: [Finding], refused: [RefusedFix], _ allowed: Set<Safety>
  ) -> HeldBackFixes.Hold? {
    let left = left.filter(contains)
    // A file whose import stays is of the old era, and so is all that it shares a module with. Whoever lets fixes for review
    // be applied reads over what is left, and has the rest of the hop done.
    let staying = refused.filter { refusal in
      gates.contains(refusal.finding.rule)
        && left.contains { refusal.finding.isOfTheSamePlace(as: $0) }
    }
    if let gate = staying.first {
      // Of a text that is not understood nobody knows what it uses.
      let areKnown = staying.allSatisfy { refusal in
        refusal.isTakenBack && Surface(path: refusal.finding.path)?.isCode == true
      }
      return allowed.contains(.review) && areKnown
        ? hold(of: staying) : hold(becauseOf: gate)
    }
    let inTheWay = left.filter { finding in
      // Whoever lets fixes for review be applied reads over what is left, but for what nobody tried.
      guard allowed.contains(.review) else { return true }
      guard allowed.contains(finding.safety) else { return false }
      return gates.contains(finding.rule)
        || !refused.contains { $0.finding.isOfTheSamePlace(as: finding) }
    }
    return inTheWay.isEmpty
      ? nil : hold(leaving: inTheWay, since: refused.first { contains($0.finding) })
  }
}

extension Catalogue {
  /// The hops that came to lie ahead while fixes were applied, such as from 1 to 2 once all was of 1, and were begun.
  fileprivate func hops(
    begunBy applied: [Finding], besides known: [OpenHop], in files: [ProjectText]
  ) -> [OpenHop] {
    let rules = Set(applied.map(\.rule))
    let titles = Set(known.map(\.title))
    let begun = renamingHops(finding: rules).filter { hop in
      !titles.contains(hop.title) && !hop.gates.isDisjoint(with: rules)
    }
    guard !begun.isEmpty else { return [] }
    let paths = Set(files.map(\.source.path))
    return begun.map { hop in
      OpenHop(
        hop, self, paths: paths, findings: applied.filter { hop.rules.contains($0.rule) })
    }
  }
}

extension Finding {
  fileprivate func isOfTheSamePlace(as other: Finding) -> Bool {
    rule == other.rule && path == other.path && message == other.message
  }
}

extension FixedProject {
  /// The files with their new texts.
  fileprivate func texts(of files: [ProjectText]) -> [ProjectText] {
    files.map { file in
      guard let bytes = outcome.changed[file.source.path] else { return file }
      return ProjectText(
        source: SourceText(path: file.source.path, bytes: bytes, isRewritten: true),
        surface: file.surface,
        isGenerated: file.isGenerated)
    }
  }
}

extension AnalysisOptions {
  /// Whether the finding is one that these options look for.
  fileprivate func asks(for finding: Finding) -> Bool {
    runs(finding.rule, on: finding.path) && (scope?.contains(finding.path) ?? true)
  }

  /// The same with all rules of a hop that renames a module, where none of them runs but those that were asked for.
  ///
  /// Whoever asks for a rule gets it whatever the configuration says, and cannot have half of its hop either.
  fileprivate func over(hopsOf asked: Set<RuleID>?, _ catalogue: Catalogue) -> AnalysisOptions {
    guard let asked, let rules else { return self }
    let missing = catalogue.renamingHops(finding: asked).filter { hop in
      !hop.rules.isDisjoint(with: asked) && hop.gates.isDisjoint(with: rules)
    }
    guard !missing.isEmpty || !asked.isSubset(of: rules) else { return self }
    let more = missing.reduce(into: asked) { $0.formUnion($1.rules) }.subtracting(rules)
    let plain = decision
    return AnalysisOptions(
      rules: rules.union(more), options: self.options, scope: scope, described: described,
      jobs: jobs
    ) { more.contains($0) ? RuleDecision() : plain($0, $1) }.within(programs).laidOut(layouts)
      .answering(questions)
  }
}
