import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A method of a provider of futures whose replies are sent where nothing can wait for them: in closures that run elsewhere, and in
/// functions that the context is handed on to.
///
/// All of them put the replies into an `AsyncThrowingStream`, which the method writes to the client at its end.
struct RepliesOverAStream {
  private let reply: Node
  private let body: Node
  private let context: ContextOfAProvider
  private let carriers: CarriersOfReplies
  private let file: FileContext

  /// The `return` of the future, at the end.
  private let ending: Node

  /// The declaration of the promise; nil for that of the context.
  private let declaration: Node?

  /// What the method gives at its end, if that is no future of a promise.
  private var finished: FinishedFuture?

  /// - Returns: nil where the method gives another future at its end than that of a promise, or a finished one.
  init?(
    of reply: Node, _ body: Node, _ context: ContextOfAProvider, _ file: FileContext
  ) throws(Refusal) {
    guard let last = body.items.last, let given = ReturnStmt(last)?.value?.node,
      let own = file.semantics.symbol(of: context.parameter.node)
    else { return nil }
    let type = "StreamingResponseCallContext"
    (self.reply, self.body, self.context, self.file, ending) = (reply, body, context, file, last)
    if let made = FinishedFuture(given) {
      finished = made
      declaration = nil
      carriers = try CarriersOfReplies(of: own, typed: type, file)
      return
    }
    guard let future = MemberAccess(given), future.name == "futureResult",
      let promise = future.base?.node
    else { return nil }
    if MemberAccess(promise)?.name == "statusPromise" {
      declaration = nil
      carriers = try CarriersOfReplies(of: own, typed: type, file)
    } else {
      guard let local = LocalVariable(named: promise, file),
        let statement = local.declaration, statement.node.parent == body,
        CallExpr(of: local.value)?.called?.node.name == "makePromise"
      else { return nil }
      declaration = statement.node
      carriers = try CarriersOfReplies(of: own, local.symbol, typed: type, file)
    }
  }

