import MoultFindings
import MoultSource

/// What a round must not do.
enum Damage: Hashable {
  /// Nothing would report the finding any more.
  case loss(Finding)
  /// What did not stand there before, a compiler would refuse.
  case error(DefiniteError)
  /// The fix belongs to ones that would lead back to earlier texts, because of what was taken back.
  case cycle(Finding)
  /// What the fix is about is still there after it, and it would be made in each round.
  case repetition(Finding)

  var path: String {
    switch self {
    case .loss(let finding): finding.path
    case .error(let error): error.path
    case .cycle(let finding), .repetition(let finding): finding.path
    }
  }

  /// Returns whether some of `others`, which fewer fixes of the same round do, is the same.
  func persists(among others: [Damage]) -> Bool { DamageSet(others).contains(self) }
}

/// Damages that a part of a round does.
struct DamageSet {
  private var errors: Set<ErrorKey> = []
  private var others: Set<Damage> = []

  init(_ damages: [Damage]) {
    for damage in damages {
      if case .error(let error) = damage {
        errors.insert(ErrorKey(error))
      } else {
        others.insert(damage)
      }
    }
  }

  /// Returns whether a damage of the whole round is among them.
  func contains(_ damage: Damage) -> Bool {
    if case .error(let error) = damage { return errors.contains(ErrorKey(error)) }
    return others.contains(damage)
  }
}

extension RoundResult {
  /// Returns where a damage is, or what it came from, in the texts before the round.
  func originalPlace(of damage: Damage) -> ByteRange {
    switch damage {
    case .loss(let finding), .cycle(let finding), .repetition(let finding): return finding.range
    case .error(let error):
      guard let change = changes[error.path] else { return error.range }
      return change.source(of: error.range)
    }
  }

  /// Returns the fixes by how likely they are to have done the damage, least first; equals in reverse report order.
  ///
  /// What edits the same lines is the likeliest, then what takes an import from the file in which a finding is lost, then
  /// what edits a file or declaration that the finding's evidence names, then the same file by distance, then fixes of the
  /// same rule family, then the rest.
  func suspects(of damage: Damage) -> [Finding] {
    let scored = applied.enumerated().map { (index: $0.offset, fix: $0.element) }
      .map { (index: $0.index, fix: $0.fix, suspicion: suspicion(of: $0.fix, damage)) }
    return scored.sorted { a, b in
      if a.suspicion != b.suspicion { return a.suspicion < b.suspicion }
      return a.index > b.index
    }.map(\.fix)
  }

  /// Returns the fix that wrote what a compiler would refuse, if that is certain.
  func writer(of damage: Damage) -> Finding? {
    let writers = writers(of: damage)
    return writers.count == 1 ? writers[0] : nil
  }

  /// Returns the fixes that wrote what a compiler would refuse, all of them in the same words; nothing if that is not certain.
  ///
  /// The fix of several places stands at each of them, and does what it does as long as one of these is left.
  func writers(of damage: Damage) -> [Finding] {
    guard case .error(let error) = damage, let change = changes[error.path] else { return [] }
    let source = change.source(of: error.range)
    var written: Edit?
    var writers: [Finding] = []
    for finding in applied {
      let own = finding.fix?.files.filter { $0.path == error.path }.flatMap(\.edits) ?? []
      let covering = own.first { edit in
        !edit.replacement.isEmpty && edit.range.isEmpty == source.isEmpty
          && edit.range.lowerBound <= source.lowerBound
          && source.upperBound <= edit.range.upperBound
      }
      guard let covering else { continue }
      guard covering == written ?? covering else { return [] }
      written = covering
      writers.append(finding)
    }
    return writers
  }

  private func suspicion(of finding: Finding, _ damage: Damage) -> Suspicion {
    guard let fix = finding.fix else { return Suspicion(rank: 0) }
    let place = originalPlace(of: damage)
    var distance = Int.max
    for file in fix.files where file.path == damage.path {
      for edit in file.edits {
        let gap = max(
          edit.range.lowerBound.index - place.upperBound.index,
          place.lowerBound.index - edit.range.upperBound.index, 0)
        distance = min(distance, gap)
      }
    }
    // A line is seldom longer.
    if distance < 100 { return Suspicion(rank: Suspicion.sameLine, distance: distance) }
    if case .loss = damage, distance < Int.max, fixesOfImports.contains(finding.identity) {
      return Suspicion(rank: 4)
    }
    if isNamed(finding, asEvidenceOf: damage) { return Suspicion(rank: 3, distance: distance) }
    if distance < Int.max { return Suspicion(rank: 2, distance: distance) }
    switch damage {
    case .loss(let lost): return Suspicion(rank: lost.rule.isRelated(to: finding.rule) ? 1 : 0)
    case .error, .cycle, .repetition: return Suspicion(rank: 0)
    }
  }

  private func isNamed(_ fix: Finding, asEvidenceOf damage: Damage) -> Bool {
    guard case .loss(let lost) = damage else { return false }
    if lost.related.contains(where: { $0.path == fix.path }) { return true }
    guard let text = texts[fix.path] else { return false }
    let line = LineIndex(text).line(of: fix.range.lowerBound)
    let place = "\(fix.path):\(line)"
    return lost.evidence.contains { $0.text.hasSuffix(place) || $0.text.contains(place + ":") }
  }
}

/// How likely a fix is to have done something: a rank, and the nearer the likelier within one.
private struct Suspicion: Comparable {
  /// The highest rank.
  static let sameLine = 5

  let rank: Int
  var distance = Int.max

  static func < (lhs: Suspicion, rhs: Suspicion) -> Bool {
    if lhs.rank != rhs.rank { return lhs.rank < rhs.rank }
    return lhs.distance > rhs.distance
  }
}

extension RuleID {
  /// The library that the rule is about.
  var library: Substring { rawValue.prefix { $0 != "." } }

  /// Whether both are rules of one library.
  fileprivate func isRelated(to other: RuleID) -> Bool { library == other.library }
}
