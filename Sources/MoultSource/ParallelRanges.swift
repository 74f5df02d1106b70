import Dispatch
import Synchronization

/// Maps consecutive ranges that make up `0..<count`, and returns what `body` gives for each, in their order.
///
/// For work inside of what is synchronous; the ranges depend on `count` and `jobs`, so `body` must not let its results
/// depend on where they end.
///
/// - Parameter least: the least number of positions for which a thread is worth its start.
package func parallelRanges<Result: Sendable>(
  _ count: Int, jobs: Int, atLeast least: Int, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] {
  let pieces = jobs > 1 ? max(1, min(jobs * 8, count / least)) : 1
  guard pieces > 1 else { return [body(0..<count)] }
  let results = Mutex<[Result?]>(Array(repeating: nil, count: pieces))
  DispatchQueue.concurrentPerform(iterations: pieces) { piece in
    let result = body(count * piece / pieces..<count * (piece + 1) / pieces)
    results.withLock { $0[piece] = result }
  }
  return results.withLock { $0.compactMap(\.self) }
}
