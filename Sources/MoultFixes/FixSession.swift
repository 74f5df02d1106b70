import MoultFindings
import MoultSource

/// Applies the fixes of findings in rounds until nothing changes.
///
/// Each round analyses the whole project, chooses fixes that do not get in each other's way (the earlier
/// start wins, the loser waits for the next round), applies them in memory, and looks at every changed
/// text again: a fix after which a file has more syntax errors, or a comment less, is reverted and named.
///
/// Then the new texts are analysed. A round after which a finding is lost (`RoundResult.fates`), or in which a
/// compiler would refuse what it took before and no finding says so, is not kept: the fix that did it is taken back
/// and named, and the round is made again without it. Its finding stays reported, as something to do by hand.
///
/// A fix that is taken back stays behind, and its finding is reported as one for a person. Whether a hop that renames a
/// module may be left in part is for whoever knows what a hop is: it asks again with the hop held back.
///
/// - Parameters:
///   - texts: by path; all that the analysis may look at.
///   - analyse: judges the given texts; asked for each state of them that is tried, about the files that a round would damage
///     before it is about all.
///   - inspection: how one text is judged.
/// - Throws: when the rounds come to no end. Nothing has changed then.
/// - Complexity: one analysis for each round, and O(log *n*) for each fix that is taken back from a round of *n*, but for
///   40 tries no more than O(log *n*) in all.
package func fix(
  _ texts: [String: [UInt8]], _ policy: FixPolicy, inspection: Inspection, analyse: Judging
) async throws(FixFailure) -> FixOutcome {
  let first = await analyse(texts, nil)
  var session = FixSession(texts: texts, policy: policy, inspection: inspection, first)
  return try await session.run(from: first, analyse)
}

private struct FixSession {
  private let original: [String: [UInt8]]
  private var texts: [String: [UInt8]]
  private let policy: FixPolicy
  private let inspection: Inspection
  private var history: [FixRound] = []
  private var refused: [RefusedFix] = []
  private var refusedKeys: Set<FixKey> = []
  private var takenBack = TakenBackFixes()
  private var declined = DeclinedFixes()
  private var answers: [Finding: FixDecision] = [:]
  private var resting: RestingFixes

  /// The fixes that wait for the next round.
  private var waiting: [FindingIdentity: WaitingFix] = [:]
  /// What the round's fixes import beyond what they ask for themselves.
  private var supplied: [FindingIdentity: [String: Set<String>]] = [:]
  /// The errors that fixes brought and findings tell of, in `texts`.
  private var excused: Set<DefiniteError> = []
  private var seen: Set<[String: [UInt8]]> = []
  private var followed: FollowedFindings
  private var onTheWay: FixesOnTheWay
  private var deadEnds: DeadEndsAhead
  private var rulesOfLastRound: [RuleID] = []
  private var trialsLeft = 40
  /// How many of the likeliest fixes of a damage go where no trial is left.
  private var untried = 1
  /// Finds the fixes that spoil a text by themselves, in `texts`.
  private var spoiling: SpoilingFixes

  init(
    texts: [String: [UInt8]], policy: FixPolicy, inspection: Inspection, _ first: Judgement
  ) {
    original = texts
    self.texts = texts
    self.policy = policy
    self.inspection = inspection
    spoiling = SpoilingFixes(in: texts, inspection)
    followed = FollowedFindings(first.findings, isAsked: policy.isAsked)
    resting = RestingFixes(first, policy)
    onTheWay = FixesOnTheWay(policy.rulesBehind)
    deadEnds = DeadEndsAhead(policy.heldBack.deadEnds, first, policy.rulesBehind)
  }

