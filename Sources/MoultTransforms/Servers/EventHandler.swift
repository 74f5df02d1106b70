import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

extension ProviderMethod {
  /// Turns a handler that takes requests from a session in a loop into one that is told of each.
  ///
  /// What stood before the loop runs when the call begins, the body of the loop for each message, and what
  /// followed it at the end. All of it runs on the call's event loop.
  ///
  /// - Returns: whether anything is done with a request; a handler that only throws takes none.
  func rewriteToEvents(
    _ body: StatementBlock, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> Bool {
    let receives = sessionUses(file).compactMap { SessionUse(of: $0, file) }
      .filter { $0.name == "receive" }
    if receives.isEmpty, case .statement(.throwing(let failure))? = body.items.only,
      let error = failure.value
    {
      editor.replace(
        item: failure.node,
        with: [.quoted("return \(context).eventLoop.makeFailedFuture(\(error))")])
      return false
    }
    guard let receive = receives.first, receives.count == 1 else {
      throw Refusal(
        receives.isEmpty
          ? "return an event closure from '\(name)', '\(contextName).eventLoop.makeSucceededFuture({ event in … })', that completes '\(contextName).\(promiseName)' at '.end'"
          : "requests of '\(name)' arrive as events in one closure: read them in one loop, then run the fix again"
      )
    }
    let loop = try ReceiveLoop(receive.call, file)
    try EventLoop(method: self, body: body, loop: loop, file: file).rewrite(&editor)
    return true
  }
}

/// A loop over the requests of a session, with what stands before and behind it.
private struct EventLoop {
  let method: ProviderMethod
  let body: StatementBlock
  let loop: ReceiveLoop
  let file: FileContext

  private var before: [Node] { body.node.items.prefix { $0 != loop.statement } }

  private var after: [Node] { Array(body.node.items.drop { $0 != loop.statement }.dropFirst()) }

  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    try check()
    try rewriteEnds(&editor)
    try rewriteJumps(&editor)
    let message = Code.member(nil, "message")
    let pattern =
      loop.name == "_" ? message : .call(message, [.plain(.bound(.let, loop.name))])
    let end = after.isEmpty ? [success(of: .member(nil, "ok"))] : failing(after)
    guard let event = file.freeName(["event", "streamEvent", "nextEvent"], around: loop.statement)
    else {
      throw Refusal("rename '\(method.name)'s variable 'event', then run the fix again")
    }
    let cases = [CaseCode(pattern, failing(loop.items)), CaseCode(.member(nil, "end"), end)]
    let closure = Code.closure(
      ClosureCode(
        captures: body.usesSelfSilently(file) ? ["self"] : [], parameters: [event],
        [.form(.choice(.word(event), cases))]))
    let eventLoop = method.context.member("eventLoop")
    guard before.contains(where: canFail) else {
      let made = eventLoop.calling("makeSucceededFuture", [.plain(closure)])
      return editor.replace(from: loop.statement, toEndOf: body, with: [.returned(made)])
    }
    editor.replace(from: loop.statement, toEndOf: body, with: [.returned(closure)])
    editor.wrap(body, inClosureOf: eventLoop.member("makeCompletedFuture"))
  }

  /// Statements whose errors end the call.
  private func failing(_ items: [Node]) -> [Code] {
    let kept = Code.kept(items: items)
    guard items.contains(where: canFail) else { return kept }
    return [.quoted("do { \(kept) } catch { \(method.promise).fail(error) }")]
  }

  private func success(of value: Code) -> Code {
    method.promise.calling("succeed", [.plain(value)])
  }

  /// Whether an error can leave the statement, once responses are sent without one.
  private func canFail(_ statement: Node) -> Bool {
    statement.letsErrorsOut { attempt in
      attempt.operand.flatMap { SessionUse($0.node, file) }.map { $0.name != "receive" } ?? false
    }
  }

  // MARK: What cannot be told of events

  private func check() throws(Refusal) {
    guard loop.statement.parent == body.node else {
      throw Refusal(
        "make the loop over 'receive()' a statement of '\(method.name)' itself, then run the fix again"
      )
    }
    guard !before.contains(where: { $0.kind == .deferStmt }) else {
      throw Refusal(
        "move the body of 'defer' into '\(method.contextName).closeFuture.whenComplete { _ in … }', because '\(method.name)' returns before the call ends; then run the fix again"
      )
    }
    for node in body.node.descendants() where node.kind == .functionCall {
      guard let symbol = file.semantics.symbol(of: node), symbol.isGenerated,
        let owner = symbol.parent, file.model.isSubtype(owner, of: "SwiftGRPC.ServiceClient"),
        callStyle(of: symbol, in: file.model) == .unary
      else { continue }
      throw Refusal(
        "'\(symbol.name)' waits for another server, and requests of '\(method.name)' are handled on the event loop, where nothing may wait: use its 'response' future in the event closure"
      )
    }
    try checkWaits()
    let ends = before.flatMap(\.ownDescendants).filter { $0.kind == .returnStmt }
    guard ends.isEmpty else {
      throw Refusal(
        "throw the status with which '\(method.name)' ends before it reads requests, instead of 'return', then run the fix again"
      )
    }
  }

  /// What waits for a stream to another server, and what the rules of such calls have made of it.
  private func checkWaits() throws(Refusal) {
    for node in body.node.ownDescendants where node.kind == .functionCall {
      let symbol = file.semantics.symbol(of: node)
      guard node.isWait || symbol.map({ node.isWaitForStream($0, file) }) == true else { continue }
      throw Refusal(
        "'\(node.text)' waits, and requests of '\(method.name)' are handled on the event loop, where nothing may wait: continue in 'whenComplete' of a future in the event closure"
      )
    }
  }

  // MARK: Ways out

  private func rewriteEnds(_ editor: inout SyntaxEditor) throws(Refusal) {
    for (statement, end) in method.ends(of: body, file) {
      let isLast = statement == after.last
      switch end {
      case .value(let value):
        try method.checkNotOptional(value, file)
        let success = success(of: .kept(value))
        editor.replace(item: statement, with: isLast ? [success] : [success, .word("return")])
      case .closed: editor.leave(body, at: statement)
      case .elsewhere:
        throw Refusal(
          "'\(method.name)' returns nil and ends the call elsewhere: complete '\(method.contextName).\(method.promiseName)' there, and read requests in the event closure"
        )
      }
    }
  }

  /// A closure has no loop: who goes on with the next request or leaves the loop returns from it.
  private func rewriteJumps(_ editor: inout SyntaxEditor) throws(Refusal) {
    for exit in LoopExit.all(of: loop.items, in: loop.statement) where !exit.returns {
      if case .next = exit.kind {
        editor.replace(item: exit.statement, with: [.word("return")])
      } else if after.count == 1, let last = after.first,
        case .value(let value) = HandlerEnd(last, file)
      {
        editor.replace(
          item: exit.statement, with: [success(of: .kept(value)), .word("return")])
      } else {
        throw Refusal(
          "'\(exit.statement.text)' leaves the loop of '\(method.name)', and an event closure has no loop: complete '\(method.contextName).\(method.promiseName)' there and return, then run the fix again"
        )
      }
    }
  }
}
