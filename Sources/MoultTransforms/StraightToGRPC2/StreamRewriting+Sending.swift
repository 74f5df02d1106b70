import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// How requests are sent.
extension StreamRewriting {
  /// Statements that go into the closure which is given a writer.
  struct Sending {
    let statements: ItemRun
    let closure: ClosureCode
  }

  /// `client.upload { writer in … }`, and its reply.
  mutating func sendAndTakeReply() throws(Refusal) {
    let reply = try awaitedReply()
    guard stream.cancellations.isEmpty else { throw refusal }
    try replaceStatement()
    dropClosings()
    let sending = try sending(before: stream.position(of: reply.item))
    let name = try nameOfReply(around: reply.item)
    let made = try call([sending?.closure ?? ClosureCode(parameters: ["_"], [])])
    var items: [Code] = []
    if reply.isDiscarded {
      items = [told(.infix(.word("_"), "=", made), throwingAgain: true)]
    } else if !tellsCompletion {
      items = [.variable(.let, name, value: made)]
    } else {
      guard let type = file.semantics.type(of: reply.call).nominalSymbol else { throw refusal }
      items = [
        .variable(.let, name, type: .word(type.name), value: nil),
        told(.infix(.word(name), "=", made), throwingAgain: true),
      ]
    }
    if let sending { editor.replace(sending.statements, with: items) }
    if !reply.isDiscarded {
      if sending == nil { editor.insert(items, rightBefore: reply.item) }
      try reply.replace(by: name, &editor, refusal)
    } else if sending == nil {
      editor.replace(item: reply.item, with: items)
    } else {
      editor.remove(item: reply.item)
    }
  }

  /// `client.watch(request) { response in try await response.messages.first { _ in true } }`.
  mutating func readOne() throws(Refusal) {
    let reply = try awaitedReply()
    guard !tellsCompletion, stream.sends.isEmpty, stream.closings.isEmpty else { throw refusal }
    try replaceStatement()
    let name = try nameOfReply(around: reply.item)
    let messages = Code.word("response").member("messages")
    let first = Code.call(
      messages.member("first"), [], trailing: [ClosureCode(parameters: ["_"], [.word("true")])])
    let made = try call([CallOfGRPC2.reader("response", [.tryAwait(first)])])
    editor.insert([.variable(.let, name, value: made)], rightBefore: reply.item)
    for cancellation in stream.cancellations {
      guard cancellation.parent == stream.block,
        cancellation.range.lowerBound > reply.item.range.upperBound
      else { throw refusal }
      editor.remove(item: cancellation)
    }
    try reply.replace(by: name, &editor, refusal)
  }

  /// The call that waits for the one reply.
  private func awaitedReply() throws(Refusal) -> AwaitedReply {
    guard let call = stream.reply, stream.loop == nil, let mark = coveringTry(of: call),
      mark.flags.contains(.question) == stream.isQuiet, !mark.flags.contains(.exclamation)
    else { throw refusal }
    let item = stream.item(around: call)
    let around = call.ancestors.prefix { $0 != stream.block }
    guard item.kind != .forStmt, item.kind != .whileStmt,
      !around.contains(where: \.isBlockOfStatements)
    else { throw refusal }
    return AwaitedReply(call: call, mark: mark, item: item)
  }

  private func nameOfReply(around item: Node) throws(Refusal) -> String {
    guard let name = file.freeName(["reply", "outcome", "received"], around: item) else {
      throw refusal
    }
    return name
  }

  /// The statements between the call and an item from the first that sends to the last, for the closure that is given a
  /// writer.
  ///
  /// - Returns: nil if none sends.
  mutating func sending(before position: Int) throws(Refusal) -> Sending? {
    let start = stream.position(of: stream.site.statement) + 1
    guard start <= position else { throw refusal }
    let items = stream.block.items[start..<position]
    let places = stream.sends + stream.closings
    guard places.allSatisfy({ place in items.contains { place.isInside($0) } }) else {
      throw refusal
    }
    func sends(_ item: Node) -> Bool { stream.sends.contains { $0.isInside(item) } }
    guard let first = items.firstIndex(where: sends), let last = items.lastIndex(where: sends)
    else { return nil }
    let statements = Array(items[first...last])
    guard let run = ItemRun(statements) else { return nil }
    // The end of what is sent must not come before it is sent.
    let end = items[last].range.upperBound
    let ends = stream.closings.filter { $0.callee?.name == "closeSend" }
    guard ends.allSatisfy({ $0.range.lowerBound > end }) else { throw refusal }
    return Sending(statements: run, closure: try producer(of: statements))
  }

