package import MoultSource

/// Where a finding stands on whose fix another one rests.
package struct FixBase: Hashable, Sendable {
  package let rule: RuleID
  package let path: String
  package let range: ByteRange

  package init(rule: RuleID, path: String, range: ByteRange) {
    self.rule = rule
    self.path = path
    self.range = range
  }

  package init(_ finding: Finding) {
    self.init(rule: finding.rule, path: finding.path, range: finding.range)
  }
}

extension FixBase: Comparable {
  package static func < (lhs: FixBase, rhs: FixBase) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    if lhs.range.lowerBound != rhs.range.lowerBound {
      return lhs.range.lowerBound < rhs.range.lowerBound
    }
    return lhs.rule < rhs.rule
  }
}