  mutating func run(
    from first: Judgement, _ analyse: Judging
  ) async throws(FixFailure) -> FixOutcome {
    var judgement = first
    for round in 0..<policy.mostRounds {
      let bench = TrialBench(
        texts: texts, before: judgement, inspection: inspection, excused: excused)
      var kept: Trial?
      /// Where parts of the round that were tried have done damage: another part is looked at there first.
      var damaged: Set<String>?
      while kept == nil {
        let chosen = choose(judgement.findings).map(withSuppliedImports)
        let proposal = bench.proposal(chosen)
        guard !proposal.changes.isEmpty else {
          guard stopWaiting() else {
            return outcome(remaining: judgement.findings, rounds: round)
          }
          continue
        }
        if hasSeen(proposal.texts) {
          // With a part of a hop taken back or held back, names of two eras can be taken for each other.
          guard takenBack.isEmpty, policy.heldBack.isEmpty else {
            for fix in chosen { takenBack.insert(fix, .cycle(fix), at: fix.range) }
            continue
          }
          throw .oscillation(
            paths: proposal.changes.keys.sorted(), rules: Set(chosen.map(\.rule)).sorted())
        }
        var trial = await bench.tried(proposal, in: damaged, analyse)
        var isSupplied = supplyImports(missingIn: trial)
        if damaged != nil, trial.damages.isEmpty, !isSupplied {
          trial = await bench.tried(proposal, analyse)
          isSupplied = supplyImports(missingIn: trial)
        }
        damaged = Set(trial.damages.map(\.path)).union(trial.withoutImport.map(\.path))
          .union(damaged ?? [])
        guard !isSupplied else { continue }
        guard let damage = trial.damages.first else {
          let again = trial.result.madeAgain()
          for fix in again {
            waiting[fix.identity] = WaitingFix(
              finding: fix, damage: .repetition(fix), place: fix.range)
          }
          if again.isEmpty { kept = trial }
          continue
        }
        var found = await guiltyTogether(in: trial, bench, analyse)
        if found.isEmpty { found = await guilty(of: trial, damage, bench, analyse) }
        for (guilty, damage) in found { leave(guilty, because: damage, of: trial.result) }
      }
      if let kept {
        commit(kept.result)
        excused = kept.excused
        judgement = kept.result.after
        resting = RestingFixes(judgement, policy)
      }
    }
    guard resting.standing(judgement.findings.filter(isCandidate)).isEmpty else {
      throw .noFixedPoint(rounds: policy.mostRounds, rules: rulesOfLastRound)
    }
    return outcome(remaining: judgement.findings, rounds: policy.mostRounds)
  }

  private func isCandidate(_ finding: Finding) -> Bool {
    guard let fix = finding.fix, policy.allowed.contains(fix.safety),
      reasonToWait(finding) == nil, policy.isAsked(finding)
    else { return false }
    return !declined.contains(finding) && !takenBack.contains(finding)
      && waiting[finding.identity] == nil && !refusedKeys.contains(FixKey(finding))
  }

  /// Why the fix of a finding is not made as long as others are not; nil if nothing keeps it.
  private func reasonToWait(_ finding: Finding) -> String? {
    policy.heldBack.reason(for: finding) ?? deadEnds.reason(for: finding)
  }

  /// Has the likeliest fix of each name that lacks its import import the module; false if no name lacks just that.
  ///
  /// A file that saw a library through another file's import has no import of its own which a hop could change.
  private mutating func supplyImports(missingIn trial: Trial) -> Bool {
    var isChanged = false
    for error in trial.withoutImport {
      guard let module = error.missingImport,
        let fix = trial.result.suspects(of: .error(error)).last(where: { $0.edits(error.path) }),
        supplied[fix.identity, default: [:]][error.path, default: []].insert(module).inserted
      else { continue }
      isChanged = true
    }
    return isChanged
  }

  private func withSuppliedImports(_ finding: Finding) -> Finding {
    guard let modules = supplied[finding.identity] else { return finding }
    return finding.with(finding.fix?.importing(modules))
  }

