import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// How requests are sent.
extension StreamRewriting {
  /// `client.upload { writer in … }`, and its reply.
  mutating func sendAndTakeReply() throws(Refusal) {
    let (call, mark, item) = try awaitedReply()
    guard stream.cancellations.isEmpty else { throw refusal }
    try replaceStatement()
    dropClosings()
    let isDiscarded =
      (item == mark && mark.operand == call)
      || (item.kind == .assignment && item.leftOperand?.kind == .discardAssignment
        && item.rightOperand == mark && mark.operand == call)
    let sending = try sendingStatements(before: stream.position(of: item))
    let name = try nameOfReply(around: item)
    var declaration = ""
    var target = isDiscarded ? "_ = " : "let \(name) = "
    if completion != nil, !isDiscarded {
      guard let type = file.semantics.type(of: call).nominalSymbol else { throw refusal }
      declaration = "let \(name): \(type.name)" + margin
      target = "\(name) = "
    }
    let text = declaration + opening(target)
    let end = margin + outer + "}" + ending(throwingAgain: true)
    if let sending {
      try write(sending, opening: text + " { ", closing: end)
    } else {
      let start = item.range.lowerBound
      consequence.edits.append(
        Edit(start..<start, text + " { _ in }" + ending(throwingAgain: true) + margin))
    }
    if isDiscarded {
      consequence.edits.append(Edit(file.lines(of: item), ""))
    } else {
      replace(call, mark, by: name)
    }
  }

  /// `client.watch(request) { response in try await response.messages.first { _ in true } }`.
  mutating func readOne() throws(Refusal) {
    let (call, mark, item) = try awaitedReply()
    guard completion == nil, stream.sends.isEmpty, stream.closings.isEmpty else { throw refusal }
    try replaceStatement()
    let name = try nameOfReply(around: item)
    let start = item.range.lowerBound
    let body = "try await response.messages.first { _ in true }"
    let lines = ["let \(name) = \(head) { response in", step + body, "}", ""]
    consequence.edits.append(Edit(start..<start, lines.joined(separator: margin)))
    for cancellation in stream.cancellations {
      guard cancellation.parent == stream.block,
        cancellation.range.lowerBound > item.range.upperBound
      else { throw refusal }
      consequence.edits.append(Edit(file.lines(of: cancellation), ""))
    }
    replace(call, mark, by: name)
  }

  /// The call that waits for the one reply, its `try`, and the item of the block around it.
  private func awaitedReply() throws(Refusal) -> (call: Node, mark: Node, item: Node) {
    guard let call = stream.reply, stream.loop == nil, let mark = coveringTry(of: call),
      mark.flags.contains(.question) == stream.isQuiet, !mark.flags.contains(.exclamation)
    else { throw refusal }
    let item = stream.item(around: call)
    let around = call.ancestors.prefix { $0 != stream.block }
    guard item.kind != .forStmt, item.kind != .whileStmt,
      !around.contains(where: \.isBlockOfStatements)
    else { throw refusal }
    return (call, mark, item)
  }

  private func nameOfReply(around item: Node) throws(Refusal) -> String {
    guard let name = file.freeName(["reply", "outcome", "received"], around: item) else {
      throw refusal
    }
    return name
  }

  /// Puts the name of a reply in the place of the call that waited for it, whose `try` goes where it marks nothing else.
  private mutating func replace(_ call: Node, _ mark: Node, by name: String) {
    var operand = mark.operand
    while let inner = operand, inner != call {
      switch inner.kind {
      case .memberAccess: operand = inner.base
      case .optionalChaining, .forceUnwrap: operand = inner.children.first
      default: operand = nil
      }
    }
    let isPlain = operand == call
    // `try? call.closeAndReceive().url` was nil where the call failed.
    let isChained = stream.isQuiet && mark.operand != call
    consequence.edits.append(Edit(call.range, isChained ? name + "?" : name))
    if isPlain {
      consequence.edits.append(
        Edit(mark.range.lowerBound..<(mark.operand ?? call).range.lowerBound, ""))
    }
  }

