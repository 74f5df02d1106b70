import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

extension ProviderMethod {
  /// Turns a handler that takes requests from a session in a loop into one that is told of each.
  ///
  /// What stood before the loop runs when the call begins, the body of the loop for each message, and what
  /// followed it at the end. All of it runs on the call's event loop.
  func eventHandler(
    _ block: HandlerBlock, _ file: FileContext
  ) throws(Refusal) -> TransformOutcome {
    var consequence = Consequence()
    consequence.edits = renaming(file) + signatureEnd(signatureTail)
    let receives = sessionUses(file).compactMap { $0.parent?.parent }
      .filter { SessionUse($0, file)?.name == "receive" }
    if receives.isEmpty, let failure = block.block.items.first, failure.kind == .throwStmt,
      block.block.items.count == 1, let error = failure.subject
    {
      let start = failure.range.lowerBound
      consequence.edits += [
        Edit(
          start..<error.range.lowerBound, "return \(contextName).eventLoop.makeFailedFuture("),
        Edit(error.range.upperBound..<error.range.upperBound, ")"),
      ]
      return TransformOutcome(consequence, imports: imports)
    }
    guard let receive = receives.first, receives.count == 1 else {
      throw Refusal(
        receives.isEmpty
          ? "return an event closure from '\(name)', '\(contextName).eventLoop.makeSucceededFuture({ event in … })', that completes '\(promise)' at '.end'"
          : "requests of '\(name)' arrive as events in one closure: read them in one loop, then run the fix again"
      )
    }
    let loop = try ReceiveLoop(receive, file)
    let events = EventLoop(method: self, block: block, loop: loop, file: file)
    consequence.edits += try events.edits()
    consequence.lower(
      to: .review,
      because:
        "requests are handled on the call's event loop, where nothing may block; grpc-swift 0 gave each call a thread"
    )
    return TransformOutcome(consequence, imports: imports)
  }
}

/// A loop over the requests of a session, with what stands before and behind it.
private struct EventLoop {
  let method: ProviderMethod
  let block: HandlerBlock
  let loop: ReceiveLoop
  let file: FileContext

  private var before: [Node] {
    Array(block.block.items.prefix { $0 != loop.statement })
  }

  private var after: [Node] {
    Array(block.block.items.drop { $0 != loop.statement }.dropFirst())
  }

  func edits() throws(Refusal) -> [Edit] {
    try check()
    let (end, blanks) = (file.lineEnding, file.indentation(of: loop.statement))
    let isWrapped = before.contains(where: canFail)
    let shift = isWrapped ? "  " : ""
    let closure = "{" + (block.usesSelfSilently ? " [self]" : "") + " event in"
    let loopFails = loop.items.contains(where: canFail)
    let endFails = after.contains(where: canFail)
    let base = blanks + shift
    let opening =
      isWrapped
      ? "return \(closure)"
      : "return \(method.contextName).eventLoop.makeSucceededFuture(\(closure)"
    // The lines are those of the old file: the first follows the blanks of the loop's own line.
    var head =
      "\(opening)\(end)\(base)  switch event {\(end)\(base)  case .message(let \(loop.name)):"
    if loop.name == "_" { head = head.replacing("(let _)", with: "") }
    if loopFails { head += "\(end)\(base)    do {" }
    let failure =
      "\(end)\(base)    } catch {\(end)\(base)      \(method.promise).fail(error)\(end)\(base)    }"
    var tail = "case .end:"
    if after.isEmpty { tail += "\(end)\(base)    \(method.promise).succeed(.ok)" }
    if endFails { tail += "\(end)\(base)    do {" }
    var edits: [Edit] = []
    let gone = try goneLines()
    edits += bodyEdits(
      head: head, tail: tail, failure: loopFails ? failure : "", base: base, gone: gone)
    let closing =
      (endFails ? failure.dropFirst(end.count) + end : "") + "\(base)  }\(end)"
      + (isWrapped ? "\(base)}\(end)\(blanks)}\(end)" : "\(base)})\(end)")
    let last = block.lastLine
    let endMove = endFails ? "      " : "    "
    edits += file.linesMoved(
      in: loop.statement.range.upperBound..<last, by: shift + endMove, passingOver: gone)
    edits.append(Edit(last..<last, String(closing)))
    if isWrapped {
      let context = method.contextName
      edits.append(
        Edit(
          block.open..<block.open,
          "\(end)\(blanks)\(context).eventLoop.makeCompletedFuture {"))
      edits += file.linesMoved(
        in: block.open..<loop.statement.range.lowerBound, by: "  ", passingOver: gone)
    }
    return edits + (try endings())
  }

