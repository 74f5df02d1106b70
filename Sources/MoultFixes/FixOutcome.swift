package import MoultFindings

/// A fix that was not applied, and why.
package struct RefusedFix: Hashable, Sendable {
  package let finding: Finding

  /// A sentence without a final period.
  package let reason: String

  /// Whether only the result showed that it cannot be: a finding would be lost, or something not compile.
  package let isTakenBack: Bool

  /// Whether only the result showed that no fix goes on from what it writes.
  package let isDeadEnd: Bool

  package init(
    finding: Finding, reason: String, isTakenBack: Bool = false, isDeadEnd: Bool = false
  ) {
    self.isDeadEnd = isDeadEnd
    self.finding = finding
    self.reason = reason
    self.isTakenBack = isTakenBack
  }
}

/// A finding that a session left, where it began and where it ended.
package struct FollowedFinding: Hashable, Sendable {
  /// In the texts before the session.
  package let before: Finding

  /// In the texts after it; of another rule where something else is found in its place.
  package let after: Finding

  package init(before: Finding, after: Finding) {
    self.before = before
    self.after = after
  }
}

/// What a session did.
package struct FixOutcome: Sendable {
  /// The new bytes of each changed file.
  package let changed: [String: [UInt8]]

  /// The findings whose fixes were applied, by round, in report order within one.
  package let applied: [Finding]
  package let refused: [RefusedFix]

  /// What is found in the new texts of that which the policy asks about; a fix that was taken back is advice.
  package let remaining: [Finding]

  /// All that the last analysis found in the new texts.
  package let found: [Finding]
  package let rounds: Int

  /// The rounds that changed something, first to last.
  package let history: [FixRound]

  /// What became of the findings of before.
  package let accounts: FixAccounts

  /// What of the findings of before is left, in their order.
  package let followed: [FollowedFinding]

  /// The fixes that were applied and that no fix goes on from.
  package let deadEnds: [DeadEnd]

  /// How many findings of each file are left because of dead ends that others lead to, by path.
  package let companions: [String: Int]

  package init(
    changed: [String: [UInt8]], applied: [Finding], refused: [RefusedFix], remaining: [Finding],
    found: [Finding], rounds: Int, history: [FixRound], accounts: FixAccounts,
    followed: [FollowedFinding], companions: [String: Int] = [:], deadEnds: [DeadEnd] = []
  ) {
    self.companions = companions
    self.deadEnds = deadEnds
    self.changed = changed
    self.applied = applied
    self.refused = refused
    self.remaining = remaining
    self.found = found
    self.rounds = rounds
    self.history = history
    self.accounts = accounts
    self.followed = followed
  }
}

/// What one round started from and what it applied.
package struct FixRound: Sendable {
  /// By path.
  package let texts: [String: [UInt8]]

  /// In report order; their edits refer to `texts`.
  package let applied: [Finding]

  /// Those of them that must not be made without others of them.
  package let resting: [Finding]

  package init(texts: [String: [UInt8]], applied: [Finding], resting: [Finding] = []) {
    self.texts = texts
    self.applied = applied
    self.resting = resting
  }
}
