package import MoultFindings
import MoultSource

/// A fix in whose place something is found that no fix goes on from.
package struct DeadEnd: Hashable, Sendable {
  /// The finding whose fix was made, as it was found.
  package let finding: Finding

  /// What is found there in the end, for a person.
  package let next: Finding
}

/// Where the fixes of a session that others have to go on from stand.
struct FixesOnTheWay {
  private var places: [(finding: Finding, range: ByteRange)] = []
  private let rulesBehind: @Sendable (RuleID) -> Set<RuleID>

  /// - Parameter rulesBehind: the rules that go on where those of a rule's fixes end.
  init(_ rulesBehind: @escaping @Sendable (RuleID) -> Set<RuleID>) {
    self.rulesBehind = rulesBehind
  }

  /// Follows the code through a round; what a fix goes on from is on the way no longer.
  mutating func follow(_ round: RoundResult) {
    places = places.filter { !isLeft($0, by: round.applied) }
      .map { ($0.finding, round.image(of: $0.range, in: $0.finding.path)) }
    for finding in round.applied where !rulesBehind(finding.rule).isEmpty {
      // What is found in a statement over lines need not be what the fix is about.
      let text = round.text(before: finding.path)[finding.range.indices]
      guard !text.contains(UInt8(ascii: "\n")) else { continue }
      places.append((finding, round.image(of: finding.range, in: finding.path)))
    }
  }

  private func isLeft(_ place: (finding: Finding, range: ByteRange), by fixes: [Finding]) -> Bool {
    let rules = rulesBehind(place.finding.rule)
    return fixes.contains { fix in
      rules.contains(fix.rule)
        && fix.fix?.files.contains { file in
          file.path == place.finding.path
            && file.edits.contains { $0.range.overlaps(place.range) }
        } ?? false
    }
  }

  /// Returns the fixes that lead to what a person has to do.
  ///
  /// - Parameters:
  ///   - remaining: what is found in the end, sorted; a fix that was taken back is advice.
  ///   - known: those that stood there before all fixes.
  func deadEnds(_ remaining: [Finding], besides known: Set<FindingIdentity>) -> [DeadEnd] {
    let new = remaining.filter { $0.fix == nil && !known.contains($0.identity) }
    return places.compactMap { place in
      let rules = rulesBehind(place.finding.rule)
      let next = new.first { finding in
        finding.path == place.finding.path && rules.contains(finding.rule)
          && finding.range.overlaps(place.range)
      }
      return next.map { DeadEnd(finding: place.finding, next: $0) }
    }
  }
}
