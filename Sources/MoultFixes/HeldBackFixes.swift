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

  /// What is found in the end where a fix is made, by what it writes.
  private var deadEnds: [WrittenFix: Finding] = [:]

  package init(_ holds: [Hold] = []) { self.holds = holds }

  /// Returns why the fix of a finding waits, or nil if it need not.
  ///
  /// - Complexity: O(*n*) in the holds, which are as many as hops that rename a module.
  package func reason(for finding: Finding) -> String? {
    if let hold = holds.first(where: {
      $0.rules.contains(finding.rule) && $0.paths.contains(finding.path)
    }) {
      return hold.reason
    }
    return deadEnd(of: finding).map { next in
      "no fix goes on from there, as '\(next.rule)' says: \(next.nextStep ?? next.message)"
    }
  }

  /// Returns the fixes of some findings that lead to dead ends.
  func deadEnds(among findings: [Finding]) -> [RefusedFix] {
    findings.compactMap { finding in
      guard deadEnd(of: finding) != nil, let reason = reason(for: finding) else { return nil }
      return RefusedFix(finding: finding, reason: reason, isDeadEnd: true)
    }
  }

  /// Returns what is found in the end where the fix of a finding is made, if no fix goes on from there.
  func deadEnd(of finding: Finding) -> Finding? {
    guard !deadEnds.isEmpty else { return nil }
    return WrittenFix(finding).flatMap { deadEnds[$0] }
  }

  /// Returns a finding whose fix leads to a dead end as one for a person, who goes the whole way.
  func advised(_ finding: Finding) -> Finding? {
    guard let next = deadEnd(of: finding) else { return nil }
    return Finding(
      rule: finding.rule, severity: finding.severity, path: finding.path, range: finding.range,
      construct: finding.construct, message: finding.message,
      nextStep: next.nextStep ?? next.message, evidence: finding.evidence, related: finding.related
    ).caused(by: finding.cause)
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
    for end in more {
      if let fix = WrittenFix(end.finding) { all.deadEnds[fix] = end.next }
    }
    return all
  }
}
