package import MoultFindings

/// What a session may do, and how it looks at texts.
package struct FixPolicy: Sendable {
  /// The safeties whose fixes are applied.
  package let allowed: Set<Safety>

  /// Rounds after which a session that still changes something is given up.
  package let mostRounds: Int

  /// Asked about each fix that is about to be applied, in report order within a round.
  package let choice: FixChoice

  /// Returns the fixes that must wait for others which may not be applied, with the reason.
  ///
  /// Asked once, with what was found before the first round.
  package let heldBack: HeldBackFixes

  /// Whether a hop that renames a module waits until all of it can be applied.
  package let keepsHopsWhole: Bool

  /// Returns whether somebody asked about a finding: no other is fixed, counted or listed.
  ///
  /// All are looked at, as a fix must not make any of them vanish.
  package let isAsked: @Sendable (Finding) -> Bool

  /// - Parameter keepsHopsWhole: false where a person asks about one file of several, as an editor does.
  package init(
    allowed: Set<Safety>, mostRounds: Int = 10, heldBack: HeldBackFixes = HeldBackFixes(),
    keepsHopsWhole: Bool = true, choice: @escaping FixChoice = { _ in .apply },
    isAsked: @escaping @Sendable (Finding) -> Bool = { _ in true }
  ) {
    self.isAsked = isAsked
    self.allowed = allowed
    self.mostRounds = mostRounds
    self.heldBack = heldBack
    self.keepsHopsWhole = keepsHopsWhole
    self.choice = choice
  }

  /// Whether fixes of a hop may have to wait for others: where those for review are not applied, to a whole project.
  package var mayHoldBack: Bool { !allowed.contains(.review) && keepsHopsWhole }

  /// Returns the same policy with other fixes held back.
  package func holdingBack(_ heldBack: HeldBackFixes) -> FixPolicy {
    FixPolicy(
      allowed: allowed, mostRounds: mostRounds, heldBack: heldBack, keepsHopsWhole: keepsHopsWhole,
      choice: choice, isAsked: isAsked)
  }

  /// Returns the same policy for some of the findings that it is for.
  package func asking(_ isAskedToo: @escaping @Sendable (Finding) -> Bool) -> FixPolicy {
    FixPolicy(
      allowed: allowed, mostRounds: mostRounds, heldBack: heldBack, keepsHopsWhole: keepsHopsWhole,
      choice: choice, isAsked: { [isAsked] in isAsked($0) && isAskedToo($0) })
  }
}

/// Why a session wrote nothing.
package enum FixFailure: Error, Hashable, Sendable {
  /// A round gave a text that an earlier round had already given.
  case oscillation(paths: [String], rules: [RuleID])
  /// The last round that was allowed still changed something.
  case noFixedPoint(rounds: Int, rules: [RuleID])
}