  /// Leaves a fix out of the round; out of the session as well, unless the next round may be another matter.
  private mutating func leave(_ guilty: Finding, because damage: Damage, of round: RoundResult) {
    let place = round.originalPlace(of: damage)
    if canWait(because: damage) {
      waiting[guilty.identity] = WaitingFix(finding: guilty, damage: damage, place: place)
    } else {
      takenBack.insert(guilty, damage, at: place)
    }
  }

  /// Whether what would be lost is about to be fixed itself, or another fix of the round has taken a name, in whose
  /// presence the fix will take another one.
  private func canWait(because damage: Damage) -> Bool {
    switch damage {
    case .loss(let finding): isCandidate(finding)
    case .error(let error): error.kind == .redeclaration && history.count < 3
    case .cycle, .repetition: false
    }
  }

  /// Takes back what has waited in vain, as nothing else is applied any more; false if nothing has.
  private mutating func stopWaiting() -> Bool {
    for fix in waiting.values.sorted(by: { $0.finding < $1.finding }) {
      takenBack.insert(fix.finding, fix.damage, at: fix.place)
    }
    defer { waiting = [:] }
    return !waiting.isEmpty
  }

  /// Returns fixes that can be applied together, none of which spoils a text by itself.
  private mutating func choose(_ findings: [Finding]) -> [Finding] {
    var candidates = resting.standing(findings.filter(isCandidate))
    var chosenBefore: Set<Finding> = []
    // Each pass declines, replaces or refuses at least one fix, or chooses more than the one before, or ends.
    while !candidates.isEmpty {
      let chosen = resting.standing(compatible(candidates))
      let open = chosen.filter { !chosenBefore.contains($0) }
      guard open.isEmpty else {
        var replaced: [Finding: Finding] = [:]
        for finding in open {
          switch decision(about: finding) {
          case .apply: chosenBefore.insert(finding)
          case .decline: declined.insert(finding)
          case .replace(let fix):
            let other = finding.with(fix)
            replaced[finding] = other
            chosenBefore.insert(other)
          }
        }
        candidates = resting.standing(candidates.map { replaced[$0] ?? $0 }.filter(isCandidate))
        continue
      }
      let guilty = spoiling.refused(among: chosen)
      if guilty.isEmpty { return chosen }
      for refusal in guilty {
        refused.append(refusal)
        refusedKeys.insert(FixKey(refusal.finding))
      }
      candidates = resting.standing(candidates.filter(isCandidate))
    }
    return []
  }

  /// Asks once in a round, however often the round is made.
  private mutating func decision(about finding: Finding) -> FixDecision {
    if let known = answers[finding] { return known }
    let decision = policy.choice(
      FixQuestion(finding: finding, texts: texts, round: history.count))
    answers[finding] = decision
    return decision
  }

  private mutating func commit(_ round: RoundResult) {
    history.append(
      FixRound(
        texts: texts, applied: round.applied, resting: resting.resting(among: round.applied)))
    declined.move(through: round.changes)
    takenBack.move(through: round)
    followed.follow(round)
    onTheWay.follow(round)
    deadEnds.move(through: round)
    answers = [:]
    waiting = [:]
    supplied = [:]
    texts = round.textsAfter
    spoiling = SpoilingFixes(in: texts, inspection)
    seen.insert(different(texts))
    rulesOfLastRound = Set(round.applied.map(\.rule)).sorted()
  }

  /// Returns fixes that are found guilty together, each with what it does; nothing if there are not several, or too many
  /// were tried.
  ///
  /// Where few files are damaged, one trial is enough for fixes that wrote themselves what a compiler would refuse: without
  /// the text there is no error in it.
  private mutating func guiltyTogether(
    in trial: Trial, _ bench: TrialBench, _ analyse: Judging
  ) async -> [(Finding, Damage)] {
    guard trialsLeft > 0 else { return [] }
    var told: Set<String> = []
    let damages = trial.damages.filter { told.insert($0.path).inserted }
    guard damages.count <= 3 else { return await guilty(ofEach: damages, trial, bench, analyse) }
    var likeliest: [(fix: Finding, damage: Damage)] = []
    for damage in damages {
      guard let fix = trial.result.writer(of: damage), !likeliest.contains(where: { $0.fix == fix })
      else { continue }
      likeliest.append((fix, damage))
    }
    guard likeliest.count > 1 else { return [] }
    let rest = await damagesLeft(
      of: likeliest.map(\.damage), by: trial, without: Set(likeliest.map(\.fix)), bench, analyse)
    return likeliest.filter { !rest.contains($0.damage) }.map { ($0.fix, $0.damage) }
  }

