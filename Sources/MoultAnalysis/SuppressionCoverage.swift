package import MoultFindings
package import MoultSource
package import MoultSurfaces

/// Which comments of one file cover which of its findings.
///
/// - Complexity: O((*f* + *s*) log (*f* + *s*)) in findings and suppressions, as long as few scopes of one rule hold one place.
package struct SuppressionCoverage {
  /// The suppression that covers a finding, by their positions; of several the first one in the file.
  package private(set) var suppressions: [Int: Int] = [:]

  /// Where findings begin, ascending, by rule.
  private let starts: [RuleID: [ByteOffset]]

  package init(of findings: [Finding], by suppressions: [Suppression]) {
    let byRule = Dictionary(grouping: findings.indices) { findings[$0].rule }
      .mapValues { positions in
        positions.sorted { findings[$0].range.lowerBound < findings[$1].range.lowerBound }
      }
    starts = byRule.mapValues { $0.map { findings[$0].range.lowerBound } }
    var scopes: [RuleID: [(scope: ByteRange, suppression: Int)]] = [:]
    for (number, suppression) in suppressions.enumerated() {
      for rule in suppression.rules where byRule[rule.id] != nil {
        scopes[rule.id, default: []].append((rule.scope, number))
      }
    }
    for (rule, scopes) in scopes {
      let scopes = scopes.sorted { $0.scope.lowerBound < $1.scope.lowerBound }
      var open: [(scope: ByteRange, suppression: Int)] = []
      var next = 0
      for position in byRule[rule] ?? [] {
        let place = findings[position].range.lowerBound
        while next < scopes.count, scopes[next].scope.lowerBound <= place {
          open.append(scopes[next])
          next += 1
        }
        open.removeAll { $0.scope.upperBound <= place }
        self.suppressions[position] = open.map(\.suppression).min()
      }
    }
  }

  /// Returns whether a finding of the rule begins in a part of the file.
  package func holdsFinding(of rule: RuleID, in scope: ByteRange) -> Bool {
    guard let starts = starts[rule] else { return false }
    let first = starts.partitioningIndex { $0 >= scope.lowerBound }
    return first < starts.count && starts[first] < scope.upperBound
  }
}
