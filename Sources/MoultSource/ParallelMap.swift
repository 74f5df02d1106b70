/// Returns `body` of every item, in the order of the items, with at most `jobs` of them at work.
///
/// With one job nothing runs beside the caller.
package func parallelMap<Item: Sendable, Result: Sendable>(
  _ items: [Item], jobs: Int, _ body: @escaping @Sendable (Item) -> Result
) async -> [Result] {
  guard jobs > 1, items.count > 1 else { return items.map(body) }
  // Small pieces even out files of different size; far fewer tasks than files keep the overhead low.
  let size = max(1, items.count / (jobs * 64))
  let pieces = stride(from: 0, to: items.count, by: size).map { start in
    start..<min(start + size, items.count)
  }
  return await withTaskGroup(of: (Int, [Result]).self) { group in
    var next = 0
    func addTask() {
      guard next < pieces.count else { return }
      let piece = pieces[next]
      group.addTask { (piece.lowerBound, items[piece].map(body)) }
      next += 1
    }
    for _ in 0..<jobs { addTask() }
    var results: [Int: [Result]] = [:]
    for await (start, values) in group {
      results[start] = values
      addTask()
    }
    // Each piece goes when it is copied: there may be much of it.
    var all: [Result] = []
    all.reserveCapacity(items.count)
    for piece in pieces { all += results.removeValue(forKey: piece.lowerBound) ?? [] }
    return all
  }
}
