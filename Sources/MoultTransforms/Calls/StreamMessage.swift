import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns what is asked of a stream's call: `send` is `sendMessage`, `closeSend` is `sendEnd`, and
/// `closeAndReceive` is `sendEnd` and a wait for `response`.
///
/// A `receive` that is still there belongs to a call that could not be rewritten.
package func streamMessage(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome?
{
  if goesStraightToGRPC2(match.node, file) { return nil }
  let call = match.node
  guard let sent = SentMessage(call), coveringTry(of: call) != nil else { return nil }
  let (name, base) = (sent.name, sent.base)
  try checkCallIsRewritten(base, doing: name, file)
  if let refusal = refusalOfKeptCall(base, file) { throw refusal }
  let message = StreamMessage(sent: sent, file: file)
  switch name {
  case "send": return TransformOutcome(try message.send())
  case "closeSend": return TransformOutcome(try message.closeSend())
  case "closeAndReceive": return TransformOutcome(try message.closeAndReceive())
  default:
    _ = try ReceiveLoop(call, file)
    let call = (OptionalChaining(base)?.operand?.node ?? base).text
    throw Refusal(
      "move the body of the loop into the handler that '\(call)' is created with, '{ message in … }', and read the result from 'try \(call).status.wait()'"
    )
  }
}

/// A call that is made in this function and stays as it is takes messages as it did.
private func checkCallIsRewritten(
  _ base: Node, doing method: String, _ file: FileContext
) throws(Refusal) {
  guard method != "receive", let made = HeldCall(base, file) else { return }
  let isRewritten: Bool
  do throws(Refusal) {
    isRewritten = try streamingCall(made.call, of: made.method, file)?.consequence.safety != .manual
  } catch {
    isRewritten = false
  }
  guard !isRewritten else { return }
  let successor =
    method == "send" ? "sendMessage(_:promise:)" : "sendEnd(promise: nil)"
  throw Refusal(
    "call '\(made.local.name).\(successor)' once '\(made.local.name)' is created with a handler; '\(made.method.name)' above stays as it is until then"
  )
}

private struct StreamMessage {
  let sent: SentMessage
  let file: FileContext

  private var call: Node { sent.call.node }

  private var isOnLoop: Bool { isOnEventLoop(call, file) }

  func send() throws(Refusal) -> Consequence {
    var consequence = try sent.rewritten(to: "sendMessage", isOnLoop ? .ignored : .awaited, file)
    if sent.completion == nil, sent.call.argument(labeled: "timeout") != nil {
      consequence.lower(
        to: .review,
        because:
          "a single message has no timeout: a 'timeLimit' in the call's options bounds the whole call"
      )
    }
    return consequence
  }

  // MARK: closeSend

  func closeSend() throws(Refusal) -> Consequence {
    var editor = file.editor
    let base = Code.kept(sent.base)
    guard let completion = sent.completion else {
      guard sent.call.argument(labeled: "completion") != nil || isOnLoop else {
        editor.replace(call, with: base.calling("sendEnd").calling("wait"))
        return Consequence(editor)
      }
      editor.replace(call, with: base.calling("sendEnd", [CodeArgument("promise", .word("nil"))]))
      return silenced(editor)
    }
    guard let closure = ClosureExpr(completion) else {
      throw Refusal(
        "call '\(completion.text)' in '\(sent.base.text).sendEnd().whenComplete { _ in … }'")
    }
    guard closure.signature == nil else {
      throw Refusal("name the parameter of the closure '_', and call 'sendEnd().whenComplete'")
    }
    editor.name(argumentsOf: closure, ["_"])
    let ended = base.calling("sendEnd").member("whenComplete")
    editor.replace(call, with: .form(.trailed(ended, completion)))
    return silenced(editor)
  }

  private func silenced(_ editor: SyntaxEditor) -> Consequence {
    Consequence(editor, and: removalOfThrow(from: call, in: file))
  }

  // MARK: closeAndReceive

  func closeAndReceive() throws(Refusal) -> Consequence {
    let stream = sent.base.text
    if sent.call.argument(labeled: "completion") != nil || !sent.call.trailingClosures.isEmpty {
      throw Refusal(
        "call '\(stream).sendEnd(promise: nil)', and move the completion into '\(stream).response.whenComplete { result in … }', whose cases are '.success' and '.failure'"
      )
    }
    guard !isOnLoop else {
      throw Refusal(
        "call '\(stream).sendEnd(promise: nil)' and continue in '\(stream).response.whenComplete { … }'; the code around it runs on an event loop, where 'wait()' stops the program"
      )
    }
    var editor = file.editor
    let base = Code.kept(sent.base)
    let response = base.member("response")
    guard let statement = plainStatement,
      sent.base.kind == .declReference || sent.base.kind == .memberAccess
    else {
      editor.replace(call, with: .quoted("\(base).sendEnd().flatMap { \(response) }.wait()"))
      return Consequence(editor)
    }
    editor.insert([.quoted("\(base).sendEnd(promise: nil)")], before: statement)
    editor.replace(
      call,
      with: isAwaitable(call, file)
        ? .quoted("await \(response).get()") : response.calling("wait"))
    return Consequence(editor)
  }

  /// The statement around the call, if another can stand before it and nothing of it runs earlier.
  private var plainStatement: Node? {
    let node = call.with(
      .tryExpr, .memberAccess, .returnStmt, .assignment, .initializerClause, .patternBinding,
      .variableDecl, .argument, .argumentList, .functionCall, .tuple)
    guard let block = node.parent, block.kind.holdsStatements else { return nil }
    let isStatement = [.returnStmt, .variableDecl, .assignment].contains(node.kind)
    return block.items.count == 1 && block.kind != .switchCase && !isStatement ? nil : node
  }
}
