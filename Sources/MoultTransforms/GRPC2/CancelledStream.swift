import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns `let call = client.watch(r) { reply in … }`, which is cancelled later on and asked nothing else, into a `Task`
/// that reads the replies and can be cancelled.
///
/// - Returns: nil if something else is done with the call, or with none.
func cancelledStream(
  _ kept: KeptCall, _ refusal: Refusal, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  let cancels = kept.uses.compactMap(cancelWithoutPromise)
  guard !cancels.isEmpty, cancels.count == kept.uses.count else { return nil }
  guard kept.call.arguments.first != nil, let handler = ReplyHandler(of: kept.call, file),
    handler.closure.captures.allSatisfy({ $0.node.text == "self" }),
    let item = handler.closure.parameters.only?.name,
    VariableDecl(kept.declaration)?.bindings.only?.type == nil,
    let replies = file.freeName(["replies", "response", "stream"], around: kept.declaration)
  else { throw refusal }
  try handler.checkTask(file)
  let rewriting = try CallOfGRPC2(kept.call, sendsStream: false, file)
  var editor = file.editor
  editor.replace(
    kept.call.node, with: rewriting.task(reading: item, of: replies, handler.items))
  for cancel in cancels {
    guard let called = cancel.called else { throw refusal }
    editor.replace(cancel.node, with: .call(.kept(called), []))
  }
  return TransformOutcome(rewriting.consequenceOfTask(editor))
}

/// `call.cancel(promise: nil)`.
private func cancelWithoutPromise(_ use: Node) -> CallExpr? {
  guard let member = MemberAccess(of: use.parent), member.name == "cancel",
    let cancel = member.call, cancel.trailingClosures.isEmpty,
    cancel.arguments.allSatisfy({
      $0.label == "promise" && $0.expression?.node.kind == .nilLiteral
    })
  else { return nil }
  return cancel
}
