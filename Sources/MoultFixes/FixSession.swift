package import MoultFindings
package import MoultSource

/// What a session may do, and how it looks at texts.
package struct FixPolicy: Sendable {
  /// The safeties whose fixes are applied.
  package let allowed: Set<Safety>

  /// Rounds after which a session that still changes something is given up.
  package let mostRounds: Int

  /// Asked about each fix that is about to be applied, in report order within a round.
  package let choice: FixChoice

  /// The fixes that must wait for others which are not applied, with the reason.
  package let heldBack: HeldBackFixes

  package init(
    allowed: Set<Safety>, mostRounds: Int = 10, heldBack: HeldBackFixes = HeldBackFixes(),
    choice: @escaping FixChoice = { _ in .apply }
  ) {
    self.allowed = allowed
    self.mostRounds = mostRounds
    self.heldBack = heldBack
    self.choice = choice
  }

  /// Returns the same policy with other fixes held back.
  package func holdingBack(_ heldBack: HeldBackFixes) -> FixPolicy {
    FixPolicy(allowed: allowed, mostRounds: mostRounds, heldBack: heldBack, choice: choice)
  }
}

/// Why a session wrote nothing.
package enum FixFailure: Error, Hashable, Sendable {
  /// A round gave a text that an earlier round had already given.
  case oscillation(paths: [String], rules: [RuleID])
  /// The last round that was allowed still changed something.
  case noFixedPoint(rounds: Int, rules: [RuleID])
}

/// A fix that was not applied, and why.
package struct RefusedFix: Hashable, Sendable {
  package let finding: Finding

  /// A sentence without a final period.
  package let reason: String

  package init(finding: Finding, reason: String) {
    self.finding = finding
    self.reason = reason
  }
}

/// What a session did.
package struct FixOutcome: Sendable {
  /// The new bytes of each changed file.
  package let changed: [String: [UInt8]]

  /// The findings whose fixes were applied, by round, in report order within one.
  package let applied: [Finding]
  package let refused: [RefusedFix]

  /// What is found in the new texts.
  package let remaining: [Finding]
  package let rounds: Int

  /// The rounds that changed something, first to last.
  package let history: [FixRound]
}

/// What one round started from and what it applied.
package struct FixRound: Sendable {
  /// By path.
  package let texts: [String: [UInt8]]

  /// In report order; their edits refer to `texts`.
  package let applied: [Finding]
}

/// Applies the fixes of findings in rounds until nothing changes.
///
/// Each round analyses the whole project, chooses fixes that do not get in each other's way (the earlier
/// start wins, the loser waits for the next round), applies them in memory, and looks at every changed
/// text again: a fix after which a file has more syntax errors, or a comment less, is reverted and named.
///
/// - Parameters:
///   - texts: by path; all that the analysis may look at.
///   - analyse: finds in the given texts; deterministic.
///   - inspection: how one text is judged.
/// - Throws: when the rounds come to no end. Nothing has changed then.
package func fix(
  _ texts: [String: [UInt8]], _ policy: FixPolicy, inspection: Inspection,
  analyse: ([String: [UInt8]]) async -> [Finding]
) async throws(FixFailure) -> FixOutcome {
  var session = FixSession(texts: texts, policy: policy, inspection: inspection)
  var findings = await analyse(texts)
  for round in 0..<policy.mostRounds {
    let changed = session.apply(findings)
    guard !changed.isEmpty else {
      return session.outcome(remaining: findings, rounds: round)
    }
    if session.hasSeenCurrentTexts() {
      throw .oscillation(paths: changed.sorted(), rules: session.rulesOfLastRound)
    }
    findings = await analyse(session.texts)
  }
  let stillFixable = findings.filter { session.isCandidate($0) }
  guard stillFixable.isEmpty else {
    throw .noFixedPoint(rounds: policy.mostRounds, rules: session.rulesOfLastRound)
  }
  return session.outcome(remaining: findings, rounds: policy.mostRounds)
}

/// How the session judges a text without knowing its language.
package struct Inspection {
  /// Returns the number of syntax errors.
  package let errorCount: (_ path: String, _ bytes: [UInt8]) -> Int

  /// Returns the ranges of the comments, ascending.
  package let comments: (_ path: String, _ bytes: [UInt8]) -> [ByteRange]

  /// Returns the edits that make the file import the modules that it does not import yet.
  package let importEdits: (_ path: String, _ bytes: [UInt8], _ modules: Set<String>) -> [Edit]

  package init(
    errorCount: @escaping (String, [UInt8]) -> Int,
    comments: @escaping (String, [UInt8]) -> [ByteRange],
    importEdits: @escaping (String, [UInt8], Set<String>) -> [Edit]
  ) {
    self.errorCount = errorCount
    self.comments = comments
    self.importEdits = importEdits
  }
}

private struct FixSession {
  let original: [String: [UInt8]]
  private(set) var texts: [String: [UInt8]]
  private let policy: FixPolicy
  private let inspection: Inspection
  private var history: [FixRound] = []
  private var refused: [RefusedFix] = []
  private var refusedKeys: Set<FixKey> = []
  private var declined = DeclinedFixes()
  private var seen: Set<[String: [UInt8]]> = []
  private(set) var rulesOfLastRound: [RuleID] = []

  init(texts: [String: [UInt8]], policy: FixPolicy, inspection: Inspection) {
    original = texts
    self.texts = texts
    self.policy = policy
    self.inspection = inspection
  }

