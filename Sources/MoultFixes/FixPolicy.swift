package import MoultFindings

/// What a session may do, and how it looks at texts.
package struct FixPolicy: Sendable {
  /// The safeties whose fixes are applied.
  package let allowed: Set<Safety>

  /// Rounds after which a session that still changes something is given up.
  package let mostRounds: Int

  /// Asked about each fix that is about to be applied, in report order within a round.
  package let choice: FixChoice

  /// What `choice`, and who reads of what is left, looks at beside the fixes themselves.
  package let questions: FixQuestions

  /// The fixes that must wait for others which are not applied, with the reason.
  package private(set) var heldBack: HeldBackFixes

  /// Returns whether somebody asked about a finding: no other is fixed, counted or listed.
  ///
  /// All are looked at, as a fix must not make any of them vanish.
  package private(set) var isAsked: @Sendable (Finding) -> Bool

  /// Returns whether a fix that others rest on is made, though not by this session.
  package let isMadeElsewhere: @Sendable (Finding) -> Bool

  /// Returns the rules that go on where the fixes of a rule end; none where nothing has to.
  package private(set) var rulesBehind: @Sendable (RuleID) -> Set<RuleID> = { _ in [] }

  package init(
    allowed: Set<Safety>, mostRounds: Int = 10, heldBack: HeldBackFixes = HeldBackFixes(),
    questions: FixQuestions = .none, choice: @escaping FixChoice = { _ in .apply },
    isAsked: @escaping @Sendable (Finding) -> Bool = { _ in true },
    isMadeElsewhere: @escaping @Sendable (Finding) -> Bool = { _ in false }
  ) {
    self.isAsked = isAsked
    self.isMadeElsewhere = isMadeElsewhere
    self.allowed = allowed
    self.mostRounds = mostRounds
    self.heldBack = heldBack
    self.choice = choice
    self.questions = questions
  }

  /// Returns the same policy with other fixes held back.
  package func holdingBack(_ heldBack: HeldBackFixes) -> FixPolicy {
    var policy = self
    policy.heldBack = heldBack
    return policy
  }

  /// Returns the same policy for a session that others' rules go on from.
  package func goingOn(to rulesBehind: @escaping @Sendable (RuleID) -> Set<RuleID>) -> FixPolicy {
    var policy = self
    policy.rulesBehind = rulesBehind
    return policy
  }

  /// Returns the same policy for some of the findings that it is for.
  package func asking(_ isAskedToo: @escaping @Sendable (Finding) -> Bool) -> FixPolicy {
    var policy = self
    policy.isAsked = { [isAsked] in isAsked($0) && isAskedToo($0) }
    return policy
  }
}

/// Why a session wrote nothing.
package enum FixFailure: Error, Hashable, Sendable {
  /// A round gave a text that an earlier round had already given.
  case oscillation(paths: [String], rules: [RuleID])
  /// The last round that was allowed still changed something.
  case noFixedPoint(rounds: Int, rules: [RuleID])
}
