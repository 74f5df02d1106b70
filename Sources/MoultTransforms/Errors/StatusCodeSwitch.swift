package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Gives a switch over all status codes the end that it needs now: codes are values of a struct.
///
/// Every exhaustive switch names `.ok`, so that is where it is found. The last label also takes what is none of the
/// codes: nothing was left over for it before.
package func statusCodeSwitch(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let item = match.node.ancestors.prefix(4).first(where: { $0.kind == .switchCaseItem }),
    let statement = item.ancestors.lazy.compactMap({ SwitchExpr($0) }).first(where: { _ in true }),
    !statement.isOpen
  else { return nil }
  guard let last = statement.cases.last, let end = last.caseItems.last,
    case .items(let label) = last.label, end.whereCondition == nil, !statement.hasConditionalCases
  else { return .manual("end the switch with 'default'") }
  // A label that binds something takes no other pattern.
  let binds = end.node.parent?.descendants.contains {
    [.valueBindingPattern, .identifierPattern].contains($0.kind)
  }
  if binds == true { return .manual("end the switch with 'default'") }
  var editor = file.editor
  let rest = Code.word("_")
  guard let unused = statement.cases.lazy.flatMap(\.caseItems).first(where: isUnused) else {
    editor.insert(rest, afterElement: end.node)
    return TransformOutcome(editor)
  }
  switch (isLast: unused.node.parent == label, isAlone: unused.isAlone) {
  case (isLast: true, isAlone: true): editor.replace(label, with: .defaultLabel)
  case (isLast: true, isAlone: false): editor.replace(unused.node, with: rest)
  case (isLast: false, isAlone: false):
    editor.remove(element: unused.node)
    editor.insert(rest, afterElement: end.node)
  case (isLast: false, isAlone: true):
    return .manual(
      "delete the case '.doNotUse', which no server sends, and end the switch with 'default'")
  }
  return TransformOutcome(editor)
}

private func isUnused(_ item: SwitchCaseItem) -> Bool {
  guard case .expression(_, .member(let member))? = item.pattern else { return false }
  return member.name == "doNotUse"
}

extension SwitchExpr {
  /// Whether the switch takes whatever comes already.
  var isOpen: Bool {
    cases.contains { branch in
      guard case .items = branch.label else { return true }
      return branch.caseItems.contains { item in
        item.whereCondition == nil
          && (item.pattern?.takesEverything ?? false || item.asksForNothing)
      }
    }
  }
}

extension SwitchCaseItem {
  /// Whether it gives parts of a value names and nothing else: `(_, let code)`.
  fileprivate var asksForNothing: Bool {
    guard let pattern = pattern?.node else { return false }
    return pattern.descendants().allSatisfy {
      [
        .tuplePattern, .tuplePatternElement, .tuple, .argumentList, .argument, .expressionPattern,
        .patternExpr,
        .valueBindingPattern, .identifierPattern, .wildcardPattern, .discardAssignment,
      ].contains($0.kind)
    }
  }

  /// Whether it is all that its label takes.
  fileprivate var isAlone: Bool { node.parent?.children.count == 1 }
}
