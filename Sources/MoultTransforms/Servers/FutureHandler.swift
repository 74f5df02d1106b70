import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

extension ProviderMethod {
  /// Puts the body of a handler that is given its request at once onto a thread of its own.
  ///
  /// grpc-swift 0 gave each call a thread, so a body may block; on an event loop it must not.
  func futureHandler(
    _ block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) -> TransformOutcome {
    var consequence = Consequence()
    consequence.edits = renaming(file) + signatureEnd(signatureTail)
    let head =
      "NIOThreadPool.singleton.runIfActive(eventLoop: \(contextName).eventLoop) {"
      + (block.usesSelfSilently ? " [self] in" : "")
    var gone = goneRanges(file)
    if kind == .serverStreaming, endsElsewhere(block, file) {
      consequence.edits += try endedByPromise(block, head, &gone, file)
    } else {
      if kind == .serverStreaming { consequence.edits += try statusEdits(block, &gone, file) }
      consequence.edits += block.wrapped(in: head, passingOver: gone)
    }
    consequence.lower(
      to: .review,
      because:
        "the handler runs on the threads of 'NIOThreadPool.singleton', which calls share; grpc-swift 0 gave each call a thread"
    )
    return TransformOutcome(consequence, imports: imports.union(["NIOPosix"]))
  }

  /// Whether every way out gives nil: the session is closed by code that runs later.
  private func endsElsewhere(_ block: HandlerBlock, _ file: FileContext) -> Bool {
    let returns = block.statements(.returnStmt)
    return !returns.isEmpty
      && returns.allSatisfy { returnedValue($0) == nil && closing(before: $0, file) == nil }
  }

  /// The statement `try session.close(withStatus: …)` right before `return nil`.
  func closing(before statement: Node, _ file: FileContext) -> SessionUse? {
    guard let previous = statement.statementBefore else { return nil }
    let call = previous.kind == .tryExpr ? previous.operand ?? previous : previous
    guard let use = SessionUse(call, file), use.name == "close", use.marked == previous else {
      return nil
    }
    return use
  }

  /// Makes one `return` of each `close(withStatus:)` and the `return nil` behind it.
  private func statusEdits(
    _ block: HandlerBlock, _ gone: inout [ByteRange], _ file: FileContext
  ) throws(Refusal) -> [Edit] {
    var edits: [Edit] = []
    for statement in block.statements(.returnStmt) {
      if let value = returnedValue(statement) {
        try checkNotOptional(value, in: self, file)
        continue
      }
      guard let close = closing(before: statement, file) else {
        throw Refusal(
          "return the status of '\(name)' at each 'return'; one returns nil here, and others return a status"
        )
      }
      let whole = close.marked.range.lowerBound..<statement.range.upperBound
      guard !file.tree.holdsComment(in: whole) else {
        throw Refusal("move the comment that is between 'close' and 'return nil' before them")
      }
      if let status = close.argument("withStatus") {
        edits.append(Edit(whole.lowerBound..<status.range.lowerBound, "return "))
        edits.append(Edit(status.range.upperBound..<whole.upperBound, ""))
      } else {
        edits.append(Edit(whole, "return .ok"))
      }
      gone.append(close.marked.range.upperBound..<statement.range.upperBound)
    }
    return edits
  }

  private func endedByPromise(
    _ block: HandlerBlock, _ head: String, _ gone: inout [ByteRange], _ file: FileContext
  ) throws(Refusal) -> [Edit] {
    guard !block.isOneLine else {
      throw Refusal(
        "return 'context.statusPromise.futureResult' from '\(name)', and succeed the promise with the status where the session is closed"
      )
    }
    var edits: [Edit] = []
    for statement in block.statements(.returnStmt) {
      if statement == block.block.items.last {
        let lines = file.lines(of: statement)
        edits.append(Edit(lines, ""))
        gone.append(lines)
      } else {
        edits.append(Edit(statement.range, "return"))
      }
    }
    let (end, last, blanks) = (file.lineEnding, block.lastLine, block.indentation)
    edits.append(Edit(block.open..<block.open, "\(end)\(blanks)  \(head)"))
    edits += file.linesMoved(in: block.open..<last, by: "  ", passingOver: gone)
    edits.append(
      Edit(
        last..<last,
        "\(blanks)  }.cascadeFailure(to: \(promise))\(end)\(blanks)  return \(promise).futureResult\(end)"
      ))
    return edits
  }
}
