import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a member of `CallResult` into that of `GRPCStatus`, where the value becomes a status.
///
/// The result that a completion handler is given becomes something else when the call is rewritten, so
/// there the member waits for the call.
func callResultMember(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let names = ["statusCode": "code", "statusMessage": "message", "success": "isOk"]
  guard let symbol = match.symbol, let name = names[symbol.name] else { return nil }
  if let base = match.nodes["base"], let call = completionCall(giving: base, file) {
    let method = call.callee?.name ?? "the call"
    return .manual(
      "it becomes 'status.\(name)' in '.status.whenSuccess { status in … }' when '\(method)' is rewritten"
    )
  }
  if let base = match.nodes["base"], let obstacle = obstacle(ofBase: base, file) {
    return .manual(obstacle.nextStep)
  }
  var consequence = Consequence()
  consequence.edits = editsOfStatusMember(match.node, name)
  return TransformOutcome(consequence)
}

/// The edits that give a member of a status its new name.
///
/// The C core gave every failure a message, so it was often taken by force; that of a `GRPCStatus` may be missing.
func editsOfStatusMember(_ member: Node, _ name: String) -> [Edit] {
  let token = member.mainToken.range
  guard name == "message", let force = member.parent, force.kind == .forceUnwrap else {
    return [Edit(token, name)]
  }
  let start = member.range.lowerBound
  return [
    Edit(start..<start, "("),
    Edit(token.lowerBound..<force.range.upperBound, "\(name) ?? \"\")"),
  ]
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
