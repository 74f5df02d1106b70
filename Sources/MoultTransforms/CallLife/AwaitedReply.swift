import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The call that waits for the only reply of a stream, or for the first.
struct AwaitedReply {
  let call: Node

  /// The item of the block around it.
  let item: Node

  /// Whether it is the first of a stream of replies.
  var isFirst = false

  /// The call with its marks.
  fileprivate var whole: Node { call.with(.awaitExpr, .tryExpr) }

  /// Whether nobody looks at the reply.
  fileprivate var isDiscarded: Bool {
    guard let assignment = AssignmentExpr(item) else { return item == whole }
    return assignment.target?.node.kind == .discardAssignment
      && assignment.value?.node == whole
  }
}

extension CallInClosures {
  /// `let reply = try await client.upload { writer in … }`, or
  /// `let reply = try await client.watch(request) { response in try await response.messages.first { _ in true } }`.
  mutating func takeReply(_ reply: AwaitedReply) throws(Refusal) {
    if life.isUnary { return try makeCall(inPlaceOf: reply) }
    life.statusBehindReply?.rewrite(&editor)
    try replaceStatement()
    dropEndings()
    var sending: Sending?
    var closures: [ClosureCode] = []
    if case .sent = life.requests {
      sending = try self.sending(before: life.position(of: reply.item))
      closures = [sending?.closure ?? ClosureCode(parameters: ["_"], [])]
    }
    if reply.isFirst {
      let first = Code.quoted("try await response.messages.first { _ in true }")
      closures.append(CallOfGRPC2.reader("response", [first]))
      try dropCancellations(around: reply.item)
    } else if !life.cancellations.isEmpty {
      throw life.refusal
    }
    let made = call(closures)
    if let item = statement(taking: reply, from: made, behind: sending) {
      guard let sending else { return editor.replace(item: reply.item, with: [item]) }
      editor.replace(sending.statements, with: [item])
      return editor.remove(item: reply.item)
    }
    guard let name = file.freeName(["reply", "outcome", "received"], around: reply.item) else {
      throw life.refusal
    }
    var items = [Code.variable(.let, name, value: made)]
    if life.completion != nil {
      guard let type = file.semantics.type(of: reply.call).nominalSymbol else {
        throw life.refusal
      }
      items = [
        .variable(.let, name, type: .word(type.name), value: nil),
        told(.infix(.word(name), "=", made), throwingAgain: true),
      ]
    }
    if let sending {
      editor.replace(sending.statements, with: items)
    } else {
      editor.insert(items, rightBefore: reply.item)
    }
    try put(name, inPlaceOf: reply.call)
  }

  /// The statement itself with the new call, where it does nothing but to keep the reply or to pass over it.
  private func statement(
    taking reply: AwaitedReply, from made: Code, behind sending: Sending?
  ) -> Code? {
    if reply.isDiscarded { return told(.infix(.word("_"), "=", made), throwingAgain: true) }
    let between = sending.map {
      life.block.items[($0.end + 1)..<life.position(of: reply.item)]
    }
    guard life.completion == nil, between?.allSatisfy(life.isOver) != false,
      let declaration = VariableDecl(reply.item), declaration.node.modifiers.isEmpty,
      let binding = declaration.bindings.only, binding.value?.node == reply.whole,
      case .identifier(let name)? = binding.pattern
    else { return nil }
    return .variable(
      declaration.introducer, name.name, type: binding.type.map { .form(.moved(.kept($0))) },
      value: made)
  }

  /// `client.get(request)` in the place of `call.response`, or in its own where what stands between may change what it asks, end the block
  /// or take its time.
  private mutating func makeCall(inPlaceOf reply: AwaitedReply) throws(Refusal) {
    let next = life.block.items[life.start]
    guard isEvaluatedOnce(reply.call, in: reply.item, file) else { throw life.refusal }
    if reply.item == next || life.mayBeMade(at: reply.item, file) {
      guard
        !file.tree.holdsComment(in: life.statement.range.lowerBound..<next.range.lowerBound)
      else { throw life.refusal }
      editor.replace(reply.call, with: life.made.code([], isMoved: true))
      editor.remove(item: life.statement)
      reasons.append("the call is made where its reply is used")
      return
    }
    guard life.statement.parent == reply.item.parent,
      reply.call.isReached(from: life.statement, in: life.block),
      handlerOfErrors(around: reply.call) == handlerOfErrors(around: life.statement),
      let constant = VariableDecl(life.statement)?.bindings.only, constant.type == nil,
      case .identifier(let name)? = constant.pattern
    else { throw life.refusal }
    editor.replace(life.made.call.node, with: .tryAwait(life.made.code([])))
    try put(name.name, inPlaceOf: reply.call)
    reasons.append("the reply is waited for where the call is made, before what stands behind")
  }

  /// Puts the name of the reply in the place of the call, whose marks go where they mark nothing else.
  private mutating func put(_ name: String, inPlaceOf call: Node) throws(Refusal) {
    guard let mark = TryExpr(of: coveringTry(of: call)), let marked = mark.operand?.node else {
      return editor.replace(call, with: .word(name))
    }
    let operand = AwaitExpr(marked)?.operand?.node ?? marked
    if operand == call { return editor.replace(mark.node, with: .word(name)) }
    var value = Code.word(name)
    if mark.mark == .optional {
      // `try? call.closeAndReceive().url` was nil where the call failed.
      guard isChained(operand, from: call, through: true) else { throw life.refusal }
      if call.parent?.kind != .optionalChaining { value = .postfix(value, "?") }
    }
    editor.replace(call, with: value)
    if isChained(operand, from: call, through: false) {
      editor.replace(mark.node, with: .kept(operand))
    } else if mark.mark == .propagating {
      around.merge(removalOfThrow(from: call, keepingCatch: true, in: file))
    }
  }

  /// Whether an expression is a chain of members that begins with a call.
  ///
  /// - Parameter called: whether calls may stand in the chain, which may throw, and nothing that is forced.
  private func isChained(_ expression: Node, from call: Node, through called: Bool) -> Bool {
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
