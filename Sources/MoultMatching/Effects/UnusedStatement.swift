import MoultSemantics
package import MoultSyntax

/// Returns the statement that an expression is the whole of, if nothing uses its value and a task can keep what it uses.
func unusedStatement(around expression: Node, _ file: FileContext) -> Node? {
  guard let statement = unusedStatementOfAnyKind(around: expression, file),
    taskCanKeep([statement], file)
  else { return nil }
  return statement
}

private func unusedStatementOfAnyKind(around expression: Node, _ file: FileContext) -> Node? {
  var statement = wholeExpression(around: expression)
  if let parent = statement.parent, parent.kind == .assignment,
    parent.children.first?.kind == .discardAssignment
  {
    statement = parent
  }
  guard let block = statement.parent else { return nil }
  for ancestor in statement.ancestors {
    if ancestor.kind == .deinitializerDecl { return nil }
    if ancestor.kind == .closure || ancestor.kind == .functionDecl { break }
  }
  switch block.kind {
  case .codeBlock:
    guard block.items.count == 1, statement.kind != .assignment else { return statement }
    guard let owner = block.parent else { return nil }
    switch owner.kind {
    case .functionDecl: return returnsNothing(owner) ? statement : nil
    case .accessorDecl: return owner.name == "get" ? nil : statement
    default: return statement
    }
  case .closure:
    guard block.items.count == 1, statement.kind != .assignment else { return statement }
    guard case .function(_, let result, _, _) = file.semantics.type(of: block) else { return nil }
    return result == .void ? statement : nil
  case .switchCase: return statement
  default: return nil
  }
}

/// Whether a function gives no value to whoever calls it.
package func returnsNothing(_ function: Node) -> Bool {
  guard let type = function.returnType else { return true }
  return type.text == "Void" || type.text == "()"
}
