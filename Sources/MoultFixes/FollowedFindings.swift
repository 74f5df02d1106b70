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

  init(_ findings: [Finding]) {
    originals = findings
    standings = findings.map { .reported($0) }
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

  /// - Parameter remaining: what is reported in the end.
  func accounts(_ remaining: [Finding]) -> FixAccounts {
    var fixed = 0
    var kept = 0
    var lost = 0
    var known: Set<FindingIdentity> = []
    for (original, standing) in zip(originals, standings) {
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
      before: originals.count, fixed: fixed, kept: kept,
      anew: originals.count - fixed - kept - lost, lost: lost,
      introduced: remaining.count { !known.contains($0.identity) })
  }
}
