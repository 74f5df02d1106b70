package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a member of `CallResult` into that of `GRPCStatus`, where the value becomes a status.
///
/// The result that a completion handler is given becomes something else when the call is rewritten, so
/// there the member waits for the call.
package func callResultMember(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let names = ["statusCode": "code", "statusMessage": "message", "success": "isOk"]
  guard let symbol = match.symbol, let name = names[symbol.name] else { return nil }
  if let base = match.nodes["base"], resultGoesStraightToGRPC2(base, file) { return nil }
  if let base = match.nodes["base"], let call = completionCall(giving: base, file) {
    let method = call.callee?.name ?? "the call"
    return .manual(
      "it becomes 'status.\(name)' in '.status.whenSuccess { status in … }' when '\(method)' is rewritten"
    )
  }
  if let base = match.nodes["base"], let obstacle = obstacle(ofBase: base, file) {
    return .manual(obstacle.nextStep)
  }
  var editor = file.editor
  if match.node.kind == .keyPathComponent {
    editor.rename(match.replaced, to: name)
  } else if let member = MemberAccess(match.node) {
    rename(statusMember: member, to: name, &editor)
  } else {
    return nil
  }
  return TransformOutcome(editor)
}

/// Gives a member of a status its new name.
///
/// The C core gave every failure a message, so it was often taken by force; that of a `GRPCStatus` may be missing.
func rename(statusMember member: MemberAccess, to name: String, _ editor: inout SyntaxEditor) {
  guard name == "message", let forced = ForcedValue(of: member.node.parent), let base = member.base
  else { return editor.rename(member.node, to: name) }
  editor.replace(
    forced.node, with: .infix(Code.kept(base).member(name), "??", .emptyString))
}

/// The call whose trailing closure or argument closure gave `base` its value without spelling its type.
private func completionCall(giving base: Node, _ file: FileContext) -> Node? {
  guard base.kind == .declReference else { return nil }
  let closure: Node?
  if base.mainToken.kind == .dollarIdentifier {
    closure = base.ancestors.first { $0.kind == .closure }
  } else {
    guard let declaration = file.semantics.symbol(of: base)?.declaration,
      declaration.tree === file.tree,
      declaration.kind == .closureParameter || declaration.kind == .parameter,
      declaration.ancestors.first(where: {
        $0.kind == .closureSignature || $0.kind == .functionSignature
      })?
      .kind == .closureSignature
    else { return nil }
    let isTyped = declaration.children.contains { $0.kind == .identifierType }
    guard !isTyped else { return nil }
    closure = declaration.ancestors.first { $0.kind == .closure }
  }
  return closure?.ancestors.first { $0.kind == .functionCall }
}