  /// Returns what is guilty of the first of many damages to be cleared up, looked for beside each other.
  ///
  /// Each trial goes without the likeliest fixes of every damage. So a damage can be gone because of what was left out for
  /// another one, and an innocent fix goes; where that took several trials and few fixes are found, each is tried alone.
  private mutating func guilty(
    ofEach damages: [Damage], _ trial: Trial, _ bench: TrialBench, _ analyse: Judging
  ) async -> [(Finding, Damage)] {
    var searches = damages.prefix(64).map { damage in
      let writer = trial.result.writer(of: damage)
      let others = trial.result.suspects(of: damage).filter { $0 != writer }
      let suspects = others + (writer.map { [$0] } ?? [])
      return (damage: damage, suspects: suspects, search: GuiltySearch(among: suspects.count))
    }
    var steps = 0
    while trialsLeft > 0, searches.allSatisfy({ $0.search.next != nil }) {
      let left = searches.flatMap { $0.suspects.dropFirst($0.search.next ?? 0) }
      let rest = await damagesLeft(
        of: searches.map(\.damage), by: trial, without: Set(left), bench, analyse)
      for index in searches.indices {
        guard let tried = searches[index].search.next else { continue }
        searches[index].search.note(rest.contains(searches[index].damage), byFirst: tried)
      }
      steps += 1
    }
    let found = searches.filter { $0.search.next == nil }
      .map { (fix: $0.suspects[$0.search.guilty], damage: $0.damage) }
    let byFix = Dictionary(grouping: found, by: \.fix)
    let inOrder = byFix.sorted { a, b in
      a.value.count != b.value.count ? a.value.count > b.value.count : a.key < b.key
    }.compactMap { fix, done in done.first.map { (fix, $0.damage) } }
    guard steps > 1, (2...4).contains(inOrder.count) else { return inOrder }
    var proven: [(Finding, Damage)] = []
    for (fix, _) in inOrder where trialsLeft > 0 {
      let rest = await damagesLeft(
        of: found.map(\.damage), by: trial, without: [fix], bench, analyse)
      let cleared = found.filter { !rest.contains($0.damage) }
      if let damage = cleared.first?.damage { proven.append((fix, damage)) }
      if cleared.count == found.count { break }
    }
    return proven.isEmpty ? inOrder : proven
  }

  /// Tries a round without some of its fixes, and returns which of some damages are left, and maybe others.
  private mutating func damagesLeft(
    of damages: [Damage], by trial: Trial, without fixes: Set<Finding>, _ bench: TrialBench,
    _ analyse: Judging
  ) async -> DamageSet {
    trialsLeft -= 1
    let others = trial.result.applied.filter { !fixes.contains($0) }
    let part = await bench.tried(bench.proposal(others), in: Set(damages.map(\.path)), analyse)
    return DamageSet(part.damages)
  }

