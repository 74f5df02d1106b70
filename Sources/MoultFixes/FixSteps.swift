package import MoultFindings

/// The fixes of one rule that were applied together.
package struct FixStep: Sendable {
  package let rule: RuleID

  /// The number of fixes.
  package let count: Int

  /// The bytes after the step of each file that it changes, by path.
  package let changed: [String: [UInt8]]
}

extension FixOutcome {
  /// Returns the way from the first texts to the last, one step for each rule in each round.
  ///
  /// Fixes of a round were found in the same texts and do not meet, so any of them can go first.
  ///
  /// - Parameter order: returns what rules of one round are sorted by, least first, before their names.
  package func steps(_ inspection: Inspection, order: (RuleID) -> Int) -> [FixStep] {
    var steps: [FixStep] = []
    for round in history {
      let rules = Set(round.applied.map(\.rule)).sorted { (order($0), $0) < (order($1), $1) }
      var done: [Finding] = []
      var texts = round.texts
      for rule in rules {
        let own = round.applied.filter { $0.rule == rule }
        done += own
        var changed: [String: [UInt8]] = [:]
        for (path, combined) in combinedEdits(of: done, in: round.texts, inspection)
        where texts[path] != combined.text {
          texts[path] = combined.text
          changed[path] = combined.text
        }
        if !changed.isEmpty {
          steps.append(FixStep(rule: rule, count: own.count, changed: changed))
        }
      }
    }
    return steps
  }
}