  /// The loop's head becomes that of a case, and its brace that of the next case.
  private func bodyEdits(
    head: String, tail: String, failure: String, base: String, gone: [ByteRange]
  ) -> [Edit] {
    let end = file.lineEnding
    let (start, stop) = (loop.statement.range.lowerBound, loop.statement.range.upperBound)
    let inner = failure.isEmpty ? "    " : "      "
    guard let first = loop.items.first, let final = loop.items.last else {
      return [Edit(start..<stop, "\(head)\(end)\(base)    break\(end)\(base)  \(tail)")]
    }
    guard file.hasLineBreak(in: loop.body) else {
      return [
        Edit(start..<first.range.lowerBound, "\(head)\(end)\(base)\(inner)"),
        Edit(
          final.range.upperBound..<stop, "\(failure)\(end)\(base)  \(tail)"),
      ]
    }
    let shift = base.dropFirst(file.indentation(of: loop.statement).count)
    let move = String(shift) + (failure.isEmpty ? "  " : "    ")
    // The last line holds the brace and its blanks.
    var lastLine = loop.body.upperBound.index
    while lastLine > loop.body.lowerBound.index,
      file.source.bytes[lastLine - 1] != UInt8(ascii: "\n")
    {
      lastLine -= 1
    }
    let ownLine = ByteOffset(lastLine)
    let text = failure.isEmpty ? "" : String(failure.dropFirst(end.count)) + end
    return [Edit(start..<loop.body.lowerBound, head)]
      + file.linesMoved(in: loop.body.lowerBound..<ownLine, by: move, passingOver: gone)
      + [Edit(ownLine..<stop, "\(text)\(base)  \(tail)")]
  }

  // MARK: Ways out

  private func check() throws(Refusal) {
    guard loop.statement.parent == block.block, !block.isOneLine, block.lastLine != block.close,
      file.lines(of: loop.statement) != loop.statement.range
    else {
      throw Refusal(
        "make the loop over 'receive()' a statement of '\(method.name)' itself, on its own lines, then run the fix again"
      )
    }
    guard !block.statements(.deferStmt).contains(where: { before.contains($0) }) else {
      throw Refusal(
        "move the body of 'defer' into '\(method.contextName).closeFuture.whenComplete { _ in … }', because '\(method.name)' returns before the call ends; then run the fix again"
      )
    }
    for node in block.block.descendants() where node.kind == .functionCall {
      guard let symbol = file.semantics.symbol(of: node), symbol.isGenerated,
        let owner = symbol.parent, file.model.isSubtype(owner, of: "SwiftGRPC.ServiceClient"),
        callStyle(of: symbol, in: file.model) == .unary
      else { continue }
      throw Refusal(
        "'\(symbol.name)' waits for another server, and requests of '\(method.name)' are handled on the event loop, where nothing may wait: use its 'response' future in the event closure"
      )
    }
    try checkWaits()
    for statement in before {
      let returns = ([statement] + statement.ownDescendants).filter { $0.kind == .returnStmt }
      guard returns.isEmpty else {
        throw Refusal(
          "throw the status with which '\(method.name)' ends before it reads requests, instead of 'return', then run the fix again"
        )
      }
    }
  }

  /// What waits for a stream to another server, and what the rules of such calls have made of it.
  private func checkWaits() throws(Refusal) {
    for node in block.block.ownDescendants where node.kind == .functionCall {
      let symbol = file.semantics.symbol(of: node)
      guard node.isWait || symbol.map({ node.isWaitForStream($0, file) }) == true else { continue }
      throw Refusal(
        "'\(file.source.text(node.range))' waits, and requests of '\(method.name)' are handled on the event loop, where nothing may wait: continue in 'whenComplete' of a future in the event closure"
      )
    }
  }

  /// Whether an error can leave the statement, once responses are sent without one.
  private func canFail(_ statement: Node) -> Bool {
    var open: [(node: Node, isCaught: Bool)] = [(statement, false)]
    while let (node, isCaught) = open.popLast() {
      switch node.kind {
      case .closure, .functionDecl, .structDecl, .classDecl, .enumDecl: continue
      case .throwStmt: if !isCaught { return true }
      case .tryExpr:
        let isMarked = node.flags.contains(.question) || node.flags.contains(.exclamation)
        if let call = node.operand, let use = SessionUse(call, file), use.name != "receive" {
          // Its `try` goes with the rule of the member.
          continue
        }
        if !isCaught, !isMarked { return true }
      case .doStmt:
        let catchesAll = node.catchClauses.contains { $0.catchItems.isEmpty }
        for child in node.children {
          open.append((child, isCaught || (catchesAll && child.kind == .codeBlock)))
        }
        continue
      default: break
      }
      for child in node.children { open.append((child, isCaught)) }
    }
    return false
  }

