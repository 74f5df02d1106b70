import MoultFindings
import MoultMatching
import MoultSource
import MoultSyntax

/// Gives a switch over all status codes the end that it needs now: codes are values of a struct.
///
/// Every exhaustive switch names `.ok`, so that is where it is found. The last label also takes what is none of the
/// codes: nothing was left over for it before.
func statusCodeSwitch(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let item = match.node.ancestors.prefix(4).first(where: { $0.kind == .switchCaseItem }),
    let statement = item.ancestors.first(where: { $0.kind == .switchExpr }), !isOpen(statement)
  else { return nil }
  guard let last = statement.switchCases.last, let label = last.child(.switchCaseLabel),
    let end = label.caseItems.last, end.whereCondition == nil,
    !statement.children.contains(where: { $0.kind == .ifConfig })
  else { return .manual("end the switch with 'default'") }
  var consequence = Consequence()
  let rest = end.range.upperBound..<end.range.upperBound
  guard let unused = statement.switchCases.flatMap(\.caseItems).first(where: isUnused) else {
    consequence.edits.append(Edit(rest, ", _"))
    return TransformOutcome(consequence)
  }
  let items = unused.parent?.caseItems ?? []
  if unused.parent == label, items.count == 1 {
    consequence.edits.append(Edit(label.range, "default:"))
  } else if unused.parent == label {
    consequence.edits.append(Edit(unused.range, "_"))
  } else if let place = items.firstIndex(of: unused), items.count > 1 {
    let cut =
      place > 0
      ? items[place - 1].range.upperBound..<unused.range.upperBound
      : unused.range.lowerBound..<items[1].range.lowerBound
    consequence.delete(cut)
    consequence.edits.append(Edit(rest, ", _"))
  } else {
    return .manual(
      "delete the case '.doNotUse', which no server sends, and end the switch with 'default'")
  }
  return TransformOutcome(consequence)
}

private func isUnused(_ item: Node) -> Bool { item.text.hasSuffix(".doNotUse") }

/// Whether the switch takes whatever comes already.
private func isOpen(_ statement: Node) -> Bool {
  statement.switchCases.contains { branch in
    guard branch.child(.switchDefaultLabel) == nil else { return true }
    return branch.caseItems.contains { item in
      item.whereCondition == nil
        && item.pattern.map { isWildcard($0) } ?? false
    }
  }
}

/// `_`, `let x`; a tuple of them is none.
private func isWildcard(_ pattern: Node) -> Bool {
  switch pattern.kind {
  case .wildcardPattern: true
  case .valueBindingPattern: pattern.children.last?.kind == .identifierPattern
  case .expressionPattern: pattern.children.first?.kind == .discardAssignment || pattern.text == "_"
  default: false
  }
}
