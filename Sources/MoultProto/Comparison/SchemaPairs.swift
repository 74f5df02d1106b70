/// Two lists of declarations, and which of them are the same thing.
struct SchemaPairs<Element> {
  /// The elements that are on both sides, in the order of the new side, with the reason if the names differ.
  var pairs: [(old: Int, new: Int, evidence: String?)] = []

  /// The indices of what only the old side has, ascending.
  var removed: [Int]

  /// The indices of what only the new side has, ascending.
  var added: [Int]

  let old: [Element]
  let new: [Element]

  init(_ old: [Element], _ new: [Element]) {
    self.old = old
    self.new = new
    removed = Array(old.indices)
    added = Array(new.indices)
  }

  /// Pairs what has the same key on both sides and is alone with it there.
  ///
  /// - Parameters:
  ///   - key: nil for what cannot be told by it.
  ///   - agrees: whether two of the same key can be the same thing.
  ///   - evidence: what the key says, where the names differ.
  mutating func pair<Key: Hashable>(
    by key: (Element) -> Key?, where agrees: (Element, Element) -> Bool = { _, _ in true },
    evidence: (Element, Element) -> String? = { _, _ in nil }
  ) {
    func grouped(_ indices: [Int], _ elements: [Element]) -> [Key: [Int]] {
      var groups: [Key: [Int]] = [:]
      for index in indices {
        if let key = key(elements[index]) { groups[key, default: []].append(index) }
      }
      return groups
    }
    let before = grouped(removed, old)
    let after = grouped(added, new)
    var found: [(old: Int, new: Int)] = []
    for (key, olds) in before {
      guard let news = after[key], olds.count == 1, news.count == 1,
        agrees(old[olds[0]], new[news[0]])
      else { continue }
      found.append((olds[0], news[0]))
    }
    take(found, evidence)
  }

  /// Pairs what is most alike, best first, down to a least likeness.
  ///
  /// - Parameter likeness: from 0 to 1, with what to say of it; nil for what cannot be the same.
  mutating func pair(
    byLikeness likeness: (Element, Element) -> (value: Double, evidence: String)?,
    atLeast least: Double
  ) {
    var candidates: [(value: Double, old: Int, new: Int, evidence: String)] = []
    for before in removed {
      for after in added {
        guard let found = likeness(old[before], new[after]), found.value >= least else { continue }
        candidates.append((found.value, before, after, found.evidence))
      }
    }
    candidates.sort { a, b in
      if a.value != b.value { return a.value > b.value }
      let distance = (abs(a.old - a.new), abs(b.old - b.new))
      return distance.0 != distance.1 ? distance.0 < distance.1 : (a.old, a.new) < (b.old, b.new)
    }
    var usedOld: Set<Int> = []
    var usedNew: Set<Int> = []
    for candidate in candidates
    where !usedOld.contains(candidate.old) && !usedNew.contains(candidate.new) {
      usedOld.insert(candidate.old)
      usedNew.insert(candidate.new)
      pairs.append((candidate.old, candidate.new, candidate.evidence))
    }
    removed.removeAll(where: usedOld.contains)
    added.removeAll(where: usedNew.contains)
    pairs.sort { $0.new < $1.new }
  }

  private mutating func take(
    _ found: [(old: Int, new: Int)], _ evidence: (Element, Element) -> String?
  ) {
    let usedOld = Set(found.map(\.old))
    let usedNew = Set(found.map(\.new))
    pairs += found.map { ($0.old, $0.new, evidence(old[$0.old], new[$0.new])) }
    pairs.sort { $0.new < $1.new }
    removed.removeAll(where: usedOld.contains)
    added.removeAll(where: usedNew.contains)
  }
}
