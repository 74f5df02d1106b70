import MoultFindings
import MoultSource

/// The fixes that a session undid because of what they did elsewhere, by where they are.
struct TakenBackFixes {
  private struct Entry {
    let finding: Finding
    /// What the finding is known by in the texts at hand.
    var identity: FindingIdentity
    let damage: Damage
    /// Where the damage would be.
    var place: ByteRange
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// - Parameter place: of the damage, in the texts before the round.
  mutating func insert(_ finding: Finding, _ damage: Damage, at place: ByteRange) {
    entries.append(
      Entry(finding: finding, identity: finding.identity, damage: damage, place: place))
  }

  func contains(_ finding: Finding) -> Bool { entry(of: finding) != nil }

  /// Follows the code through a round.
  mutating func move(through round: RoundResult) {
    for index in entries.indices {
      let entry = entries[index]
      entries[index].identity = round.image(of: entry.identity)
      entries[index].place = round.image(of: entry.place, in: entry.damage.path)
    }
  }

  /// Returns the finding as one that a person has to deal with, if its fix was taken back.
  ///
  /// - Parameter texts: what the finding refers to.
  func advised(_ finding: Finding, in texts: [String: [UInt8]]) -> Finding {
    guard let entry = entry(of: finding) else { return finding }
    return finding.left(nextStep(entry, in: texts))
  }

  func refused(in texts: [String: [UInt8]]) -> [RefusedFix] {
    entries.map {
      RefusedFix(finding: $0.finding, reason: reason($0, in: texts), isTakenBack: true)
    }
  }

  private func entry(of finding: Finding) -> Entry? {
    entries.first { $0.identity == finding.identity }
  }

  /// What a person does: what would be lost comes first, and then the fix can be made.
  private func nextStep(_ entry: Entry, in texts: [String: [UInt8]]) -> String {
    if case .loss(let lost) = entry.damage {
      let place = place(of: entry, in: texts)
      return
        "deal with '\(lost.rule)' in \(place) first (\(lost.message)), and run it again; after this fix nothing would report that place any more"
    }
    return "do it by hand, because \(reason(entry, in: texts))"
  }

  private func place(of entry: Entry, in texts: [String: [UInt8]]) -> String {
    let path = entry.damage.path
    let line = texts[path].map { LineIndex($0).line(of: entry.place.lowerBound) } ?? 1
    return path == entry.finding.path ? "line \(line)" : "\(path):\(line)"
  }

  private func reason(_ entry: Entry, in texts: [String: [UInt8]]) -> String {
    let place = place(of: entry, in: texts)
    return switch entry.damage {
    case .loss(let finding):
      "after its fix '\(finding.rule)' in \(place) would no longer be reported"
    case .cycle: "its fix would be undone by others, as some of the hop was taken back"
    case .repetition:
      "what it is about stays as long as something else is not rewritten, and its fix would be made again and again"
    case .error(let error) where [.unusedValue, .lostMutation].contains(error.kind):
      "its fix would lose what \(place) says: \(error.message)"
    case .error(let error): "after its fix \(place) would not compile: \(error.message)"
    }
  }
}

extension RoundResult {
  /// Returns what a finding of before is known by after the round.
  fileprivate func image(of identity: FindingIdentity) -> FindingIdentity {
    FindingIdentity(
      rule: identity.rule, path: identity.path,
      range: image(of: identity.range, in: identity.path), message: identity.message)
  }
}

/// A fix that would make a finding vanish which has a fix of its own, takes a name that another one has taken, or changes
/// nothing about what it is found in as long as another one is not made.
struct WaitingFix {
  let finding: Finding
  let damage: Damage

  /// Of the damage, in the texts before the round.
  let place: ByteRange
}
