import MoultFindings
import MoultSource

/// The fixes that a session undid because of what they did elsewhere, by where they are.
struct TakenBackFixes {
  private struct Entry {
    let finding: Finding
    var start: ByteOffset
    let damage: Damage
    /// Where the damage would be.
    var place: ByteRange
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// - Parameter place: of the damage, in the texts before the round.
  mutating func insert(_ finding: Finding, _ damage: Damage, at place: ByteRange) {
    entries.append(
      Entry(finding: finding, start: finding.range.lowerBound, damage: damage, place: place))
  }

  func contains(_ finding: Finding) -> Bool { entry(of: finding) != nil }

  /// Follows the code through a round.
  mutating func move(through round: RoundResult) {
    for index in entries.indices {
      let entry = entries[index]
      entries[index].start =
        round.image(of: entry.start..<entry.start, in: entry.finding.path).lowerBound
      entries[index].place = round.image(of: entry.place, in: entry.damage.path)
    }
  }

  /// Returns the finding as one that a person has to deal with, if its fix was taken back.
  ///
  /// - Parameter texts: what the finding refers to.
  func advised(_ finding: Finding, in texts: [String: [UInt8]]) -> Finding {
    guard let entry = entry(of: finding) else { return finding }
    return Finding(
      rule: finding.rule, severity: finding.severity, path: finding.path, range: finding.range,
      message: finding.message,
      nextStep: "do it by hand, because \(reason(entry, in: texts))",
      evidence: finding.evidence, related: finding.related)
  }

  func refused(in texts: [String: [UInt8]]) -> [RefusedFix] {
    entries.map { RefusedFix(finding: $0.finding, reason: reason($0, in: texts)) }
  }

  private func entry(of finding: Finding) -> Entry? {
    entries.first {
      $0.finding.rule == finding.rule && $0.finding.path == finding.path
        && $0.start == finding.range.lowerBound
    }
  }

  private func reason(_ entry: Entry, in texts: [String: [UInt8]]) -> String {
    let path = entry.damage.path
    let line = texts[path].map { LineIndex($0).line(of: entry.place.lowerBound) } ?? 1
    let place = path == entry.finding.path ? "line \(line)" : "\(path):\(line)"
    return switch entry.damage {
    case .loss(let finding):
      "after its fix '\(finding.rule)' in \(place) would no longer be reported"
    case .cycle: "its fix would be undone by others, as some of the hop was taken back"
    case .error(let error): "after its fix \(place) would not compile: \(error.message)"
    }
  }
}
