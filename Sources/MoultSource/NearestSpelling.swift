/// Returns the name in `known` that was most likely meant by `name`, or nil if none is near.
///
/// The first of several equally near names is chosen.
package func nearestSpelling(of name: String, among known: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(100))
  var best: (name: String, distance: Int)?
  for candidate in known {
    let distance = distance(wanted, Array(candidate.lowercased().utf8.prefix(100)))
    let isNear = distance <= max(1, min(wanted.count, candidate.utf8.count) / 3)
    if isNear, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  if let best { return best.name }
  // The part after the dot alone is the likeliest way to shorten a rule's name.
  return known.first { $0.hasSuffix("." + name) }
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbours between two texts.
private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var rows = [[Int]](repeating: Array(0...b.count), count: 1)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, rows[i - 1][j - 1] + 1)
      }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
