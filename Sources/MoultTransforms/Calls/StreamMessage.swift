import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns what is asked of a stream's call: `send` is `sendMessage`, `closeSend` is `sendEnd`, and
/// `closeAndReceive` is `sendEnd` and a wait for `response`.
///
/// A `receive` that is still there belongs to a call that could not be rewritten.
package func streamMessage(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if goesStraightToGRPC2(match.node, file) { return nil }
  do throws(Refusal) {
    let call = match.node
    guard let callee = call.callee, callee.kind == .memberAccess, let base = callee.base else {
      return nil
    }
    guard coveringTry(of: call) != nil else { return nil }
    try checkCallIsRewritten(base, doing: callee.name, file)
    let message = StreamMessage(call: call, callee: callee, base: base, file: file)
    switch callee.name {
    case "send", "_send": return TransformOutcome(try message.send())
    case "closeSend": return TransformOutcome(try message.closeSend())
    case "closeAndReceive": return TransformOutcome(try message.closeAndReceive())
    default:
      _ = try ReceiveLoop(call, file)
      let named = base.kind == .optionalChaining ? base.children.first ?? base : base
      throw Refusal(receiveStep(file.source.text(named.range)))
    }
  } catch {
    return .manual(error.nextStep)
  }
}

/// A call that is made in this function and stays as it is takes messages as it did.
private func checkCallIsRewritten(
  _ base: Node, doing method: String, _ file: FileContext
) throws(Refusal) {
  guard method != "receive", method != "_receive", let made = HeldCall(base, file) else { return }
  let isRewritten: Bool
  do throws(Refusal) {
    isRewritten = try streamingCall(made.call, of: made.method, file)?.consequence.safety != .manual
  } catch {
    isRewritten = false
  }
  guard !isRewritten else { return }
  let successor =
    method == "send" || method == "_send" ? "sendMessage(_:promise:)" : "sendEnd(promise: nil)"
  throw Refusal(
    "call '\(made.local.name).\(successor)' once '\(made.local.name)' is created with a handler; '\(made.method.name)' above stays as it is until then"
  )
}

private func receiveStep(_ call: String) -> String {
  "move the body of the loop into the handler that '\(call)' is created with, '{ message in … }', and read the result from 'try \(call).status.wait()'"
}

private struct StreamMessage {
  let call: Node
  let callee: Node
  let base: Node
  let file: FileContext

  private var completion: Node? {
    call.trailingClosures.first?.closure
      ?? call.arguments.first { $0.argumentLabel == "completion" }?.argumentValue
  }

  private var isOnLoop: Bool { isOnEventLoop(call, file) }

  // MARK: send

  func send() throws(Refusal) -> Consequence {
    var consequence = Consequence()
    consequence.edits.append(Edit(callee.mainToken.range, "sendMessage"))
    guard let first = call.arguments.first, let list = call.child(.argumentList) else {
      throw Refusal("send the message with 'sendMessage(_:promise:)'")
    }
    let close = ByteOffset(list.range.upperBound.index - 1)
    if let completion {
      let head = first.range.upperBound
      let shape = try FailureHandler(completion, file)
      try cut(head..<shape.start, ")" + shape.opening, &consequence)
      consequence.edits += shape.edits
      try cut(shape.end..<call.range.upperBound, "", &consequence)
      consequence.merge(removalOfThrow(from: call, in: file))
      return consequence
    }
    if call.arguments.count > 1 {
      try cut(first.range.upperBound..<close, "", &consequence)
      consequence.lower(
        to: .review,
        because:
          "a single message has no timeout: a 'timeLimit' in the call's options bounds the whole call"
      )
    }
    if isOnLoop {
      consequence.edits.append(Edit(close..<close, ", promise: nil"))
      consequence.merge(removalOfThrow(from: call, in: file))
    } else {
      let end = call.range.upperBound
      consequence.edits.append(Edit(end..<end, ".wait()"))
    }
    return consequence
  }

  // MARK: closeSend

  func closeSend() throws(Refusal) -> Consequence {
    var consequence = Consequence()
    let name = callee.mainToken.range
    guard let completion, completion.kind != .nilLiteral else {
      if completion != nil || isOnLoop {
        consequence.edits.append(
          Edit(name.lowerBound..<call.range.upperBound, "sendEnd(promise: nil)"))
        consequence.merge(removalOfThrow(from: call, in: file))
      } else {
        consequence.edits.append(Edit(name, "sendEnd"))
        let end = call.range.upperBound
        consequence.edits.append(Edit(end..<end, ".wait()"))
      }
      return consequence
    }
    guard completion.kind == .closure else {
      throw Refusal("call '\(completion.text)' in '\(base.text).sendEnd().whenComplete { _ in … }'")
    }
    let start = completion.range.lowerBound
    try cut(name.lowerBound..<start, "sendEnd().whenComplete ", &consequence)
    guard completion.signature == nil else {
      throw Refusal("name the parameter of the closure '_', and call 'sendEnd().whenComplete'")
    }
    let brace = ByteOffset(start.index + 1)
    consequence.edits.append(Edit(brace..<brace, " _ in"))
    try cut(completion.range.upperBound..<call.range.upperBound, "", &consequence)
    consequence.merge(removalOfThrow(from: call, in: file))
    return consequence
  }

