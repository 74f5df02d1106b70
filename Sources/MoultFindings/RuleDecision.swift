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
    let decided = fix.flatMap { $0.decided(decision) }
    return Finding(
      rule: rule, severity: decision.severity ?? severity, path: path, range: range,
      construct: construct, message: message,
      nextStep: nextStep ?? (decided == nil ? fix?.title : nil), evidence: evidence,
      related: related, fix: decided
    ).caused(by: cause).offering(alternatives?.decided(decision)).obeying(commonOptions)
      .resting(on: bases).being(partOf: unit)
  }
}

extension Fix {
  /// Returns the fix as the project wants it, or nil if it is left to a person.
  fileprivate func decided(_ decision: RuleDecision) -> Fix? {
    guard let wanted = decision.safety, wanted != safety, safety < .placeholder else { return self }
    return switch wanted {
    case .safe, .review: Fix(title: title, safety: wanted, files: files, imports: imports)
    case .placeholder, .manual: nil
    }
  }
}

extension FixAlternatives {
  fileprivate func decided(_ decision: RuleDecision) -> FixAlternatives {
    FixAlternatives(
      option: option, chosen: chosen,
      others: others.compactMap { other in
        other.fix.decided(decision).map { Other(value: other.value, fix: $0) }
      })
  }
}
