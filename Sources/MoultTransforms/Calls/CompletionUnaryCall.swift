package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns a unary call with a completion handler into a call whose futures the handler is given.
///
/// A handler that looks at the result alone waits for `status`, one that looks at the reply alone for `response`.
/// One that looks at both gets both, as before: the reply is nil where the call failed.
package func completionUnaryCall(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  if isAwaited(match.node) || completionGoesStraightToGRPC2(match.node, file) { return nil }
  return try completionUnaryCall(match.node, file)
}

/// Returns nil where the call is none of grpc-swift 0.
func completionUnaryCall(_ call: Node, _ file: FileContext) throws(Refusal) -> TransformOutcome? {
  guard let site = try CallSite(call, file) else { return nil }
  let head = try CallHead(site.call, file)
  var editor = file.editor
  let subscription: Subscription
  switch head.completion {
  case .none:
    throw Refusal("remove 'completion:', and use the call's futures 'response' and 'status'")
  case .value(let function):
    let closure = ClosureCode(calling: function, with: ["$0", "$1"], file)
    subscription = Subscription(future: .both, handler: .new(closure))
  case .closure(let closure):
    subscription = try rewritten(CompletionClosure(closure, file), &editor)
  }
  let rewriting = CallRewriting(site: site, head: head, subscription: subscription)
  var consequence = try rewriting.rewritten(editor, file)
  head.noteOptions(&consequence)
  return TransformOutcome(consequence)
}

/// Gives a handler that looks at one of its parameters that one alone.
private func rewritten(
  _ handler: CompletionClosure, _ editor: inout SyntaxEditor
) throws(Refusal) -> Subscription {
  try handler.rewriteStatus(ofParameter: 1, &editor)
  let both = Subscription(future: .both, handler: .kept(handler.closure))
  guard let closure = ClosureExpr(handler.closure), closure.parameters.count == 2,
    closure.parameters.allSatisfy({ $0.type == nil }), closure.signature?.returnType == nil
  else { return both }
  func asking(_ future: Subscription.Future, _ name: String, _ items: [Code]) -> Subscription {
    let closure = ClosureCode(
      captures: closure.captures.map(\.node.text), parameters: [name],
      items + Code.kept(items: closure.items.map(\.node)))
    return Subscription(future: future, handler: .new(closure))
  }
  let names = closure.parameters.map(\.name)
  if !handler.isUsed(parameter: 0) { return asking(.status, names[1], []) }
  guard !handler.isUsed(parameter: 1),
    let result = handler.file.freeName(["response", "outcome"], around: closure.node)
  else { return both }
  return asking(.response, result, [.quoted("let \(names[0]) = try? \(result).get()")])
}
