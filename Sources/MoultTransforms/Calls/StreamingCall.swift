import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a streaming call of grpc-swift 0 into one of grpc-swift 1.
///
/// The loop that took messages from the call becomes the call's handler, and its place a wait for the call's
/// status. The completion is told the status.
package func streamingCall(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome?
{
  // What is awaited is a call of grpc-swift 2, whose last closure looks like a completion.
  guard let symbol = match.symbol, !isAwaited(match.node), !goesStraightToGRPC2(match.node, file)
  else { return nil }
  return try streamingCall(match.node, of: symbol, file)
}

/// Returns nil where the call is none of grpc-swift 0.
///
/// - Parameter symbol: the generated method that `call` calls.
func streamingCall(
  _ call: Node, of symbol: Symbol, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let site = try CallSite(call, file), let style = callStyle(of: symbol, in: file.model)
  else { return nil }
  let head = try CallHead(site.call, file)
  var editor = file.editor
  let subscription = try statusSubscription(head, &editor, file)
  let rewriting = CallRewriting(site: site, head: head, subscription: subscription)
  var outcome =
    style == .clientStreaming
    ? TransformOutcome(try rewriting.rewritten(editor, file))
    : try receiving(rewriting, editor, file)
  head.noteOptions(&outcome.consequence)
  return outcome
}

/// What the completion of a streaming call becomes.
private func statusSubscription(
  _ head: CallHead, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) -> Subscription? {
  switch head.completion {
  case .none: return nil
  case .closure(let closure):
    try CompletionClosure(closure, file).rewriteStatus(ofParameter: 0, &editor)
    return Subscription(future: .status, handler: .kept(closure))
  case .value(let function):
    let closure = ClosureCode(calling: function, with: ["$0"], file)
    return Subscription(future: .status, handler: .new(closure))
  }
}

/// Gives a call the handler that takes its messages.
private func receiving(
  _ start: CallRewriting, _ startEditor: SyntaxEditor, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  let site = start.site
  var rewriting = start
  func unread() throws(Refusal) -> TransformOutcome {
    rewriting.handler = ClosureCode(parameters: ["_"], [])
    return TransformOutcome(try rewriting.rewritten(startEditor, file))
  }
  guard let call = site.boundCall else {
    if case .discarded = site.use { return try unread() }
    throw Refusal(
      "messages are delivered to a handler passed to '\(site.method)', '\(site.method)(…) { message in … }': move the code that handles them from where 'receive()' is called to here"
    )
  }
  let stream = BlockingStream(of: call, file)
  guard let receive = stream.receives.first else {
    guard !stream.escapes else {
      throw Refusal(
        "messages are delivered to a handler passed to '\(site.method)', '\(site.method)(…) { message in … }': move the code that handles them from where '\(call.name)' is read to here"
      )
    }
    return try unread()
  }
  guard stream.receives.count == 1 else {
    throw Refusal(
      "'\(call.name)' is read in \(stream.receives.count) places, but its messages are delivered to one handler: tell the first from the rest in '\(site.method)(…) { message in … }'"
    )
  }
  let loop = try ReceiveLoop(receive.call.node, file)
  guard file.function(around: loop.statement) == file.function(around: site.statement),
    loop.statement.range.lowerBound >= site.statement.range.upperBound || site.isCondition
  else { throw Refusal("read '\(call.name)' where it is created, in its handler") }
  let body = try HandlerBody(of: loop, call: call, file)
  let hoisted = try HoistedDeclarations(body.locals, before: site.statement, file)
  let escaping = try body.state.lent.map { symbol throws(Refusal) in
    try EscapingParameter(symbol, file)
  }
  var editor = startEditor
  for parameter in escaping { parameter.rewrite(&editor) }
  body.rewrite(&editor)
  hoisted.remove(&editor)
  let captures = body.state.needsSelf ? ["self"] : []
  func handler(_ items: [Code]) -> ClosureCode {
    ClosureCode(captures: captures, parameters: [loop.name], items)
  }
  let items = Code.kept(items: loop.items)
  var end = try waiting(for: loop, call, file)
  var early: EarlyEnd?
  if body.exits.isEmpty, !body.canThrow {
    rewriting.handler = handler(items)
    editor.insert(hoisted.items, before: site.statement)
  } else {
    let left = try earlyEnd(body, of: loop, site, file)
    for exit in body.exits { left.rewrite(exit, &editor) }
    rewriting.handler = handler(left.guarded(items))
    rewriting.following = [left.subscription(to: call.name)]
    editor.insert(hoisted.items + left.declarations, before: site.statement)
    end = left.afterwards(then: loop.isOptional ? [] : end)
    early = left
  }
  // The body stays where it is, and what else is found in it with it.
  if case .bound = site.use, site.statement.standsRightBefore(loop.statement) {
    rewriting.loop = (loop.statement, end)
  } else {
    editor.replace(item: loop.statement, with: end)
  }
  var outcome = TransformOutcome(try rewriting.rewritten(editor, file))
  for parameter in escaping { outcome.consequence.lower(to: .review, because: parameter.reason) }
  if early != nil {
    outcome.consequence.lower(
      to: .review, because: "the loop is left early; messages still on their way are ignored")
    let modules = file.tree.importedModules
    if !modules.contains("Dispatch"), !modules.contains("Foundation") {
      outcome.imports = ["Dispatch"]
    }
  }
  if !loop.isOptional, !loop.isForced {
    outcome.consequence.lower(
      to: .review,
      because: "a failure of the server used to end the loop silently; now its status is thrown")
  }
  return outcome
}

/// What a loop needs that is left before the messages end: its handler signals, and the call is cancelled then.
private func earlyEnd(
  _ body: HandlerBody, of loop: ReceiveLoop, _ site: CallSite, _ file: FileContext
) throws(Refusal) -> EarlyEnd {
  guard case .bound(_, let call) = site.use, site.statement.kind == .variableDecl else {
    throw Refusal(
      "assign the call with 'let call = try …' in its own statement, then run the fix again")
  }
  return try EarlyEnd(body, of: loop, call: call, file)
}

/// What takes the place of the loop: it ended when there were no more messages.
private func waiting(
  for loop: ReceiveLoop, _ call: Symbol, _ file: FileContext
) throws(Refusal) -> [Code] {
  let status = Code.quoted("\(call.name).status.wait()")
  if loop.isOptional { return [.quoted("_ = try? \(status)")] }
  if loop.isForced { return [.quoted("_ = try! \(status)")] }
  let names = ["status", "callStatus", "finalStatus"]
  guard let name = file.freeName(names, around: loop.statement) else {
    throw Refusal(
      "read the result from 'try \(call.name).status.wait()' after the handler has received every message"
    )
  }
  return Code.quoted(
    items: "let \(name) = try \(status); guard \(name).isOk else { throw \(name) }")
}
