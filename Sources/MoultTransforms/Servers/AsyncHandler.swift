import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

extension ProviderMethod {
  /// Gives the method the signature of an asynchronous provider's; its body stays as it is but for its ends.
  func asyncHandler(
    _ block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) -> TransformOutcome {
    var consequence = Consequence()
    consequence.edits = renaming(file) + signatureEnd(signatureTail)
    for use in sessionUses(file) {
      guard let member = use.parent, member.kind == .memberAccess, member.base == use,
        let call = member.parent, let message = SessionUse(call, file)
      else { continue }
      try checkSuspension(message, block, file)
      if message.name == "receive" { consequence.edits += try loopEdits(call, file) }
    }
    if kind == .unary || kind == .clientStreaming {
      consequence.edits += try responseEnds(block, file)
    } else {
      consequence.edits += try statusEnds(block, file)
    }
    consequence.lower(
      to: .review,
      because:
        "the handler runs on the threads of Swift's concurrency, which must not be blocked for long; grpc-swift 0 gave each call a thread"
    )
    return TransformOutcome(consequence, imports: imports)
  }

  /// A message cannot be awaited in a closure that is not asynchronous.
  private func checkSuspension(
    _ use: SessionUse, _ block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) {
    guard use.name == "send" || use.name == "receive" else { return }
    let inside = use.call.ancestors.prefix { $0 != block.block }
    guard !inside.contains(where: { $0.kind == .closure || $0.kind == .functionDecl }) else {
      throw Refusal(
        "'\(use.name)' must be awaited, but the closure around it is not async: use a loop instead, then run the fix again"
      )
    }
    if use.name == "send" { _ = try AwaitedSend(use, file) }
  }

  private func loopEdits(_ receive: Node, _ file: FileContext) throws(Refusal) -> [Edit] {
    let loop = try ReceiveLoop(receive, file)
    let start = loop.statement.range.lowerBound
    guard !file.tree.holdsComment(in: start..<loop.body.lowerBound) else {
      throw Refusal("move the comment in the head of the loop into its body")
    }
    return [
      Edit(start..<loop.body.lowerBound, "for try await \(loop.name) in requestStream {"),
      Edit(loop.body.upperBound..<loop.statement.range.upperBound, "}"),
    ]
  }

  /// `sendAndClose(response: r)` and `return nil` are one `return`.
  private func responseEnds(
    _ block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) -> [Edit] {
    var edits: [Edit] = []
    for statement in block.statements(.returnStmt) {
      if let value = returnedValue(statement) {
        try checkNotOptional(value, in: self, file)
        continue
      }
      guard let close = ending(before: statement, file) else {
        throw Refusal(
          "'\(name)' returns nil and ends the call elsewhere: return the response, or throw")
      }
      let whole = close.marked.range.lowerBound..<statement.range.upperBound
      let word = close.name == "sendErrorAndClose" ? "throw " : "return "
      let label = close.name == "sendErrorAndClose" ? "status" : "response"
      if label == "status" { try checkNotCaught(statement, in: block, file) }
      guard let value = close.argument(label), !file.tree.holdsComment(in: whole),
        close.name == "sendErrorAndClose"
          || close.argument("status").map({ isOk($0, file) }) ?? true
      else {
        throw Refusal("return the response of '\(name)', or throw the status")
      }
      edits.append(Edit(whole.lowerBound..<value.range.lowerBound, word))
      edits.append(Edit(value.range.upperBound..<whole.upperBound, ""))
    }
    return edits
  }

  private func ending(before statement: Node, _ file: FileContext) -> SessionUse? {
    guard let previous = statement.statementBefore else { return nil }
    let call = previous.kind == .tryExpr ? previous.operand ?? previous : previous
    guard let use = SessionUse(call, file), use.marked == previous,
      ["close", "sendAndClose", "sendErrorAndClose"].contains(use.name)
    else { return nil }
    return use
  }

