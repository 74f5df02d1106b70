import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

extension ProviderMethod {
  /// Makes the body that of an asynchronous provider's method: it stays as it is but for its loop and its ends.
  ///
  /// - Returns: what goes beside what the editor writes.
  func rewriteToAsync(
    _ body: StatementBlock, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> Consequence? {
    let stream = SessionOverAStream(self, file)
    for use in sessionUses(file) where stream?.takes(use) != true {
      guard let message = SessionUse(of: use, file),
        message.name == "send" || message.name == "receive"
      else { continue }
      try checkSuspension(message, body)
      if message.name == "send" {
        _ = try message.awaited(file)
        continue
      }
      if let loop = CaughtReceiveLoop(message.call) {
        loop.rewrite(awaiting: .word("requestStream"), &editor)
        continue
      }
      let loop = try ReceiveLoop(message.call, file)
      let items = Code.kept(items: loop.items)
      editor.replace(
        item: loop.statement,
        with: [.form(.awaitedLoop(loop.name, in: .word("requestStream"), items))])
    }
    let ends = ends(of: body, file)
    for (statement, end) in ends {
      switch end {
      case .value(let value) where !kind.streamsResponses: try checkNotOptional(value, file)
      case .value(let value): try replace(statement, by: value, in: body, &editor, file)
      case .closed(let close):
        let thrown = try thrown(by: close, file)
        if thrown != nil { try checkNotCaught(statement, in: body) }
        let response = close.argument("response").map { Code.returned(.kept($0)) }
        if let code = thrown ?? response {
          editor.replace(from: close.marked, to: statement, with: [code])
        } else {
          editor.remove(item: close.marked)
          editor.leave(body, at: statement)
        }
      case .elsewhere where stream?.ending == statement: continue
      case .elsewhere:
        throw Refusal(
          kind.streamsResponses
            ? "'\(name)' returns nil and closes the session elsewhere: return when everything is sent, or throw"
            : "'\(name)' returns nil and ends the call elsewhere: return the response, or throw")
      }
    }
    if kind.streamsResponses, ends.isEmpty, case .expression(let only)? = body.items.only,
      isOk(only, file)
    {
      editor.remove(item: only.node)
    }
    return try stream?.rewrite(&editor)
  }

  /// A message cannot be awaited in a closure that is not asynchronous.
  private func checkSuspension(_ use: SessionUse, _ body: StatementBlock) throws(Refusal) {
    let inside = use.call.ancestors.prefix { $0 != body.node }
    guard !inside.contains(where: { $0.kind == .closure || $0.kind == .functionDecl }) else {
      throw Refusal(
        "'\(use.name)' must be awaited, but the closure around it is not async: use a loop instead, then run the fix again"
      )
    }
  }

  // MARK: Ends

  /// What is thrown in place of `sendErrorAndClose(status:)`, or of `close(withStatus:)` with another status than `.ok`.
  private func thrown(by close: SessionUse, _ file: FileContext) throws(Refusal) -> Code? {
    let refusal = Refusal("return the response of '\(name)', or throw the status")
    switch close.name {
    case "close":
      guard let status = close.argument("withStatus"), !isOk(status, file) else { return nil }
      return .form(.thrown(.kept(status)))
    case "sendErrorAndClose":
      guard let status = close.argument("status") else { throw refusal }
      return .form(.thrown(.kept(status)))
    default:
      guard close.argument("response") != nil,
        close.argument("status").map({ isOk($0, file) }) ?? true
      else { throw refusal }
      return nil
    }
  }

  /// A handler of grpc-swift 1 gives no status: it returns when all is well, and throws when not.
  private func replace(
    _ statement: Node, by value: Expr, in body: StatementBlock, _ editor: inout SyntaxEditor,
    _ file: FileContext
  ) throws(Refusal) {
    let isLast = statement == body.items.last?.node
    guard !isOk(value, file) else { return editor.leave(body, at: statement) }
    try checkNotCaught(statement, in: body)
    let failure = Code.form(.thrown(.kept(value)))
    switch value {
    case .call(let call)
    where file.semantics.symbol(of: call.node)?.parent?.qualifiedName == "SwiftGRPC.ServerStatus":
      editor.replace(item: statement, with: [failure])
    case .member(let member) where member.name == "processingError":
      let error = Code.library("GRPC.GRPCStatus").member(member.name)
      editor.replace(
        item: statement, with: [member.base == nil ? .form(.thrown(error)) : failure])
    case .name(let status) where isStatus(value, file):
      let check = Code.quoted("guard \(status.name).isOk else { throw \(status.name) }")
      editor.replace(item: statement, with: isLast ? [check] : [check, .word("return")])
    default:
      throw Refusal(
        "throw '\(value.node.text)' if it is not '.ok', and return otherwise; '\(name)' returns no status as of grpc-swift 1.0"
      )
    }
  }

  /// A status that was returned from a `do` went past its `catch`; thrown, it would not.
  private func checkNotCaught(_ statement: Node, in body: StatementBlock) throws(Refusal) {
    let around = statement.ancestors.prefix { $0 != body.node }
    let isCaught = around.contains { block in
      guard let parent = DoStmt(of: block.parent) else { return false }
      return parent.body?.node == block && !parent.catchClauses.isEmpty
    }
    guard isCaught else { return }
    throw Refusal(
      "throw the status of '\(statement.text)' after the 'do' around it; '\(name)' returns no status as of grpc-swift 1.0, and the 'catch' would catch what is thrown here"
    )
  }

  private func isStatus(_ value: Expr, _ file: FileContext) -> Bool {
    let type = file.semantics.type(of: value.node)
    return !type.isOptional && type.nominalSymbol?.qualifiedName == "SwiftGRPC.ServerStatus"
  }

  func isOk(_ value: Expr, _ file: FileContext) -> Bool {
    guard case .member(let member) = value, member.name == "ok" else { return false }
    return member.base == nil
      || file.semantics.symbol(of: value.node)?.qualifiedName == "SwiftGRPC.ServerStatus.ok"
  }
}
