import MoultFindings

/// The fixes that rest on others in one state of the texts, without which they must not be made.
///
/// What is written for a newer release of a package rests on the fix of a manifest that raises it. That fix may be
/// declined, held back, taken back, or be none that anybody asked for.
struct RestingFixes {
  private let bases: @Sendable (Finding) -> [Finding]
  private let isMade: @Sendable (Finding) -> Bool
  private var known: [FindingIdentity: [Finding]] = [:]

  init(_ judgement: Judgement, _ policy: FixPolicy) {
    bases = judgement.raises
    isMade = policy.isMadeElsewhere
  }

  /// Returns those that rest on nothing but others of them.
  mutating func standing(_ fixes: [Finding]) -> [Finding] {
    var left = fixes
    while left.contains(where: { !bases(of: $0).isEmpty }) {
      let there = Set(left.map(\.identity))
      let standing = left.filter { bases(of: $0).allSatisfy { there.contains($0.identity) } }
      if standing.count == left.count { break }
      left = standing
    }
    return left
  }

  /// Returns those of some fixes that rest on others of them.
  mutating func resting(among fixes: [Finding]) -> [Finding] {
    fixes.filter { !bases(of: $0).isEmpty }
  }

  /// Returns the fixes that rest on one which is none of them, each with that one.
  mutating func fallen(among fixes: [Finding]) -> [FallenFix] {
    let standing = Set(standing(fixes).map(\.identity))
    return fixes.compactMap { finding in
      guard !standing.contains(finding.identity) else { return nil }
      return bases(of: finding).first { !standing.contains($0.identity) }
        .map { FallenFix(finding: finding, base: $0) }
    }
  }

  private mutating func bases(of finding: Finding) -> [Finding] {
    if let known = known[finding.identity] { return known }
    let bases = bases(finding).filter { !isMade($0) }
    known[finding.identity] = bases
    return bases
  }
}

/// A fix that waits for one that is not made.
struct FallenFix {
  let finding: Finding
  let base: Finding

  /// The finding as one that a person has to deal with.
  var advised: Finding {
    finding.left(
      "raise the requirement in \(base.path) first, as '\(base.rule)' says; what takes its place goes with the newer release"
    )
  }

  var refused: RefusedFix {
    RefusedFix(
      finding: finding,
      reason:
        "it waits for the fix of '\(base.rule)' in \(base.path), which is not made; so does all else that goes with the newer release"
    )
  }
}
