import MoultFindings
import MoultFixes

/// The fixes that passes of one session hold back, because no fix goes on from what they write.
///
/// What stays of an older era can keep its neighbours from moving on: where more is left in a file than without the hold, its
/// fixes are made after all. What hangs on a fix that is held back is no such neighbour. Where another fix of the same place leads
/// to no fix either, none of that place is made.
struct DeadEndHolds {
  private(set) var ends: [DeadEnd] = []

  /// What is left by file where nothing is held back.
  private var left: [String: Int]?
  private var barred: Set<String> = []

  /// Takes up what a pass led to; false if the pass stands.
  mutating func takeUp(_ outcome: FixOutcome) -> Bool {
    let now = Dictionary(outcome.remaining.map { ($0.path, 1) }, uniquingKeysWith: +)
      .merging(outcome.companions, uniquingKeysWith: -)
    let before = left ?? now
    left = before
    let worse = Set(ends.map(\.finding.path)).filter {
      now[$0, default: 0] > before[$0, default: 0]
    }
    barred.formUnion(worse)
    let settled = Set(ends.filter(\.isOfAnyText).map(\.place))
    let known = Set(ends.map(\.place))
    let new = outcome.deadEnds.filter {
      !barred.contains($0.finding.path) && !settled.contains($0.place)
    }.map { known.contains($0.place) ? $0.ofAnyText : $0 }
    let led = Set(new.map(\.place))
    let kept = ends.filter { !worse.contains($0.finding.path) && !led.contains($0.place) }
    defer { ends = kept + new }
    return !worse.isEmpty || !new.isEmpty
  }
}
