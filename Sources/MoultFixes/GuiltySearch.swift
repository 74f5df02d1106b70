/// The search for the fix that does a damage, among suspects in the order of how likely they are.
///
/// All but the likeliest are tried, then all but the two likeliest, the four, and so on, until the damage is gone; then the
/// stretch in which the guilty one stands is halved. Takes O(log *k*) trials where it is the *k*-th likeliest.
struct GuiltySearch {
  private let count: Int

  /// The first so many do the damage.
  private var done: Int

  /// The first so many do not.
  private var harmless = 0
  private var step = 1

  /// - Parameter count: of the suspects, the likeliest last; all of them do the damage, and without any there is none.
  init(among count: Int) {
    self.count = count
    done = count
  }

  /// How many of the suspects, from the first, are to be tried next; nil once the guilty one is known.
  var next: Int? {
    guard done - harmless > 1 else { return nil }
    return harmless == 0 && step < count ? count - step : (done + harmless) / 2
  }

  /// The position of the guilty one, once there is nothing to try.
  var guilty: Int { done - 1 }

  /// Learns whether the first so many, which were `next`, do the damage.
  mutating func note(_ isDone: Bool, byFirst tried: Int) {
    if isDone { done = tried } else { harmless = tried }
    step *= 2
  }
}

/// Returns the position of a fix that does a damage once all before it are applied.
///
/// - Parameters:
///   - count: of the suspects, the likeliest last; all of them together do the damage, and without any there is none.
///   - isDone: whether the first so many do it. Asked O(log *k*) times if the guilty one is the *k*-th from the end.
func guiltyIndex(among count: Int, isDone: (Int) async -> Bool) async -> Int {
  var search = GuiltySearch(among: count)
  while let next = search.next { search.note(await isDone(next), byFirst: next) }
  return search.guilty
}