  /// - Returns: why a person should look at what was written.
  func rewrite(
    writingTo response: String, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [String] {
    let bodies = [body] + carriers.functions
    guard
      let outgoing = ["outgoing", "continuation", "outgoingReplies"].first(where: { name in
        bodies.allSatisfy { file.freeName([name], around: $0.items.first ?? $0) != nil }
      }),
      let replies = file.freeName(
        ["replies", "outgoingReplies", "stream"].filter { $0 != response && $0 != outgoing },
        around: ending),
      let next = file.freeName(["reply", "next"], around: ending)
    else { throw Refusal("name no local 'outgoing' where replies are sent") }
    let stream = Code.generic(
      .library("_Concurrency.AsyncThrowingStream"),
      [.kept(reply), .anyError])
    try begin(
      .variable(.let, "(\(replies), \(outgoing))", value: stream.calling("makeStream")), &editor)
    carriers.hand(outgoing, type: stream.member("Continuation"), &editor)
    try context.settle(in: body, &editor) { _, _ throws(Refusal) in }
    var closings: [Node] = []
    for (use, role) in carriers.uses {
      let named = role == .promise ? use : MemberAccess(on: use)?.node
      if role == .context {
        guard let member = MemberAccess(on: use) else { throw context.refusal(of: use) }
        // What the event loop is used for in the method, the context itself says.
        if member.name == "eventLoop", member.node.isInside(body) { continue }
        if let sent = context.sent(member), member.name == "sendResponse" {
          try put(sent, into: outgoing, &editor)
          continue
        }
        if let closing = try closing(member) {
          editor.replace(
            closing.call,
            with: .quoted("\(outgoing).onTermination = \(closing.closure)"))
          closings.append(closing.call)
          continue
        }
      }
      guard let promise = named, role == .promise || MemberAccess(promise)?.name == "statusPromise"
      else { throw refusal(of: use) }
      try finish(promise, outgoing, &editor)
    }
    guard carriers.excludeEachOther(closings) else {
      throw Refusal(
        "say once what is done at the end of 'closeFuture': a stream tells one closure of its end")
    }
    let written = Code.form(
      .awaitedLoop(
        next, in: .word(replies),
        [.tryAwait(Code.word(response).calling("write", [.plain(.word(next))]))], wasLoop: false))
    let end = try finished.map { made throws(Refusal) in
      ending(outgoing, with: try context.error(ofStatus: made.value.node, fails: made.fails))
    }
    editor.replace(
      item: ending,
      with: [end, closings.isEmpty ? written : cancelling(written, outgoing)].compactMap(\.self))
    var reasons = ["replies are put into a stream, and nothing waits until the client takes them"]
    if !closings.isEmpty {
      reasons.append(
        "what is done when the call has ended is done by what ends the stream, and Swift 6 wants it '@Sendable'"
      )
    }
    return reasons
  }

  private func refusal(of use: Node) -> Refusal {
    guard let member = MemberAccess(on: use) else { return context.refusal(of: use) }
    return Refusal(
      "do without '\(member.node.text)': what is put into a stream is sent, ended, and told of its end"
    )
  }

  // MARK: - Where the stream begins

  private func begin(_ stream: Code, _ editor: inout SyntaxEditor) throws(Refusal) {
    let named =
      carriers.uses.filter { one in
        one.role == .promise || MemberAccess(on: one.node)?.name != "eventLoop"
      }.map(\.node) + carriers.handedOn.map(\.argument.node)
    let items = body.items
    let first = items.firstIndex { item in named.contains { $0.isInside(item) } } ?? items.count
    let declared = declaration.flatMap { items.firstIndex(of: $0) }
    let position = min(first, declared ?? first)
    guard position < items.count else { throw Refusal("send replies, or end the call") }
    if let declaration, declared == position {
      editor.replace(item: declaration, with: [stream])
    } else {
      editor.insert([stream], before: items[position])
      if let declaration { editor.remove(item: declaration) }
    }
    for statement in body.ownDescendants.compactMap({ ReturnStmt($0) })
    where statement.node != ending {
      guard let made = FinishedFuture(statement.value?.node),
        statement.node.range.lowerBound < items[position].range.lowerBound
      else {
        throw Refusal("return a finished future only before a reply may be sent")
      }
      let end = try context.end(
        withStatus: made.value.node, fails: made.fails, isLast: false)
      editor.replace(item: statement.node, with: end)
    }
  }

  // MARK: - What is done with it

  private func put(
    _ sent: ContextOfAProvider.Sent, into outgoing: String, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    let isTold = CallExpr(sent.call)?.arguments.contains { $0.label == "promise" } == true
    guard !sent.isWaitedFor else {
      throw Refusal(
        "do not wait for '\(sent.call.callee?.text ?? "")', or send in statements of the method: a stream takes what it is given"
      )
    }
    if !isTold, sent.statement == sent.call, let block = sent.statement.parent,
      case .given = result(of: block, file)
    {
      throw Refusal("give nobody the future of '\(sent.call.callee?.text ?? "")'")
    }
    editor.replace(
      sent.statement, with: Code.word(outgoing).calling("yield", [.plain(.kept(sent.message))]))
  }

  private func finish(
    _ promise: Node, _ outgoing: String, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    if promise.isInside(ending) { return }
    guard let one = Fulfilment(of: promise) else {
      throw Refusal("only 'succeed' and 'fail' '\(promise.text)', as statements")
    }
    if repeats(one) { return editor.remove(item: one.statement) }
    let error = try context.error(ofStatus: one.value, fails: one.fails)
    editor.replace(one.statement, with: ending(outgoing, with: error))
  }

  private func ending(_ outgoing: String, with error: Code?) -> Code {
    Code.word(outgoing).calling("finish", error.map { [CodeArgument("throwing", $0)] } ?? [])
  }

  /// Whether the statement before has ended the call in the same way, by the other promise.
  private func repeats(_ one: Fulfilment) -> Bool {
    guard let call = CallExpr(of: one.statement.itemBefore),
      let member = MemberAccess(of: call.called?.node),
      let promise = member.base?.node, let before = Fulfilment(of: promise)
    else { return false }
    let isCarrier = carriers.uses.contains { use in
      use.node == promise || MemberAccess(on: use.node)?.node == promise
    }
    return isCarrier && before.fails == one.fails && before.value?.text == one.value?.text
  }

  /// `context.closeFuture.whenComplete { _ in … }`, a statement.
  private func closing(_ member: MemberAccess) throws(Refusal) -> (
    call: Node, closure: ClosureExpr
  )? {
    guard member.name == "closeFuture" else { return nil }
    guard let step = MemberAccess(on: member.node), step.name == "whenComplete",
      let call = step.call, call.node.parent?.isBlockOfStatements == true,
      let closure = FutureTail.onlyClosure(of: call), closure.parameters.only?.name == "_"
    else {
      throw Refusal("only say what is done 'whenComplete' '\(member.node.text)', as a statement")
    }
    let changing = closure.node.descendants().first { node in
      guard node.kind == .declReference, let symbol = file.semantics.symbol(of: node),
        let local = LocalVariable(symbol, file), !local.binding.isInside(closure.node)
      else { return false }
      return local.declaration?.introducer == .var
    }
    if let changing {
      throw Refusal(
        "keep '\(changing.text)' in an actor or behind a lock: what is done when the call has ended is '@Sendable'"
      )
    }
    return (call.node, closure)
  }

  /// Ends the stream where the client cancels the call, so that what is done at its end is done then.
  private func cancelling(_ written: Code, _ outgoing: String) -> Code {
    .quoted(
      "try await GRPCCore::withRPCCancellationHandler { \(written) } "
        + "onCancelRPC: { \(outgoing).finish(throwing: _Concurrency::CancellationError()) }")
  }
}