  /// The statements between the call and an item that send: the first and the last of them, with all between.
  func sendingStatements(
    before position: Int
  ) throws(Refusal) -> (first: Node, last: Node)? {
    let start = stream.position(of: stream.site.statement) + 1
    guard start <= position else { throw refusal }
    let items = stream.block.items[start..<position]
    let places = stream.sends + stream.closings
    guard places.allSatisfy({ place in items.contains { place.isInside($0) } }) else {
      throw refusal
    }
    let sending = items.filter { item in stream.sends.contains { $0.isInside(item) } }
    guard let first = sending.first, let last = sending.last else { return nil }
    // The end of what is sent must not come before it is sent.
    let ends = stream.closings.filter { $0.callee?.name == "closeSend" }
    guard ends.allSatisfy({ $0.range.lowerBound > last.range.upperBound }) else { throw refusal }
    return (first, last)
  }

  /// Moves statements into the closure that is given a writer.
  mutating func write(
    _ sending: (first: Node, last: Node), opening: String, closing: String = ""
  ) throws(Refusal) {
    let range = sending.first.range.lowerBound..<sending.last.range.upperBound
    let statements = stream.block.items.filter { $0.isInside(of: range) }
    let state = try CarriedState(statements, movedFrom: sending.first, file)
    guard state.changed.isEmpty, !statements.contains(where: \.mayLeaveItsBlock),
      file.freeName(["writer"], around: sending.first) != nil
    else { throw refusal }
    for statement in statements where statement.kind == .variableDecl {
      for bound in statement.bindings.flatMap(\.boundNames) {
        guard let symbol = file.semantics.symbol(of: bound) else { throw refusal }
        let escapes = file.semantics.references(to: symbol).contains {
          $0.range.lowerBound >= range.upperBound
        }
        if escapes { throw refusal }
      }
    }
    for send in stream.sends { try writeMessage(send) }
    let deeper = margin + outer + step
    consequence.edits.append(
      Edit(
        range.lowerBound..<range.lowerBound, opening + state.list() + "writer in" + deeper))
    let rewritten = consequence.edits.map(\.range).filter { !$0.isEmpty }
    consequence.edits += file.linesMoved(in: range, by: outer + step, passingOver: rewritten)
    if !closing.isEmpty {
      consequence.edits.append(Edit(range.upperBound..<range.upperBound, closing))
    }
  }

  /// `try call.send(message)` to `try await writer.write(message)`.
  private mutating func writeMessage(_ send: Node) throws(Refusal) {
    guard let mark = send.parent, mark.kind == .tryExpr, !mark.flags.contains(.exclamation),
      let callee = send.callee, let argument = send.arguments.first,
      let block = mark.parent, block.isBlockOfStatements || block.kind == .assignment
    else { throw refusal }
    let message = argument.argumentValue.range
    let completion =
      send.trailingClosures.first?.closure
      ?? send.arguments.first { $0.argumentLabel == "completion" }?.argumentValue
    if let completion, completion.kind != .nilLiteral {
      guard let closure = ClosureExpr(completion), block.isBlockOfStatements,
        let failures = OnlyFailures(closure),
        case let body = failures.body.node.insideOfBraces,
        !file.tree.holdsComment(in: message.upperBound..<body.lowerBound)
      else { throw refusal }
      let line = file.lineBreak(before: mark) + outer + step
      let binding = failures.name == "error" ? "" : " let \(failures.name)"
      consequence.edits.append(
        Edit(
          mark.range.lowerBound..<message.lowerBound, "do {\(line)\(step)try await writer.write("))
      consequence.edits.append(
        Edit(message.upperBound..<body.lowerBound, ")\(line)} catch\(binding) {"))
      consequence.edits.append(Edit(body.upperBound..<mark.range.upperBound, "}"))
      return
    }
    let start = callee.range.lowerBound
    consequence.edits.append(Edit(start..<message.lowerBound, "await writer.write("))
    if message.upperBound < send.range.upperBound {
      consequence.edits.append(Edit(message.upperBound..<send.range.upperBound, ")"))
    }
    if send.arguments.count > 1 {
      consequence.lower(
        to: .review,
        because: "a single message has no timeout: 'options:' with a 'timeout' limits the call")
    }
  }
}

extension Node {
  fileprivate func isInside(of range: ByteRange) -> Bool {
    self.range.lowerBound >= range.lowerBound && self.range.upperBound <= range.upperBound
  }
}
