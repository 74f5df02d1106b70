/// Findings that a project knows and lets be.
package struct Baseline: Hashable, Sendable {
  /// Sorted, each once.
  package let entries: [Fingerprint]

  package init(_ entries: some Sequence<Fingerprint>) {
    self.entries = Set(entries).sorted()
  }

  /// Returns which findings are known.
  ///
  /// A finding is known if an entry has the same path, rule, context and code; or the same but the path, if
  /// the entry's file is gone, or if it is about a declaration that the entry's file no longer has. The
  /// number among equals counts, not which of them is which.
  ///
  /// - Parameters:
  ///   - findings: all of them, by fingerprint.
  ///   - paths: the files that there are.
  ///   - isJudged: whether the run could have found what an entry is about.
  package func compare(
    _ findings: [Finding: Fingerprint], existing paths: Set<String>,
    isJudged: (Fingerprint) -> Bool
  ) -> BaselineComparison {
    var known: [Key: Int] = [:]
    for entry in entries { known[Key(entry), default: 0] += 1 }
    var unchanged: Set<Finding> = []
    let ordered = findings.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    for (finding, fingerprint) in ordered {
      if known.take(Key(fingerprint)) { unchanged.insert(finding) }
    }
    // What is left of the entries may have moved with its file or its declaration.
    var moved: [MovedKey: [Key]] = [:]
    for (key, count) in known.sorted(by: { $0.key.path < $1.key.path }) where count > 0 {
      guard !paths.contains(key.path) || !key.context.isEmpty else { continue }
      moved[MovedKey(key), default: []] += Array(repeating: key, count: count)
    }
    for (finding, fingerprint) in ordered where !unchanged.contains(finding) {
      let key = Key(fingerprint)
      guard let old = moved[MovedKey(key)]?.popLast() else { continue }
      if known.take(old) { unchanged.insert(finding) }
    }
    var absent: [Fingerprint] = []
    for entry in entries.reversed() where known.take(Key(entry)) && isJudged(entry) {
      absent.append(entry)
    }
    return BaselineComparison(unchanged: unchanged, absent: absent.reversed())
  }

  /// A fingerprint without its number among equals.
  private struct Key: Hashable {
    let path: String
    let rule: RuleID
    let context: String
    let code: String

    init(_ fingerprint: Fingerprint) {
      path = fingerprint.path
      rule = fingerprint.rule
      context = fingerprint.context
      code = fingerprint.code
    }
  }

  /// The same without the path.
  private struct MovedKey: Hashable {
    let rule: RuleID
    let context: String
    let code: String

    init(_ key: Key) {
      rule = key.rule
      context = key.context
      code = key.code
    }
  }
}

/// What a baseline says about the findings of a run.
package struct BaselineComparison: Hashable, Sendable {
  /// Those that it knows.
  package let unchanged: Set<Finding>

  /// What it knows and the run did not find, sorted.
  package let absent: [Fingerprint]

  package init(unchanged: Set<Finding>, absent: [Fingerprint]) {
    self.unchanged = unchanged
    self.absent = absent
  }
}

extension Dictionary where Value == Int {
  /// Takes one of what is counted; returns whether there was one.
  fileprivate mutating func take(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
