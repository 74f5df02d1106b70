package import MoultFindings
package import MoultSource

/// A fix in whose place something is found that no fix goes on from.
package struct DeadEnd: Hashable, Sendable {
  /// The finding whose fix was made, as it was found.
  package let finding: Finding

  /// What is found there in the end, for a person.
  package let next: Finding

  /// Where what the fix was about stood before all fixes.
  package let origin: ByteRange

  /// The same wherever other fixes have moved the code to by the time that the fix is offered.
  package var place: Place {
    Place(rule: finding.rule, path: finding.path, origin: origin)
  }

  /// Where the code stood before all fixes, and which rule found it.
  package struct Place: Hashable, Sendable {
    let rule: RuleID
    let path: String
    let origin: ByteRange
  }
}

/// The dead ends that fixes of a session would lead to, where they are in the texts at hand.
struct DeadEndsAhead {
  private var ends: [(end: DeadEnd, range: ByteRange)]

  init(_ ends: [DeadEnd]) { self.ends = ends.map { ($0, $0.origin) } }

  /// Follows the code through a round.
  mutating func move(through round: RoundResult) {
    ends = ends.map { ($0.end, round.image(of: $0.range, in: $0.end.finding.path)) }
  }

  /// Returns why the fix of a finding is not made, or nil if it leads to no dead end.
  func reason(for finding: Finding) -> String? {
    end(of: finding).map { next in
      "no fix goes on from there, as '\(next.rule)' says: \(next.nextStep ?? next.message)"
    }
  }

  /// Returns the fixes of some findings that lead to dead ends.
  func refused(among findings: [Finding]) -> [RefusedFix] {
    findings.compactMap { finding in
      reason(for: finding).map { RefusedFix(finding: finding, reason: $0, isDeadEnd: true) }
    }
  }

  /// Returns a finding whose fix leads to a dead end as one for a person, who goes the whole way.
  func advised(_ finding: Finding) -> Finding? {
    guard let next = end(of: finding) else { return nil }
    return finding.left(next.nextStep ?? next.message)
  }

  /// Returns what is found in the end where the fix of a finding is made: the same rule writes the same there.
  private func end(of finding: Finding) -> Finding? {
    guard finding.fix != nil else { return nil }
    return ends.first { end, range in
      end.finding.rule == finding.rule && end.finding.path == finding.path
        && (range.lowerBound == finding.range.lowerBound || range.overlaps(finding.range))
        && WrittenFix(end.finding) == WrittenFix(finding)
    }?.end.next
  }
}

/// Where the fixes of a session that others have to go on from stand.
struct FixesOnTheWay {
  private var places: [(finding: Finding, origin: ByteRange, range: ByteRange)] = []

  /// What each round has done, to find out where something stood before all.
  private var rounds: [[String: CombinedEdits]] = []
  private let rulesBehind: @Sendable (RuleID) -> Set<RuleID>

  /// - Parameter rulesBehind: the rules that go on where those of a rule's fixes end.
  init(_ rulesBehind: @escaping @Sendable (RuleID) -> Set<RuleID>) {
    self.rulesBehind = rulesBehind
  }

  /// Follows the code through a round; what a fix goes on from is on the way no longer.
  ///
  /// - Complexity: O(*n* + *m* · *k*) in the fixes of the round, the places, and the edits of the round in one file.
  mutating func follow(_ round: RoundResult) {
    defer { rounds.append(round.changes) }
    var edits: [String: [(rule: RuleID, range: ByteRange)]] = [:]
    for fix in places.isEmpty ? [] : round.applied {
      for file in fix.fix?.files ?? [] {
        edits[file.path, default: []] += file.edits.map { (fix.rule, $0.range) }
      }
    }
    places = places.filter { !isLeft($0.finding, $0.range, by: edits[$0.finding.path] ?? []) }
      .map { ($0.finding, $0.origin, round.image(of: $0.range, in: $0.finding.path)) }
    for finding in round.applied where !rulesBehind(finding.rule).isEmpty {
      // What is found in a statement over lines need not be what the fix is about.
      let text = round.text(before: finding.path)[finding.range.indices]
      guard !text.contains(UInt8(ascii: "\n")) else { continue }
      let origin = rounds.reversed().reduce(finding.range) { range, changes in
        changes[finding.path]?.source(of: range) ?? range
      }
      places.append((finding, origin, round.image(of: finding.range, in: finding.path)))
    }
  }

  private func isLeft(
    _ finding: Finding, _ range: ByteRange, by edits: [(rule: RuleID, range: ByteRange)]
  ) -> Bool {
    guard edits.contains(where: { $0.range.overlaps(range) }) else { return false }
    let rules = rulesBehind(finding.rule)
    return edits.contains { rules.contains($0.rule) && $0.range.overlaps(range) }
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
      return next.map { DeadEnd(finding: place.finding, next: $0, origin: place.origin) }
    }
  }
}
