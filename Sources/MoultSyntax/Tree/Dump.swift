/// Returns the kinds and names under `node` as an S-expression, for tests and for looking at trees.
///
/// A node is `(kind 'main token' children…)`; the main token is left out where it is punctuation or a word
/// that the kind already says. Flags follow the kind as `?`, `!`, `label`, `second`, `...`, `async`, `throws`,
/// `error`.
package func dump(_ node: Node) -> String {
  var text = ""
  write(node, into: &text)
  return text
}

private func write(_ node: Node, into text: inout String) {
  text += "(\(node.kind)"
  for (flag, name) in flagNames where node.flags.contains(flag) { text += " \(name)" }
  if let name = shownName(of: node) { text += " '\(name)'" }
  for child in node.children {
    text += " "
    write(child, into: &text)
  }
  text += ")"
}

private let flagNames: [(NodeFlags, String)] = [
  (.question, "?"), (.exclamation, "!"), (.labeled, "label"), (.secondName, "second"),
  (.variadic, "..."), (.isAsync, "async"), (.isThrowing, "throws"), (.hasError, "error"),
]

/// The text that tells nodes of one kind apart.
private func shownName(of node: Node) -> String? {
  guard !node.isEmpty else { return nil }
  switch node.kind {
  case .argument, .tupleTypeElement, .tuplePatternElement, .parameter:
    return node.flags.contains(.labeled) ? node.name : nil
  case .importPathComponent, .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl,
    .typealiasDecl, .associatedTypeDecl, .functionDecl, .variableDecl, .accessorDecl,
    .accessorParameter, .enumCaseElement, .operatorDecl, .precedenceGroupDecl, .macroDecl,
    .attribute, .modifier, .genericParameter, .genericRequirement, .labeledStmt, .optionalBinding,
    .declReference, .memberAccess, .labeledClosure, .prefixOperator, .postfixOperator,
    .binaryOperator, .capture, .closureParameter, .keyPathComponent, .macroExpansion,
    .identifierPattern, .valueBindingPattern, .identifierType, .memberType, .someOrAnyType,
    .ifConfigClause, .metatype:
    return node.name
  case .integerLiteral, .floatLiteral, .booleanLiteral, .regexLiteral, .placeholderExpr, .effects,
    .breakStmt, .continueStmt, .unexpected, .availabilityCondition:
    return node.text
  case .stringLiteral:
    return node.children.isEmpty ? node.text : nil
  default:
    return nil
  }
}
