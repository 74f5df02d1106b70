import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns what a session is told to do into what a context, or its promise, is told.
///
/// `receive()` is no finding of its own where the method around it is turned around with its loop.
package func sessionMessage(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let use = SessionUse(match.node, file) else { return nil }
  let method = ProviderMethod(around: match.node, file)
  let around = try method?.rewritten(file).consequence.edits ?? []
  let message = SessionMessage(use: use, method: method, file: file)
  guard var consequence = try message.rewritten() else { return nil }
  consequence.edits = file.layout.moved(consequence.edits, with: use.call, by: around)
  return TransformOutcome(consequence)
}

/// What a session is told, in a method of a provider or elsewhere.
struct SessionMessage {
  let use: SessionUse
  let method: ProviderMethod?
  let file: FileContext

  private var style: ServerStyle { ServerStyle(file) }

  /// Returns nil where the rule of the method does it.
  func rewritten() throws(Refusal) -> Consequence? {
    if isPutIntoStream { return nil }
    switch use.name {
    case "send": return try send()
    case "receive":
      if method != nil { return nil }
      throw Refusal(
        "requests arrive as events: let '\(functionName)' take one request, and call it in 'case .message(let request)' of the handler's closure"
      )
    case "waitForSendOperationsToFinish":
      guard use.isStatement else {
        throw Refusal("move the call out of the expression around it")
      }
      var editor = file.editor
      editor.remove(item: use.marked)
      return Consequence(editor)
    case "close", "sendAndClose", "sendErrorAndClose":
      let isLeft = method?.kind == .serverStreaming && use.name == "close" && endsMethod
      if style == .async || isLeft { return try ended() }
      return try completed()
    default: return nil
    }
  }

  /// Whether the method, or that which hands the session on, puts all replies into a stream.
  private var isPutIntoStream: Bool {
    let stream =
      method.map { SessionOverAStream($0, file) }
      ?? file.semantics.symbol(of: use.base)?.declaration.flatMap {
        SessionOverAStream.handing($0, file)
      }
    return stream?.takes(use.base) == true
  }

  private var functionName: String {
    let name = file.function(around: use.call).name
    return name.isEmpty ? "the function" : name
  }

  // MARK: send

  private func send() throws(Refusal) -> Consequence {
    var consequence: Consequence
    switch style {
    case .async:
      guard method != nil else {
        throw Refusal(
          "make '\(functionName)' 'async', pass it the 'GRPCAsyncResponseStreamWriter' of the handler, and await its 'send'"
        )
      }
      consequence = Consequence(try use.awaited(file))
    case .futures:
      // A handler on a thread of its own may wait until a response is written, and is told of a failure.
      let waits = method?.kind == .serverStreaming && isInMethodItself
      consequence = try use.sent.rewritten(to: "sendResponse", waits ? .awaited : .ignored, file)
      if !waits, use.completion == nil {
        consequence.lower(
          to: .review, because: "a response that cannot be sent is no longer an error")
      }
    }
    if use.argument("timeout") != nil {
      consequence.lower(to: .review, because: "a single message has no timeout")
    }
    return consequence
  }

  // MARK: Ends

  /// Whether the call stands in the method itself and not in code that it hands on.
  private var isInMethodItself: Bool {
    guard let method else { return false }
    return !use.call.ancestors.prefix { $0 != method.declaration }
      .contains { $0.kind == .closure || $0.kind == .functionDecl }
  }

  /// Whether a `return nil` of the method itself follows, of which the method's own rule makes one `return` with this.
  private var endsMethod: Bool {
    guard isInMethodItself, let next = use.marked.itemBehind, ReturnStmt(next) != nil,
      case .closed = HandlerEnd(next, file)
    else { return false }
    return true
  }

  private func ended() throws(Refusal) -> Consequence? {
    if endsMethod { return nil }
    throw Refusal(
      "end the call of '\(functionName)' by returning or throwing, instead of '\(use.name)'")
  }

  private func completed() throws(Refusal) -> Consequence {
    let context = use.base.text
    guard use.completion == nil else {
      throw Refusal(
        "move the completion of '\(use.name)' into '\(context).closeFuture.whenComplete { _ in … }'"
      )
    }
    let (label, promise, method): (String, String, String)
    switch use.name {
    case "close": (label, promise, method) = ("withStatus", "statusPromise", "succeed")
    case "sendErrorAndClose": (label, promise, method) = ("status", "responsePromise", "fail")
    default:
      if case .member(let status)? = use.argument("status"), status.name == "ok" {
      } else if use.argument("status") != nil {
        throw Refusal(
          "set '\(context).responseStatus', then succeed '\(context).responsePromise' with the response"
        )
      }
      (label, promise, method) = ("response", "responsePromise", "succeed")
    }
    let value = use.argument(label).map { Code.kept($0) } ?? .member(nil, "ok")
    var editor = file.editor
    editor.replace(
      use.call, with: Code.kept(use.base).member(promise).calling(method, [.plain(value)]))
    return Consequence(editor, and: removalOfThrow(from: use.call, in: file))
  }
}
