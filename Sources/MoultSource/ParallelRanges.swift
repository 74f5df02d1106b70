import Dispatch
import Synchronization

/// Divides `0..<count` into consecutive ranges for `jobs` threads to share.
///
/// - Parameter least: the least number of positions for which a thread is worth its start.
/// - Returns: one range, which may be empty, where there is too little to share.
package func sharedRanges(_ count: Int, jobs: Int, atLeast least: Int) -> [Range<Int>] {
  let pieces = jobs > 1 ? max(1, min(jobs * 8, count / least)) : 1
  return (0..<pieces).map { count * $0 / pieces..<count * ($0 + 1) / pieces }
}

/// Maps the ranges of `sharedRanges`, and returns what `body` gives for each, in their order.
///
/// For work inside of what is synchronous; the ranges depend on `count` and `jobs`, so `body` must not let its results
/// depend on where they end.
///
/// - Parameter least: the least number of positions for which a thread is worth its start.
package func parallelRanges<Result: Sendable>(
  _ count: Int, jobs: Int, atLeast least: Int, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] {
  let ranges = sharedRanges(count, jobs: jobs, atLeast: least)
  guard ranges.count > 1 else { return ranges.map(body) }
  let results = Mutex<[Result?]>(Array(repeating: nil, count: ranges.count))
  DispatchQueue.concurrentPerform(iterations: ranges.count) { piece in
    let result = body(ranges[piece])
    results.withLock { $0[piece] = result }
  }
  return results.withLock { $0.compactMap { $0 } }
}

/// Does things that know nothing of each other, beside each other where there is more than one job.
///
/// For what takes one thread each: `parallelRanges` in one of them would have no other.
///
package func together(jobs: Int, _ works: [@Sendable () -> Void]) {
  guard jobs > 1 else {
    for work in works { work() }
    return
  }
  DispatchQueue.concurrentPerform(iterations: works.count) { works[$0]() }
}