  private mutating func producer(of statements: [Node]) throws(Refusal) -> ClosureCode {
    let state = try CarriedState(statements, movedFrom: statements[0], file)
    guard state.changed.isEmpty, !statements.contains(where: \.mayLeaveItsBlock),
      file.freeName(["writer"], around: statements[0]) != nil
    else { throw refusal }
    for bound in statements.flatMap(\.bindings).flatMap(\.boundNames) {
      guard let symbol = file.semantics.symbol(of: bound) else { throw refusal }
      let staysInside = file.semantics.references(to: symbol).allSatisfy { use in
        statements.contains { use.isInside($0) }
      }
      guard staysInside else { throw refusal }
    }
    for send in stream.sends { try writeMessage(send) }
    return CallOfGRPC2.producer(capturing: state.captures, Code.kept(items: statements))
  }

  /// `try call.send(message)` to `try await writer.write(message)`.
  private mutating func writeMessage(_ send: Node) throws(Refusal) {
    guard let sent = SentMessage(send), let message = sent.message,
      let mark = TryExpr(of: send.parent), mark.mark != .forced, let block = mark.node.parent,
      block.isBlockOfStatements || block.kind == .assignment
    else { throw refusal }
    if let completion = sent.completion {
      guard let closure = ClosureExpr(completion), block.isBlockOfStatements,
        let failures = OnlyFailures(closure)
      else { throw refusal }
      return editor.replace(
        item: mark.node,
        with: [
          .form(
            .caught(
              [CallOfGRPC2.write(.kept(message))],
              binding: failures.name == "error" ? nil : failures.name, .kept(failures.body)))
        ])
    }
    let written = CallOfGRPC2.write(.kept(message), quietly: mark.mark == .optional)
    editor.replace(mark.node, with: written)
    if sent.call.argument(labeled: "timeout") != nil {
      reasons.append(
        "a single message has no timeout: 'options:' with a 'timeout' limits the call")
    }
  }
}

/// The call of grpc-swift 0 that waits for the only reply of a stream, its `try`, and the item of the block around it.
private struct AwaitedReply {
  let call: Node
  let mark: Node
  let item: Node

  /// Whether nobody looks at the reply.
  var isDiscarded: Bool {
    guard mark.operand == call else { return false }
    guard let assignment = AssignmentExpr(item) else { return item == mark }
    return assignment.target?.node.kind == .discardAssignment && assignment.value?.node == mark
  }

  /// Puts the name of the reply in the place of the call, whose `try` goes where it marks nothing else.
  func replace(
    by name: String, _ editor: inout SyntaxEditor, _ refusal: Refusal
  ) throws(Refusal) {
    guard let operand = mark.operand else { throw refusal }
    var value = Code.word(name)
    if mark.flags.contains(.question), operand != call {
      // `try? call.closeAndReceive().url` was nil where the call failed.
      guard isChained(from: operand, through: true) else { throw refusal }
      if call.parent?.kind != .optionalChaining { value = .postfix(value, "?") }
    }
    if operand == call { return editor.replace(mark, with: value) }
    editor.replace(call, with: value)
    if isChained(from: operand, through: false) { editor.replace(mark, with: .kept(operand)) }
  }

  /// Whether an expression is a chain of members that begins with the call.
  ///
  /// - Parameter called: whether calls may stand in the chain, which may throw, and nothing that is forced.
  private func isChained(from expression: Node, through called: Bool) -> Bool {
    var value: Node? = expression
    while let inner = value, inner != call {
      switch inner.kind {
      case .memberAccess: value = inner.base
      case .optionalChaining: value = inner.children.first
      case .forceUnwrap: value = called ? nil : inner.children.first
      case .functionCall, .subscriptCall: value = called ? inner.children.first : nil
      default: value = nil
      }
    }
    return value == call
  }
}
