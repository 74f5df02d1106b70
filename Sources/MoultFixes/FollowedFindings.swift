import MoultFindings

/// Follows findings from round to round.
struct FollowedFindings {
  private enum Standing {
    case reported(Finding)
    case fixed
    case lost
  }

  private let originals: [Finding]
  private var standings: [Standing]

  /// Which of them the session is about; the others stay as they are, and only what stands around them changes.
  private let areAsked: [Bool]

  init(_ findings: [Finding], isAsked: (Finding) -> Bool) {
    originals = findings
    standings = findings.map { .reported($0) }
    areAsked = findings.map(isAsked)
  }

  mutating func follow(_ round: RoundResult) {
    let fates = Dictionary(
      zip(round.before.findings.map(\.identity), round.fates),
      uniquingKeysWith: { first, _ in first })
    standings = standings.map { standing in
      guard case .reported(let finding) = standing else { return standing }
      return switch fates[finding.identity] {
      case .kept(let other), .anew(let other): .reported(other)
      case .fixed: .fixed
      case .lost, nil: .lost
      }
    }
  }

  /// What is still reported, or reported anew, with what is found in its place in the end.
  var pairs: [FollowedFinding] {
    zip(originals, standings).compactMap { original, standing in
      guard case .reported(let finding) = standing else { return nil }
      return FollowedFinding(before: original, after: finding)
    }
  }

  /// Returns what became of the findings that the session is about.
  ///
  /// - Parameter remaining: what is reported in the end, of these.
  func accounts(_ remaining: [Finding]) -> FixAccounts {
    var before = 0
    var fixed = 0
    var kept = 0
    var lost = 0
    var known: Set<FindingIdentity> = []
    for (index, (original, standing)) in zip(originals, standings).enumerated()
    where areAsked[index] {
      before += 1
      switch standing {
      case .fixed: fixed += 1
      case .lost: lost += 1
      case .reported(let finding):
        // Of two that have become one, one is kept.
        let isFirst = known.insert(finding.identity).inserted
        if isFirst, finding.rule == original.rule { kept += 1 }
      }
    }
    return FixAccounts(
      before: before, fixed: fixed, kept: kept, anew: before - fixed - kept - lost, lost: lost,
      introduced: remaining.count { !known.contains($0.identity) })
  }
}