  /// The lines of `return nil` at the very end, and those that rules of members take away.
  private func goneLines() throws(Refusal) -> [ByteRange] {
    var gone = method.goneRanges(file)
    if let last = after.last, last.kind == .returnStmt, returnedValue(last) == nil {
      gone.append(file.lines(of: last))
    }
    return gone
  }

  /// What becomes of `return`, `break` and `continue`.
  private func endings() throws(Refusal) -> [Edit] {
    var edits: [Edit] = []
    for statement in block.statements(.returnStmt) {
      let isLast = statement == after.last
      let isOnly = after.count == 1 && isLast
      guard let value = returnedValue(statement) else {
        guard endsCall(statement.statementBefore) else {
          throw Refusal(
            "'\(method.name)' returns nil and ends the call elsewhere: complete '\(method.promise)' there, and read requests in the event closure"
          )
        }
        edits.append(isLast ? Edit(file.lines(of: statement), "") : Edit(statement.range, "return"))
        continue
      }
      try checkNotOptional(value, in: method, file)
      let (start, end) = (statement.range.lowerBound, value.range.upperBound)
      edits.append(Edit(start..<value.range.lowerBound, "\(method.promise).succeed("))
      let after =
        isLast || isOnly ? ")" : ")" + separator(before: statement) + "return"
      edits.append(Edit(end..<end, after))
    }
    for item in loop.items { edits += try jumps(item) }
    return edits
  }

  /// What a new line beside a statement is moved by, as the statement's own line is.
  private func extra(beside statement: Node) -> String {
    let shift = before.contains(where: canFail) ? "  " : ""
    if statement.isInside(loop.statement) {
      return shift + (loop.items.contains(where: canFail) ? "    " : "  ")
    }
    return shift + (after.contains(where: canFail) ? "      " : "    ")
  }

  /// What stands between two statements where one stood.
  private func separator(before statement: Node) -> String {
    guard file.lines(of: statement) != statement.range else { return "; " }
    return file.lineBreak(before: statement) + extra(beside: statement)
  }

  private func endsCall(_ statement: Node?) -> Bool {
    guard let statement else { return false }
    let call = statement.kind == .tryExpr ? statement.operand ?? statement : statement
    guard let use = SessionUse(call, file) else { return false }
    return ["close", "sendAndClose", "sendErrorAndClose"].contains(use.name)
  }

  private func jumps(_ item: Node) throws(Refusal) -> [Edit] {
    var edits: [Edit] = []
    var open: [(node: Node, inLoop: Bool, inSwitch: Bool)] = [(item, false, false)]
    while let (node, inLoop, inSwitch) = open.popLast() {
      var (nextLoop, nextSwitch) = (inLoop, inSwitch)
      switch node.kind {
      case .closure, .functionDecl, .structDecl, .classDecl, .enumDecl: continue
      case .whileStmt, .forStmt, .repeatStmt: (nextLoop, nextSwitch) = (true, false)
      case .switchExpr: nextSwitch = true
      case .continueStmt where !inLoop:
        guard node.text == "continue" else { throw jump(node) }
        edits.append(Edit(node.range, "return"))
      case .breakStmt where !inLoop && !inSwitch:
        guard node.text == "break", after.count == 1, let last = after.first,
          last.kind == .returnStmt, let value = returnedValue(last)
        else { throw jump(node) }
        let text = file.source.text(value.range)
        edits.append(
          Edit(
            node.range,
            "\(method.promise).succeed(\(text))\(separator(before: node))return"))
      case .breakStmt, .continueStmt: if node.text.contains(" ") { throw jump(node) }
      default: break
      }
      for child in node.children { open.append((child, nextLoop, nextSwitch)) }
    }
    return edits
  }

  private func jump(_ node: Node) -> Refusal {
    Refusal(
      "'\(node.text)' leaves the loop of '\(method.name)', and an event closure has no loop: complete '\(method.promise)' there and return, then run the fix again"
    )
  }
}