  // MARK: closeAndReceive

  func closeAndReceive() throws(Refusal) -> Consequence {
    let stream = file.source.text(base.range)
    if completion != nil {
      throw Refusal(
        "call '\(stream).sendEnd(promise: nil)', and move the completion into '\(stream).response.whenComplete { result in … }', whose cases are '.success' and '.failure'"
      )
    }
    guard !isOnLoop else {
      throw Refusal(
        "call '\(stream).sendEnd(promise: nil)' and continue in '\(stream).response.whenComplete { … }'; the code around it runs on an event loop, where 'wait()' stops the program"
      )
    }
    var consequence = Consequence()
    let tail = callee.mainToken.range.lowerBound..<call.range.upperBound
    guard let statement = plainStatement, base.kind == .declReference || base.kind == .memberAccess
    else {
      try cut(tail, "sendEnd().flatMap { \(stream).response }.wait()", &consequence)
      return consequence
    }
    let mark = awaitingMark(of: call, file)
    try cut(tail, mark == nil ? "response.wait()" : "response.get()", &consequence)
    if let mark { consequence.edits.append(Edit(mark..<mark, "await ")) }
    let start = statement.range.lowerBound
    consequence.edits.append(
      Edit(start..<start, "\(stream).sendEnd(promise: nil)" + file.lineBreak(before: statement)))
    return consequence
  }

  /// The statement around the call, if another can stand before it and nothing of it runs earlier.
  private var plainStatement: Node? {
    var node = call
    while let parent = node.parent {
      if parent.isBlockOfStatements {
        let isValue = parent.items.count == 1 && parent.kind != .switchCase && !isStatement(node)
        let isLoopBody =
          parent.kind == .codeBlock || parent.kind == .closure || parent.kind == .switchCase
          || parent.kind == .sourceFile
        return isValue || !isLoopBody ? nil : node
      }
      switch parent.kind {
      case .tryExpr, .memberAccess, .returnStmt, .assignment, .initializerClause, .patternBinding,
        .variableDecl, .argument, .argumentList, .functionCall, .tuple:
        node = parent
      default: return nil
      }
    }
    return nil
  }

  private func isStatement(_ node: Node) -> Bool {
    switch node.kind {
    case .returnStmt, .variableDecl, .assignment: true
    default: false
    }
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

/// The completion of a `send`, which was told an error or nil, as what a future of nothing is asked.
struct FailureHandler {
  let opening: String
  let start: ByteOffset
  let end: ByteOffset
  private(set) var edits: [Edit] = []

  init(_ completion: Node, _ file: FileContext) throws(Refusal) {
    guard completion.kind == .closure else {
      let text = completion.text
      opening = ".map { nil as Error? }.recover { $0 }.whenSuccess { \(text)($0) }"
      start = completion.range.upperBound
      end = completion.range.upperBound
      return
    }
    if let inner = Self.onlyFailures(completion) {
      opening = ".whenFailure { \(inner.name) in"
      start = inner.body.lowerBound
      end = inner.body.upperBound
      edits = [Edit(end..<end, "}")]
      return
    }
    opening = ".map { nil as Error? }.recover { $0 }.whenSuccess "
    start = completion.range.lowerBound
    end = completion.range.upperBound
  }

  /// `{ error in if let error = error { … } }`: its inner name and the bytes between the inner braces.
  static func onlyFailures(_ closure: Node) -> (name: String, body: ByteRange)? {
    guard closure.captures.isEmpty, closure.parameters.count == 1, closure.items.count == 1,
      closure.items[0].kind == .ifExpr, closure.items[0].elseBranch == nil,
      closure.items[0].conditions.count == 1, let block = closure.items[0].child(.codeBlock)
    else { return nil }
    let binding = closure.items[0].conditions[0]
    guard binding.kind == .optionalBinding, let pattern = binding.child(.identifierPattern),
      binding.initialValue.map({
        $0.kind == .declReference && $0.name == closure.parameters[0].name
      })
        ?? (pattern.name == closure.parameters[0].name)
    else { return nil }
    // The body may ask for the parameter of the closure under another name.
    let parameter = closure.parameters[0].name
    guard
      pattern.name == parameter
        || !block.descendants().contains(where: {
          $0.kind == .declReference && $0.name == parameter
        })
    else { return nil }
    let body =
      ByteOffset(block.range.lowerBound.index + 1)..<ByteOffset(block.range.upperBound.index - 1)
    return (pattern.name, body)
  }
}