  /// Returns the fixes to take back, each with what it does.
  ///
  /// One is found for certain by trying parts of the round. Where that has been done too often, the likeliest fixes of
  /// each damage go untried, each time twice as many; as every round is tried again, an innocent one may go, and nothing
  /// is lost.
  private mutating func guilty(
    of trial: Trial, _ damage: Damage, _ bench: TrialBench, _ analyse: Judging
  ) async -> [(Finding, Damage)] {
    guard trialsLeft > 0 else {
      var told: Set<Finding> = []
      defer { untried *= 2 }
      return trial.damages.flatMap { damage in
        trial.result.suspects(of: damage).suffix(untried).compactMap { suspect in
          told.insert(suspect).inserted ? (suspect, damage) : nil
        }
      }
    }
    // What several fixes wrote alike, none of them does alone.
    let writers = trial.result.writers(of: damage)
    if writers.count > 1 {
      let rest = await damagesLeft(
        of: [damage], by: trial, without: Set(writers), bench, analyse)
      if !rest.contains(damage) { return writers.map { ($0, damage) } }
    }
    let suspects = trial.result.suspects(of: damage)
    var used = 0
    let index = await guiltyIndex(among: suspects.count) { count in
      used += 1
      let part = await bench.tried(
        bench.proposal(Array(suspects.prefix(count))), in: [damage.path], analyse)
      return damage.persists(among: part.damages)
    }
    trialsLeft -= used
    return [(suspects[index], damage)]
  }

  /// Fixes in order, each taken if its edits meet no other's.
  private func compatible(_ candidates: [Finding]) -> [Finding] {
    var taken: [String: EditSet] = [:]
    return candidates.filter { finding in
      guard let fix = finding.fix else { return false }
      let fits = fix.files.allSatisfy { taken[$0.path, default: EditSet()].accepts($0.edits) }
      if fits {
        for file in fix.files { taken[file.path, default: EditSet()].insert(file.edits) }
      }
      return fits
    }
  }

  /// True if the texts are ones that an earlier round ended with, or the original ones.
  private func hasSeen(_ texts: [String: [UInt8]]) -> Bool {
    texts == original || seen.contains(different(texts))
  }

  private func different(_ texts: [String: [UInt8]]) -> [String: [UInt8]] {
    texts.filter { original[$0.key] != $0.value }
  }

  /// The first fix of each reason that others are waited for.
  private func heldBack(among remaining: [Finding]) -> [RefusedFix] {
    var told: Set<String> = []
    return remaining.compactMap { finding in
      guard let fix = finding.fix, policy.allowed.contains(fix.safety),
        let reason = reasonToWait(finding), told.insert(reason).inserted
      else { return nil }
      return RefusedFix(finding: finding, reason: reason)
    }
  }

  private mutating func outcome(remaining found: [Finding], rounds: Int) -> FixOutcome {
    let asked = found.filter(policy.isAsked)
    let fallen = resting.fallen(among: found.filter(isCandidate))
    let advised = Dictionary(fallen.map { ($0.finding, $0.advised) }) { first, _ in first }
    let remaining = asked.map {
      advised[$0] ?? deadEnds.advised($0) ?? takenBack.advised($0, in: texts)
    }
    let pairs = followed.pairs
    var told: Set<FindingIdentity> = []
    let waiting = fallen.filter { told.insert($0.base.identity).inserted }.map(\.refused)
    return FixOutcome(
      changed: different(texts), applied: history.flatMap(\.applied),
      refused: refused + takenBack.refused(in: texts) + heldBack(among: remaining) + waiting
        + deadEnds.refused(among: asked.filter { !takenBack.contains($0) }),
      remaining: remaining, found: found, rounds: rounds, history: history,
      accounts: followed.accounts(remaining), followed: pairs,
      companions: Dictionary(
        asked.filter(deadEnds.leavesAsCompanion).map { ($0.path, 1) }, uniquingKeysWith: +),
      deadEnds: onTheWay.deadEnds(remaining, besides: Set(pairs.map(\.after.identity))))
  }
}

extension Finding {
  /// Whether the finding's fix edits a file.
  func edits(_ path: String) -> Bool {
    fix?.files.contains { $0.path == path } ?? false
  }
}

extension Fix {
  /// - Parameter modules: by the path of the file that needs them.
  fileprivate func importing(_ modules: [String: Set<String>]) -> Fix {
    Fix(
      title: title, safety: safety, files: files,
      imports: ImportChange(
        add: imports.add, addToFile: imports.addToFile.merging(modules) { $0.union($1) }))
  }
}
