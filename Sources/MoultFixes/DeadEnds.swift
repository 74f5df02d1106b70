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
  ///
  /// - Complexity: O(*n* + *m* · *k*) in the fixes of the round, the places, and the edits of the round in one file.
  mutating func follow(_ round: RoundResult) {
    var edits: [String: [(rule: RuleID, range: ByteRange)]] = [:]
    for fix in places.isEmpty ? [] : round.applied {
      for file in fix.fix?.files ?? [] {
        edits[file.path, default: []] += file.edits.map { (fix.rule, $0.range) }
      }
    }
    places = places.filter { !isLeft($0, by: edits[$0.finding.path] ?? []) }
      .map { ($0.finding, round.image(of: $0.range, in: $0.finding.path)) }
    for finding in round.applied where !rulesBehind(finding.rule).isEmpty {
      // What is found in a statement over lines need not be what the fix is about.
      let text = round.text(before: finding.path)[finding.range.indices]
      guard !text.contains(UInt8(ascii: "\n")) else { continue }
      places.append((finding, round.image(of: finding.range, in: finding.path)))
    }
  }

  private func isLeft(
    _ place: (finding: Finding, range: ByteRange), by edits: [(rule: RuleID, range: ByteRange)]
  ) -> Bool {
    guard edits.contains(where: { $0.range.overlaps(place.range) }) else { return false }
    let rules = rulesBehind(place.finding.rule)
    return edits.contains { rules.contains($0.rule) && $0.range.overlaps(place.range) }
  }

  /// Returns the fixes that lead to what a person has to do.
  ///
  /// - Parameters:
  ///   - remaining: what is found in the end, sorted; a fix that was taken back is advice.
  ///   - known: those that stood there before all fixes.
  func deadEnds(_ remaining: [Finding], besides known: Set<FindingIdentity>) -> [DeadEnd] {
    let new = Dictionary(
      grouping: remaining.filter { $0.fix == nil && !known.contains($0.identity) }, by: \.path)
    return places.compactMap { place in
      guard let found = new[place.finding.path] else { return nil }
      let rules = rulesBehind(place.finding.rule)
      let next = found.first { finding in
        rules.contains(finding.rule) && finding.range.overlaps(place.range)
      }
      return next.map { DeadEnd(finding: place.finding, next: $0) }
    }
  }
}
