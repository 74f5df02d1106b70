import MoultSource

/// One stretch of lines that was replaced by another; one of them may be empty.
struct LineChange: Equatable, Sendable {
  let old: Range<Int>
  let new: Range<Int>
}

/// Returns what turns `old` into `new`, ascending; lines are compared by number.
///
/// The standard library's `difference(from:)` keeps O(*d*²) state for *d* changed lines and no package
/// that this project may depend on offers a bounded one. Here lines that occur once on both sides are
/// matched first; what lies between is compared with Myers' method up to a fixed number of changes, and
/// counts as replaced beyond it.
///
/// - Complexity: O(*n* log *n*) for *n* lines; memory O(*n*).
func lineChanges(from old: [Int], to new: [Int]) -> [LineChange] {
  var matches: [(old: Int, new: Int)] = []
  var open: [(LineChange, depth: Int)] = [
    (LineChange(old: old.indices, new: new.indices), depth: 0)
  ]
  while let (region, depth) = open.popLast() {
    var region = region
    while let a = region.old.first, let b = region.new.first, old[a] == new[b] {
      matches.append((a, b))
      region = LineChange(old: a + 1..<region.old.upperBound, new: b + 1..<region.new.upperBound)
    }
    while let a = region.old.last, let b = region.new.last, old[a] == new[b] {
      matches.append((a, b))
      region = LineChange(old: region.old.lowerBound..<a, new: region.new.lowerBound..<b)
    }
    if region.old.isEmpty || region.new.isEmpty { continue }
    let anchors = depth < 32 ? uniqueMatches(in: region, old, new) : []
    if anchors.isEmpty {
      matches += shortMatches(in: region, old, new)
      continue
    }
    var from = (old: region.old.lowerBound, new: region.new.lowerBound)
    for anchor in anchors {
      matches.append(anchor)
      open.append((LineChange(old: from.old..<anchor.old, new: from.new..<anchor.new), depth + 1))
      from = (anchor.old + 1, anchor.new + 1)
    }
    let rest = LineChange(
      old: from.old..<region.old.upperBound, new: from.new..<region.new.upperBound)
    open.append((rest, depth + 1))
  }
  return gaps(between: matches.sorted { $0.old < $1.old }, old.count, new.count)
}

/// Returns the stretches that no match covers.
private func gaps(
  between matches: [(old: Int, new: Int)], _ oldCount: Int, _ newCount: Int
) -> [LineChange] {
  var changes: [LineChange] = []
  var from = (old: 0, new: 0)
  for match in matches + [(oldCount, newCount)] {
    if match.old > from.old || match.new > from.new {
      changes.append(LineChange(old: from.old..<match.old, new: from.new..<match.new))
    }
    from = (match.old + 1, match.new + 1)
  }
  return changes
}

/// Returns the longest ascending run of matches between lines that occur once on each side.
private func uniqueMatches(
  in region: LineChange, _ old: [Int], _ new: [Int]
) -> [(old: Int, new: Int)] {
  var places: [Int: (old: Int, oldCount: Int, new: Int, newCount: Int)] = [:]
  for index in region.old {
    places[old[index], default: (0, 0, 0, 0)].old = index
    places[old[index], default: (0, 0, 0, 0)].oldCount += 1
  }
  for index in region.new {
    places[new[index], default: (0, 0, 0, 0)].new = index
    places[new[index], default: (0, 0, 0, 0)].newCount += 1
  }
  let candidates = places.values.filter { $0.oldCount == 1 && $0.newCount == 1 }
    .map { (old: $0.old, new: $0.new) }.sorted { $0.old < $1.old }

  // Patience sorting: `tops` holds, for each length of run, the candidate that ends it lowest.
  var tops: [Int] = []
  var previous = [Int](repeating: -1, count: candidates.count)
  for (number, candidate) in candidates.enumerated() {
    let place = tops.partitioningIndex { candidates[$0].new >= candidate.new }
    if place > 0 { previous[number] = tops[place - 1] }
    if place < tops.count { tops[place] = number } else { tops.append(number) }
  }
  var run: [(old: Int, new: Int)] = []
  var link = tops.last ?? -1
  while link >= 0 {
    run.append(candidates[link])
    link = previous[link]
  }
  return run.reversed()
}

/// Returns the matches of a shortest edit script, or none if it is longer than a fixed limit.
private func shortMatches(
  in region: LineChange, _ old: [Int], _ new: [Int]
) -> [(old: Int, new: Int)] {
  let limit = min(128, region.old.count + region.new.count)
  let (oldStart, newStart) = (region.old.lowerBound, region.new.lowerBound)
  // `reach[k]` is how far into the old lines the best script on diagonal `k - limit - 1` gets.
  var reach = [Int](repeating: 0, count: 2 * limit + 3)
  var trace: [[Int]] = []
  for edits in 0...limit {
    trace.append(reach)
    for diagonal in stride(from: -edits, through: edits, by: 2) {
      let k = diagonal + limit + 1
      let isDown = diagonal == -edits || (diagonal != edits && reach[k - 1] < reach[k + 1])
      var x = isDown ? reach[k + 1] : reach[k - 1] + 1
      var y = x - diagonal
      while x < region.old.count, y < region.new.count, y >= 0,
        old[oldStart + x] == new[newStart + y]
      {
        x += 1
        y += 1
      }
      reach[k] = x
      if x == region.old.count, y == region.new.count {
        return backtrack(trace, from: (x, y), limit).map { (oldStart + $0, newStart + $1) }
      }
    }
  }
  return []
}

/// Returns the matched positions on the way that `trace` records, in any order.
private func backtrack(_ trace: [[Int]], from end: (Int, Int), _ limit: Int) -> [(Int, Int)] {
  var matches: [(Int, Int)] = []
  var (x, y) = end
  for edits in stride(from: trace.count - 1, through: 0, by: -1) {
    let reach = trace[edits]
    let diagonal = x - y
    let k = diagonal + limit + 1
    let isDown = diagonal == -edits || (diagonal != edits && reach[k - 1] < reach[k + 1])
    let startX = edits == 0 ? 0 : isDown ? reach[k + 1] : reach[k - 1]
    let startY = edits == 0 ? 0 : startX - (isDown ? diagonal + 1 : diagonal - 1)
    let slideX = edits == 0 ? 0 : isDown ? startX : startX + 1
    while x > slideX {
      x -= 1
      y -= 1
      matches.append((x, y))
    }
    (x, y) = (startX, startY)
  }
  return matches
}
