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

  /// Whether every fix of the rule in that place leads there, whatever it writes.
  package private(set) var isOfAnyText = false

  /// The same for each fix of the rule in that place: one that writes something else has led there as well.
  package var ofAnyText: DeadEnd {
    var end = self
    end.isOfAnyText = true
    return end
  }

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
///
/// What hangs on such a fix is not rewritten without it: a call that stays is told and asked in the words of its own era.
struct DeadEndsAhead {
  private struct Ahead {
    let end: DeadEnd
    var range: ByteRange
    /// What is rewritten together with it.
    var companions: [ByteRange]
  }

  private var ends: [Ahead]
  private let rulesBehind: @Sendable (RuleID) -> Set<RuleID>

  /// - Parameter first: of the texts before all fixes.
  init(
    _ ends: [DeadEnd], _ first: Judgement,
    _ rulesBehind: @escaping @Sendable (RuleID) -> Set<RuleID>
  ) {
    self.ends = ends.map { end in
      Ahead(
        end: end, range: end.origin, companions: first.companions(end.origin, end.finding.path))
    }
    self.rulesBehind = rulesBehind
  }

  /// Follows the code through a round.
  mutating func move(through round: RoundResult) {
    for index in ends.indices {
      let path = ends[index].end.finding.path
      ends[index].range = round.image(of: ends[index].range, in: path)
      ends[index].companions = ends[index].companions.map { round.image(of: $0, in: path) }
    }
  }

  /// Returns why the fix of a finding is not made, or nil if it leads to no dead end.
  func reason(for finding: Finding) -> String? {
    if let next = end(of: finding) {
      return "no fix goes on from there, as '\(next.rule)' says: \(next.nextStep ?? next.message)"
    }
    return leader(of: finding).map { end in
      "it goes with what '\(end.finding.rule)' is about, which is left"
    }
  }

  /// Whether the finding is left because of another one alone, whose fix leads to a dead end.
  func leavesAsCompanion(_ finding: Finding) -> Bool {
    end(of: finding) == nil && leader(of: finding) != nil
  }

  /// Returns the fixes of some findings that lead to dead ends.
  func refused(among findings: [Finding]) -> [RefusedFix] {
    findings.compactMap { finding in
      reason(for: finding).map { RefusedFix(finding: finding, reason: $0, isDeadEnd: true) }
    }
  }

  /// Returns a finding whose fix leads to a dead end as one for a person, who goes the whole way.
  func advised(_ finding: Finding) -> Finding? {
    if let next = end(of: finding) { return finding.left(next.nextStep ?? next.message) }
    return leader(of: finding).map { end in
      finding.left(
        "rewrite it with the call that '\(end.finding.rule)' is about: \(end.next.nextStep ?? end.next.message)"
      )
    }
  }

  /// Returns what is found in the end where the fix of a finding is made: the same rule writes the same there.
  private func end(of finding: Finding) -> Finding? {
    guard finding.fix != nil else { return nil }
    return ends.first { ahead in
      let (end, range) = (ahead.end, ahead.range)
      return end.finding.rule == finding.rule && end.finding.path == finding.path
        && (range.lowerBound == finding.range.lowerBound || range.overlaps(finding.range))
        && (end.isOfAnyText || WrittenFix(end.finding) == WrittenFix(finding))
    }?.end.next
  }

  /// Returns the dead end without which the fix of a finding is not made; nil where others have to go on from it elsewhere.
  private func leader(of finding: Finding) -> DeadEnd? {
    guard finding.fix != nil, !ends.isEmpty else { return nil }
    let behind = rulesBehind(finding.rule)
    guard !behind.isEmpty else { return nil }
    return ends.first { ahead in
      ahead.end.finding.path == finding.path && rulesBehind(ahead.end.finding.rule) == behind
        && ahead.companions.contains { range in
          range.lowerBound <= finding.range.lowerBound
            && finding.range.upperBound <= range.upperBound
        }
    }?.end
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
