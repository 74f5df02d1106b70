package import MoultFindings

/// Returns how often each rule found something, and with which fixes, as a table for people.
///
/// - Parameters:
///   - applied: findings whose fixes were applied; they are in none of the other columns.
///   - remaining: what is still found.
package func statistics(applied: [Finding] = [], remaining: [Finding]) -> String {
  struct Counts {
    var applied = 0
    var safeties: [Safety: Int] = [:]
    var found: Int { applied + safeties.values.reduce(0, +) }
  }
  var counts: [RuleID: Counts] = [:]
  for finding in applied { counts[finding.rule, default: Counts()].applied += 1 }
  for finding in remaining {
    counts[finding.rule, default: Counts()].safeties[finding.safety, default: 0] += 1
  }
  let heads = ["rule", "found", "fixed"] + Safety.allCases.map(\.rawValue)
  var rows = counts.sorted { ($1.value.found, $0.key) < ($0.value.found, $1.key) }
    .map { rule, counts in
      [rule.rawValue, String(counts.found), String(counts.applied)]
        + Safety.allCases.map { String(counts.safeties[$0] ?? 0) }
    }
  rows.insert(heads, at: 0)
  let widths = heads.indices.map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
  return rows.map { row in
    row.indices.map { column in
      let space = String(repeating: " ", count: widths[column] - row[column].utf8.count)
      return column == 0 ? row[column] + space : space + row[column]
    }.joined(separator: "  ") + "\n"
  }.joined()
}
