import MoultFindings
import MoultSemantics
import MoultSource
import MoultSyntax

/// Operators, variables and conditions around a value that is no longer optional.
extension OptionalDemotion {
  mutating func demoteOperand(_ node: Node, of parent: Node) {
    switch parent.name {
    case "??":
      guard parent.children.first == node, let fallback = parent.children.last else { return }
      let cut = node.range.upperBound..<parent.range.upperBound
      if file.tree.holdsComment(in: node.range.upperBound..<fallback.range.lowerBound) {
        consequence.lower(
          to: .manual, because: "there is a comment before the '??' that would be removed")
        return
      }
      consequence.delete(cut)
      let around = parent.withParentheses
      if around != parent, node.kind == .memberAccess || node.kind == .declReference {
        consequence.delete(around.range.lowerBound..<node.range.lowerBound)
        consequence.delete(parent.range.upperBound..<around.range.upperBound)
      }
      if case .optional = file.semantics.type(of: fallback) { demote(parent) }
    case "==", "!=":
      guard parent.children.contains(where: { $0.kind == .nilLiteral }) else { return }
      // Swift compares any value with nil; the answer is always the same.
      let answer = parent.name == "!=" ? "true" : "false"
      consequence.lower(
        to: .review,
        because: "the value is never nil any more, so the comparison is always '\(answer)'")
    default: break
    }
  }

  mutating func demoteInitializer(_ clause: Node) {
    guard let owner = clause.parent else { return }
    switch owner.kind {
    case .optionalBinding: demoteBinding(owner)
    case .matchingPattern: demoteMatch(owner)
    case .patternBinding:
      let isAnnotated = owner.child(.typeAnnotation) != nil
      guard !isAnnotated, let pattern = owner.child(.identifierPattern) else { return }
      guard let symbol = file.semantics.symbol(of: pattern) else { return }
      follow(symbol, declaredBy: pattern, isVariable: owner.parent?.name == "var")
    default: break
    }
  }

  /// `x` of `let x = E`, or of what a closure captures, is demoted wherever it is used.
  mutating func follow(_ symbol: Symbol, declaredBy pattern: Node, isVariable: Bool) {
    guard followed.insert(symbol).inserted else { return }
    for use in file.semantics.references(to: symbol) where use != pattern {
      if isVariable, let assignment = use.parent, assignment.kind == .assignment,
        assignment.children.first == use, let value = assignment.children.last, mayBeNil(value)
      {
        consequence.lower(
          to: .manual, because: "'\(symbol.name)' is set to something optional further down")
      } else if use.kind == .optionalBinding {
        // `if let x` reads the variable that it is named after.
        demoteBinding(use)
      } else {
        demote(use)
      }
    }
  }

  private func mayBeNil(_ value: Node) -> Bool {
    switch file.semantics.type(of: value) {
    case .optional, .unknown: value.kind != .integerLiteral && value.kind != .stringLiteral
    default: value.kind == .nilLiteral
    }
  }

  private mutating func demoteBinding(_ binding: Node) {
    guard let statement = binding.parent else { return }
    if statement.kind == .whileStmt {
      consequence.lower(
        to: .manual, because: "the loop ended where the value was nil, which it never is any more")
      return
    }
    let value = binding.initialValue
    if let guarded = soleGuard(of: binding) {
      if value == nil {
        // `guard let x else {…}` names nothing new.
        consequence.delete(file.wholeLines(of: guarded.range))
      } else {
        consequence.delete(guarded.range.lowerBound..<binding.range.lowerBound)
        consequence.delete(binding.range.upperBound..<guarded.range.upperBound)
      }
      return
    }
    // `case let x = E` always matches and keeps the shape of the condition list.
    let (start, end) = (binding.range.lowerBound, binding.range.upperBound)
    consequence.edits.append(Edit(start..<start, "case "))
    guard value == nil, let name = binding.boundNames.first?.name else { return }
    consequence.edits.append(Edit(end..<end, " = \(name)"))
  }

  /// The `guard` whose only condition is given, if no comment of it would go.
  func soleGuard(of condition: Node) -> Node? {
    guard let statement = condition.parent, statement.kind == .guardStmt,
      statement.conditions.count == 1, statement.children.last?.kind == .codeBlock
    else { return nil }
    let head = statement.range.lowerBound..<condition.range.lowerBound
    let tail = condition.range.upperBound..<statement.range.upperBound
    return file.tree.holdsComment(in: head) || file.tree.holdsComment(in: tail) ? nil : statement
  }
}
