package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Starts a call, bridged from Objective-C, whose result nobody takes.
package func bridgedCallStart(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  guard let statement = statementDroppingResult(of: call, file) else { return nil }
  return file.replacing(statement, with: Code.kept(call).calling("start"))
}

/// Finds a stream, bridged from Objective-C, that nobody keeps: what is sent needs the call.
package func bridgedStreamStart(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard statementDroppingResult(of: match.node, file) != nil else { return nil }
  return .manual()
}

/// Returns the statement that is the call, or `_ =` of it; nil if its result may go somewhere.
private func statementDroppingResult(of call: Node, _ file: FileContext) -> Node? {
  guard let parent = call.parent else { return nil }
  if parent.kind == .assignment, parent.rightOperand == call,
    parent.leftOperand?.kind == .discardAssignment
  {
    return parent.parent?.isBlockOfStatements == true ? parent : nil
  }
  guard parent.isBlockOfStatements else { return nil }
  // The only expression of a function or closure is its value, unless it gives none.
  guard parent.items.count == 1, let owner = parent.parent else { return call }
  switch (parent.kind, owner.kind) {
  case (.codeBlock, .functionDecl):
    let result = owner.returnType?.text
    return result == nil || result == "Void" || result == "()" ? call : nil
  case (.accessorBlock, _): return nil
  case (.codeBlock, .accessorDecl): return owner.name == "get" ? nil : call
  case (.closure, _):
    guard case .function(_, let result, _, _) = file.semantics.type(of: parent) else { return nil }
    return result == .void ? call : nil
  case (.codeBlock, .ifExpr), (.switchCase, _):
    // An `if` or `switch` that is the only thing of a function may be its value.
    return owner.parent?.items.count == 1 ? nil : call
  default: return call
  }
}
