/// Returns a part of `items` that passes, no item of which can be left out: Zeller's *ddmin*.
///
/// With one guilty item among *n*, O(log *n*) parts are tried; O(*n*²) at worst.
///
/// - Parameter passes: known to hold for all of `items`.
func fewest<Item: Hashable>(
  _ items: [Item], passes: ([Item]) async throws(Failure) -> Bool
) async throws(Failure) -> [Item] {
  var current = items
  var pieces = 2
  var tried: [[Item]: Bool] = [:]
  func holds(_ part: [Item]) async throws(Failure) -> Bool {
    if let known = tried[part] { return known }
    let result = try await passes(part)
    tried[part] = result
    return result
  }
  search: while current.count > 1 {
    let size = (current.count + pieces - 1) / pieces
    let parts = stride(from: 0, to: current.count, by: size).map { start in
      Array(current[start..<min(start + size, current.count)])
    }
    for part in parts where try await holds(part) {
      current = part
      pieces = 2
      continue search
    }
    for part in parts where pieces > 2 {
      let rest = current.filter { !part.contains($0) }
      if try await holds(rest) {
        current = rest
        pieces = max(pieces - 1, 2)
        continue search
      }
    }
    if pieces >= current.count { break }
    pieces = min(pieces * 2, current.count)
  }
  return current
}
