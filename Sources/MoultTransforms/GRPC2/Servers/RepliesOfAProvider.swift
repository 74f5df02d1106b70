import MoultMatching
import MoultRewriting
import MoultSyntax

/// A method of a provider of futures that is given one request, sends replies and gives the status of the call.
struct RepliesOfAProvider {
  private let method: FunctionDecl
  private let body: Node
  private let context: ContextOfAProvider
  private let file: FileContext

  /// Finds what the headers of the request take the place of; nil where the method is given none.
  private let headers: ((Node) -> Node?)?

  init(
    _ method: FunctionDecl, _ body: Node, _ context: ContextOfAProvider,
    _ headers: ((Node) -> Node?)? = nil, _ file: FileContext
  ) {
    (self.method, self.body, self.context, self.file) = (method, body, context, file)
    self.headers = headers
  }

  /// - Returns: why a person should look at what was written.
  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) -> [String] {
    guard let reply = context.parameter.type?.typeArguments.first,
      let signature = SignatureOfAProvider(method), signature.streams == .replies
    else { throw Refusal("write the types of its request and its replies out") }
    guard let response = file.freeName(["response", "replies", "responseStream"], around: body)
    else { throw Refusal("name no local 'response'") }
    if headers != nil {
      try signature.rewriteWhole(&editor, file)
      try write(to: response, &editor)
      file.respond(in: body, to: response, &editor)
      return []
    }
    signature.rewrite(response: response, &editor)
    var written = editor
    do throws(Refusal) {
      try write(to: response, &written)
    } catch let first {
      do throws(Refusal) {
        guard let stream = try RepliesOverAStream(of: reply, body, context, file) else {
          throw first
        }
        return try stream.rewrite(writingTo: response, &editor)
      } catch {
        throw FinishedFuture(ReturnStmt(of: body.items.last)?.value?.node) == nil ? error : first
      }
    }
    editor = written
    return []
  }

  /// Writes where replies are sent, in statements of the method.
  private func write(to response: String, _ editor: inout SyntaxEditor) throws(Refusal) {
    let behind = headers == nil ? EndBehindAReply(body, context, file) : nil
    try behind?.rewrite(writingTo: response, context, &editor)
    let queue = QueueOfReplies(body, context, file)
    try queue?.rewrite(writingTo: response, in: body, context, &editor)
    let promised = try end(behind, queue, &editor)
    let context = context.without(queue?.uses ?? [])
    try context.settle(in: body, &editor) { use, editor throws(Refusal) in
      if behind?.names(use) == true { return }
      if let headers = headers?(use) {
        return editor.replace(headers, with: .word("request").member("metadata"))
      }
      let closure = promised?.inlined?.node
      let around = use.ancestors.first {
        $0 == body || $0.kind == .closure && context.loop(of: $0) == nil
      }
      let block = closure != nil && around == closure ? closure : body
      if isStatusPromise(MemberAccess(on: use)?.node), promised != nil { return }
      guard try context.write(use, in: block ?? body, to: response, &editor) else {
        throw context.refusal(of: use)
      }
    }
  }

  /// `return context.eventLoop.makeSucceededFuture(.ok)` ends a stream, and a failure is thrown.
  ///
  /// - Parameters:
  ///   - behind: what ends it at the last statement, and is rewritten by itself.
  ///   - queue: the same of a queue.
  /// - Returns: the promise of the status, if there is one.
  private func end(
    _ behind: EndBehindAReply?, _ queue: QueueOfReplies?, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> PromisedValue? {
    let returns = body.ownDescendants.compactMap { ReturnStmt($0) }
      .filter { behind?.gives(at: $0.node) != true && queue?.gives(at: $0.node) != true }
    guard !returns.isEmpty || behind != nil || queue != nil else {
      throw Refusal("write 'return' before its future")
    }
    var found: PromisedValue?
    for statement in returns {
      if let promised = try self.promised(statement.node) {
        guard headers == nil, found == nil, let closure = promised.inlined else {
          throw Refusal(
            "fulfil the promise at the end of each path of one 'Task', right before it is returned")
        }
        try promised.rewrite(&editor) { one throws(Refusal) in
          try context.end(
            withStatus: one.value, fails: one.fails,
            isLast: one.statement == closure.items.last?.node && closure.node.items.count > 1)
        }
        found = promised
        continue
      }
      guard let made = FinishedFuture(statement.value?.node) else {
        throw Refusal("return a finished future of the status, or that of a promise")
      }
      let isLast = body.items.last == statement.node && body.items.count > 1
      let items = try context.end(
        withStatus: made.value.node, fails: made.fails, isLast: isLast)
      if items.isEmpty {
        editor.remove(item: statement.node)
      } else {
        editor.replace(item: statement.node, with: items)
      }
    }
    return found
  }

  private func isStatusPromise(_ node: Node?) -> Bool {
    MemberAccess(of: node)?.name == "statusPromise"
  }

  /// The promise whose future a `return` gives: one of the method's own, or that of the context.
  private func promised(_ statement: Node) throws(Refusal) -> PromisedValue? {
    if let own = try PromisedValue(returnedBy: statement, file) { return own }
    guard let future = MemberAccess(of: ReturnStmt(statement)?.value?.node),
      future.name == "futureResult", isStatusPromise(future.base?.node)
    else { return nil }
    let uses = context.uses.compactMap { MemberAccess(on: $0)?.node }
      .filter { isStatusPromise($0) && !$0.isInside(statement) }
    return try PromisedValue(nil, uses, statement, file, calling: "statusPromise")
  }
}