  func isCandidate(_ finding: Finding) -> Bool {
    guard let fix = finding.fix, policy.allowed.contains(fix.safety),
      policy.heldBack.reason(for: finding) == nil
    else { return false }
    return !declined.contains(finding) && !refusedKeys.contains(FixKey(finding))
  }

  /// Applies what can be applied together and returns the paths that changed.
  mutating func apply(_ findings: [Finding]) -> Set<String> {
    var candidates = findings.filter(isCandidate)
    var chosenBefore: Set<Finding> = []
    // Each pass declines, replaces or refuses at least one fix, or chooses more than the one before, or ends.
    while !candidates.isEmpty {
      let chosen = compatible(candidates)
      let open = chosen.filter { !chosenBefore.contains($0) }
      guard open.isEmpty else {
        var replaced: [Finding: Finding] = [:]
        for finding in open {
          switch policy.choice(FixQuestion(finding: finding, texts: texts, round: history.count)) {
          case .apply: chosenBefore.insert(finding)
          case .decline: declined.insert(finding)
          case .replace(let fix):
            let other = finding.with(fix)
            replaced[finding] = other
            chosenBefore.insert(other)
          }
        }
        candidates = candidates.map { replaced[$0] ?? $0 }.filter(isCandidate)
        continue
      }
      let guilty = guiltyFixes(among: chosen)
      if guilty.isEmpty { return commit(chosen) }
      for refusal in guilty {
        refused.append(refusal)
        refusedKeys.insert(FixKey(refusal.finding))
      }
      candidates = candidates.filter(isCandidate)
    }
    return []
  }

  private mutating func commit(_ chosen: [Finding]) -> Set<String> {
    let changes = combined(chosen)
    let changed = Set(changes.keys).filter { changes[$0]?.text != texts[$0] }
    history.append(FixRound(texts: texts, applied: chosen))
    declined.move(through: changes)
    for path in changed { texts[path] = changes[path]?.text }
    rulesOfLastRound = Set(chosen.map(\.rule)).sorted()
    return changed
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

  private func combined(_ findings: [Finding]) -> [String: CombinedEdits] {
    combinedEdits(of: findings, in: texts, inspection)
  }

  /// The fixes after which a text has more syntax errors, or a comment less, than before.
  private func guiltyFixes(among findings: [Finding]) -> [RefusedFix] {
    guard !defects(of: findings).isEmpty else { return [] }
    let alone = findings.compactMap { finding in
      defects(of: [finding]).first.map { RefusedFix(finding: finding, reason: $0) }
    }
    if !alone.isEmpty { return alone }
    // None is guilty alone: the first that spoils what was sound before it is taken back.
    for count in findings.indices {
      if let reason = defects(of: Array(findings[...count])).first {
        return [RefusedFix(finding: findings[count], reason: reason + " together with other fixes")]
      }
    }
    return []
  }

  private func defects(of findings: [Finding]) -> [String] {
    combined(findings).sorted { $0.key < $1.key }.flatMap { path, combined -> [String] in
      guard let before = texts[path] else { return [] }
      let text = combined.text
      var result: [String] = []
      let errors = inspection.errorCount(path, before)
      let left = inspection.errorCount(path, text)
      if left > errors {
        result.append("the result would not parse")
      } else if errors > 0, left == errors {
        // Where a text is not understood, nobody knows what an edit makes of it, unless it mends the text.
        result.append("\(path) has syntax errors already")
      }
      if losesComment(path, before, text) { result.append("a comment would be lost") }
      return result
    }
  }

  private func losesComment(_ path: String, _ before: [UInt8], _ after: [UInt8]) -> Bool {
    func count(_ bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
      var result: [ArraySlice<UInt8>: Int] = [:]
      for range in inspection.comments(path, bytes) {
        result[bytes[range.indices], default: 0] += 1
      }
      return result
    }
    let kept = count(after)
    return count(before).contains { comment, number in kept[comment, default: 0] < number }
  }

  /// True if the texts are ones that an earlier round ended with, or the original ones.
  mutating func hasSeenCurrentTexts() -> Bool {
    if texts == original { return true }
    let different = texts.filter { original[$0.key] != $0.value }
    return !seen.insert(different).inserted
  }

  /// The first fix of each reason that others are waited for.
  private func waiting(among remaining: [Finding]) -> [RefusedFix] {
    var told: Set<String> = []
    return remaining.compactMap { finding in
      guard let fix = finding.fix, policy.allowed.contains(fix.safety),
        let reason = policy.heldBack.reason(for: finding), told.insert(reason).inserted
      else { return nil }
      return RefusedFix(finding: finding, reason: reason)
    }
  }

  func outcome(remaining: [Finding], rounds: Int) -> FixOutcome {
    FixOutcome(
      changed: texts.filter { original[$0.key] != $0.value }, applied: history.flatMap(\.applied),
      refused: refused + waiting(among: remaining), remaining: remaining, rounds: rounds,
      history: history)
  }
}

/// What makes a fix the same fix in a later round, when offsets have moved.
private struct FixKey: Hashable {
  let rule: RuleID
  let path: String
  let message: String
  let replacements: [[UInt8]]

  init(_ finding: Finding) {
    rule = finding.rule
    path = finding.path
    message = finding.message
    replacements = finding.fix?.files.flatMap { $0.edits.map(\.replacement) } ?? []
  }
}
