package import MoultFindings

/// The fixes that wait for others which a session may not apply, or was not asked for.
///
/// A module that is renamed leaves no file between two eras: what is safe alone, or chosen alone, does not build while
/// other uses of the old module stay.
package struct HeldBackFixes: Hashable, Sendable {
  /// Rules whose fixes wait in some files.
  package struct Hold: Hashable, Sendable {
    package let rules: Set<RuleID>

    /// The files whose findings wait.
    package let paths: Set<String>

    /// A sentence without a final period.
    package let reason: String

    package init(rules: Set<RuleID>, paths: Set<String>, reason: String) {
      self.rules = rules
      self.paths = paths
      self.reason = reason
    }
  }

  private let holds: [Hold]

  /// What fixes lead to from which no other goes on.
  private(set) var deadEnds: [DeadEnd] = []

  package init(_ holds: [Hold] = []) { self.holds = holds }

  var isEmpty: Bool { holds.isEmpty && deadEnds.isEmpty }

  /// Returns why the fix of a finding waits, or nil if it need not.
  ///
  /// - Complexity: O(*n*) in the holds, which are as many as hops that rename a module.
  package func reason(for finding: Finding) -> String? {
    holds.first {
      $0.rules.contains(finding.rule) && $0.paths.contains(finding.path)
    }?.reason
  }

  /// Returns the same with more that waits; what waits already keeps its reason.
  package func adding(_ more: [Hold]) -> HeldBackFixes {
    var all = HeldBackFixes(holds + more)
    all.deadEnds = deadEnds
    return all
  }

  /// Returns the same without the fixes that lead to dead ends.
  package func adding(_ more: [DeadEnd]) -> HeldBackFixes {
    var all = self
    all.deadEnds += more
    return all
  }
}
