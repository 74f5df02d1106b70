import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns what a session is told to do into what a context, or its promise, is told.
///
/// `receive()` is no finding of its own where the method around it is turned around with its loop.
package func sessionMessage(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let use = SessionUse(match.node, file) else { return nil }
  let method = ProviderMethod(around: match.node, file)
  if method != nil, let step = refusalAround(match.node, file) { return .manual(step) }
  do throws(Refusal) {
    let message = SessionMessageRewriting(use: use, method: method, file: file)
    guard let consequence = try message.rewritten() else { return nil }
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

private struct SessionMessageRewriting {
  let use: SessionUse
  let method: ProviderMethod?
  let file: FileContext

  private var call: Node { use.call }
  private var style: ServerStyle { ServerStyle(file) }

  /// Returns nil where the rule of the method does it.
  func rewritten() throws(Refusal) -> Consequence? {
    switch use.name {
    case "send": return try send()
    case "receive":
      if method != nil { return nil }
      throw Refusal(
        "requests arrive as events: let '\(functionName)' take one request, and call it in 'case .message(let request)' of the handler's closure"
      )
    case "waitForSendOperationsToFinish": return try removed()
    case "close", "sendAndClose", "sendErrorAndClose":
      if style == .async || isFollowedByReturn { return try ended() }
      return try completed()
    default: return nil
    }
  }

  private var functionName: String {
    let name = file.function(around: call).name
    return name.isEmpty ? "the function" : name
  }

  // MARK: send

  /// A handler on a thread of its own may wait until a response is written, and is told of a failure.
  private var maySendAndWait: Bool {
    method?.kind == .serverStreaming && isInMethodItself
  }

  private func send() throws(Refusal) -> Consequence {
    guard let callee = call.callee, let list = call.child(.argumentList),
      let message = call.arguments.first
    else { throw Refusal("send the response with 'sendResponse(_:promise:)'") }
    var consequence = Consequence()
    let name = callee.mainToken.range
    let close = ByteOffset(list.range.upperBound.index - 1)
    if use.argument("timeout") != nil {
      consequence.lower(to: .review, because: "a single message has no timeout")
    }
    if style == .async { return try awaited(consequence) }
    consequence.edits.append(Edit(name, "sendResponse"))
    if let completion = use.completion {
      let shape = try FailureHandler(completion, file)
      try cut(message.range.upperBound..<shape.start, ")" + shape.opening, &consequence)
      consequence.edits += shape.edits
      try cut(shape.end..<call.range.upperBound, "", &consequence)
      consequence.merge(removalOfThrow(from: call, in: file))
      return consequence
    }
    if maySendAndWait {
      try cut(message.range.upperBound..<close, "", &consequence)
      let end = call.range.upperBound
      consequence.edits.append(Edit(end..<end, ".wait()"))
      return consequence
    }
    try cut(message.range.upperBound..<close, ", promise: nil", &consequence)
    consequence.merge(removalOfThrow(from: call, in: file))
    consequence.lower(to: .review, because: "a response that cannot be sent is no longer an error")
    return consequence
  }

  private func awaited(_ base: Consequence) throws(Refusal) -> Consequence {
    guard method != nil else {
      throw Refusal(
        "make '\(functionName)' 'async', pass it the 'GRPCAsyncResponseStreamWriter' of the handler, and await its 'send'"
      )
    }
    var consequence = base
    consequence.edits += try AwaitedSend(use, file).edits
    return consequence
  }

  // MARK: Ends

  /// Whether the call stands in the method itself and not in code that it hands on.
  private var isInMethodItself: Bool {
    guard let method else { return false }
    return !call.ancestors.prefix { $0 != method.declaration }
      .contains { $0.kind == .closure || $0.kind == .functionDecl }
  }

  private var isFollowedByReturn: Bool {
    guard let method, method.kind == .serverStreaming, use.name == "close", isInMethodItself,
      let next = statementAfter, next.kind == .returnStmt, returnedValue(next) == nil
    else { return false }
    return method.closing(before: next, file) != nil
  }

  private var statementAfter: Node? {
    guard let parent = use.marked.parent,
      let position = parent.items.firstIndex(of: use.marked), position + 1 < parent.items.count
    else { return nil }
    return parent.items[position + 1]
  }

  /// Where a `return nil` follows, the method's own rule makes one `return` of both.
  private func ended() throws(Refusal) -> Consequence? {
    if isInMethodItself, let next = statementAfter, next.kind == .returnStmt,
      returnedValue(next) == nil
    {
      return nil
    }
    throw Refusal(
      "end the call of '\(functionName)' by returning or throwing, instead of '\(use.name)'")
  }

  private func completed() throws(Refusal) -> Consequence {
    guard use.completion == nil else {
      throw Refusal(
        "move the completion of '\(use.name)' into '\(use.base.text).closeFuture.whenComplete { _ in … }'"
      )
    }
    var consequence = Consequence()
    guard let callee = call.callee, let list = call.child(.argumentList) else {
      throw Refusal("complete the context's promise")
    }
    let name = callee.mainToken.range.lowerBound
    let close = ByteOffset(list.range.upperBound.index - 1)
    let (label, text): (String, String)
    switch use.name {
    case "close": (label, text) = ("withStatus", "statusPromise.succeed(")
    case "sendErrorAndClose": (label, text) = ("status", "responsePromise.fail(")
    default:
      guard use.argument("status").map({ $0.kind == .memberAccess && $0.name == "ok" }) ?? true
      else {
        throw Refusal(
          "set '\(use.base.text).responseStatus', then succeed '\(use.base.text).responsePromise' with the response"
        )
      }
      (label, text) = ("response", "responsePromise.succeed(")
    }
    if let value = use.argument(label) {
      try cut(name..<value.range.lowerBound, text, &consequence)
      try cut(value.range.upperBound..<close, "", &consequence)
    } else {
      try cut(name..<close, text + ".ok", &consequence)
    }
    consequence.merge(removalOfThrow(from: call, in: file))
    return consequence
  }

  private func removed() throws(Refusal) -> Consequence {
    guard use.isStatement else {
      throw Refusal("move the call out of the expression around it")
    }
    var consequence = Consequence()
    consequence.delete(file.lines(of: use.marked))
    return consequence
  }

  private func cut(
    _ range: ByteRange, _ text: String, _ consequence: inout Consequence
  ) throws(Refusal) {
    guard !file.tree.holdsComment(in: range) else {
      throw Refusal("move the comment inside the call to a line of its own, then run the fix again")
    }
    if file.source.text(range) != text { consequence.edits.append(Edit(range, text)) }
  }
}