  /// A handler of grpc-swift 1 gives no status: it returns when all is well, and throws when not.
  private func statusEnds(
    _ block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) -> [Edit] {
    var edits: [Edit] = []
    for statement in block.statements(.returnStmt) {
      if let value = returnedValue(statement) {
        edits.append(try ended(statement, by: value, in: block, file))
        continue
      }
      guard let close = ending(before: statement, file) else {
        throw Refusal(
          "'\(name)' returns nil and closes the session elsewhere: return when everything is sent, or throw"
        )
      }
      let whole = close.marked.range.lowerBound..<statement.range.upperBound
      let isLast = statement == block.block.items.last
      if let status = close.argument("withStatus"), !isOk(status, file) {
        try checkNotCaught(statement, in: block, file)
        edits.append(Edit(whole.lowerBound..<status.range.lowerBound, "throw "))
        edits.append(Edit(status.range.upperBound..<whole.upperBound, ""))
      } else if isLast {
        edits.append(Edit(file.lines(of: close.marked), ""))
        edits.append(Edit(file.lines(of: statement), ""))
      } else {
        edits.append(Edit(whole, "return"))
      }
    }
    if block.statements(.returnStmt).isEmpty, let only = block.block.items.last,
      block.block.items.count == 1, only.kind == .memberAccess, isOk(only, file)
    {
      edits.append(Edit(only.range, ""))
    }
    return edits
  }

  private func ended(
    _ statement: Node, by value: Node, in block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) -> Edit {
    if isOk(value, file) {
      guard statement == block.block.items.last, !block.isOneLine else {
        return Edit(statement.range, block.isOneLine ? "" : "return")
      }
      return Edit(file.lines(of: statement), "")
    }
    try checkNotCaught(statement, in: block, file)
    let isMade =
      value.kind == .functionCall
      && file.semantics.symbol(of: value)?.parent?.qualifiedName == "SwiftGRPC.ServerStatus"
    let isConstant = value.kind == .memberAccess && value.name == "processingError"
    let isLast = statement == block.block.items.last
    if value.kind == .declReference, !block.isOneLine, file.lines(of: statement) != statement.range,
      case let type = file.semantics.type(of: value), !type.isOptional,
      type.nominalSymbol?.qualifiedName == "SwiftGRPC.ServerStatus"
    {
      let check = "guard \(value.name).isOk else { throw \(value.name) }"
      return Edit(
        statement.range, isLast ? check : check + file.lineBreak(before: statement) + "return")
    }
    guard isMade || isConstant else {
      throw Refusal(
        "throw '\(file.source.text(value.range))' if it is not '.ok', and return otherwise; '\(name)' returns no status as of grpc-swift 1.0"
      )
    }
    if isConstant, value.base == nil {
      return Edit(statement.range, "throw GRPCStatus.processingError")
    }
    return Edit(statement.range.lowerBound..<value.range.lowerBound, "throw ")
  }

  /// A status that was returned from a `do` went past its `catch`; thrown, it would not.
  private func checkNotCaught(
    _ statement: Node, in block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) {
    let around = statement.ancestors.prefix { $0 != block.block }
    let isCaught = around.contains { body in
      guard body.kind == .codeBlock, let parent = body.parent, parent.kind == .doStmt else {
        return false
      }
      return !parent.catchClauses.isEmpty
    }
    guard isCaught else { return }
    throw Refusal(
      "throw the status of '\(file.source.text(statement.range))' after the 'do' around it; '\(name)' returns no status as of grpc-swift 1.0, and the 'catch' would catch what is thrown here"
    )
  }

  private func isOk(_ value: Node, _ file: FileContext) -> Bool {
    guard value.kind == .memberAccess, value.name == "ok" else { return false }
    return value.base == nil
      || file.semantics.symbol(of: value)?.qualifiedName == "SwiftGRPC.ServerStatus.ok"
  }
}
