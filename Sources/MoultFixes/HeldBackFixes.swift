package import MoultFindings

/// The rules whose fixes wait for fixes that a session may not apply.
///
/// A module that is renamed leaves no file between two eras: what is safe alone does not build while
/// other uses of the old module stay.
package struct HeldBackFixes: Hashable, Sendable {
  /// Why each of the rules waits: a sentence without a final period.
  package let reasons: [RuleID: String]

  /// The hops that are applied whole or not at all, and of which nothing waits so far.
  package let whole: [WholeHop]

  package init(_ reasons: [RuleID: String] = [:], whole: [WholeHop] = []) {
    self.reasons = reasons
    self.whole = whole
  }

  /// Returns the same with the hops that `rule` belongs to waiting as well, or nil if it belongs to none.
  func holdingBack(hopOf rule: RuleID, because reason: String) -> HeldBackFixes? {
    let hops = whole.filter { $0.rules.contains(rule) }
    guard !hops.isEmpty else { return nil }
    var reasons = reasons
    for hop in hops {
      for other in hop.rules { reasons[other] = "\(hop.library) changes its module, and \(reason)" }
    }
    return HeldBackFixes(reasons, whole: whole.filter { !hops.contains($0) })
  }
}

/// The rules of a hop that renames a module.
package struct WholeHop: Hashable, Sendable {
  package let library: String
  package let rules: Set<RuleID>

  package init(library: String, rules: Set<RuleID>) {
    self.library = library
    self.rules = rules
  }
}
