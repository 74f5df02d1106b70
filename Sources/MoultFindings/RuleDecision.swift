/// What a project decides about a rule in one file.
package struct RuleDecision: Hashable, Sendable {
  package var isOff = false

  /// Nil where the rule's own holds.
  package var severity: Severity?

  /// The safety that the rule's `safe` and `review` fixes count as; nil where their own holds.
  package var safety: Safety?

  package init(isOff: Bool = false, severity: Severity? = nil, safety: Safety? = nil) {
    self.isOff = isOff
    self.severity = severity
    self.safety = safety
  }
}

extension RuleDecision {
  /// Returns this decision as far as a later one says nothing else; a severity turns a rule on.
  package func changed(by later: RuleDecision) -> RuleDecision {
    RuleDecision(
      isOff: later.isOff || (isOff && later.severity == nil),
      severity: later.severity ?? severity, safety: later.safety ?? safety)
  }
}

extension Finding {
  /// Returns the finding as the project wants it, or nil if the rule is off.
  ///
  /// A fix that leaves a placeholder is never called anything better.
  package func decided(_ decision: RuleDecision) -> Finding? {
    if decision.isOff { return nil }
    var fix = fix
    var nextStep = nextStep
    if let old = fix, let wanted = decision.safety, wanted != old.safety,
      old.safety < .placeholder
    {
      switch wanted {
      case .safe, .review:
        fix = Fix(title: old.title, safety: wanted, files: old.files, imports: old.imports)
      case .placeholder, .manual:
        fix = nil
        nextStep = nextStep ?? old.title
      }
    }
    return Finding(
      rule: rule, severity: decision.severity ?? severity, path: path, range: range,
      construct: construct, message: message, nextStep: nextStep, evidence: evidence,
      related: related, fix: fix
    ).caused(by: cause)
  }
}
