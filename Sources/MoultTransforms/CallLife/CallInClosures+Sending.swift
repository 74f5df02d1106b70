import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// How requests are sent.
extension CallInClosures {
  /// Statements that go into the closure which is given a writer.
  struct Sending {
    let statements: ItemRun
    let end: Int
    let closure: ClosureCode
  }

  /// `client.chat { writer in … } onResponse: { response in … }`, where nobody looks at the replies.
  mutating func sendAlone() throws(Refusal) {
    try replaceStatement()
    guard life.cancellations.isEmpty, !life.isQuiet,
      let sending = try sending(before: life.block.items.count)
    else { throw life.refusal }
    dropEndings()
    let reader = CallOfGRPC2.reader(
      "response", [CallOfGRPC2.loop("_", over: "response", [])])
    editor.replace(sending.statements, with: [told(call([sending.closure, reader]))])
  }

  /// The statements between the call and an item from the first that sends to the last, with what declares variables that
  /// they count in.
  ///
  /// - Parameter toEnd: whether what stands behind the last goes with it, up to what ends the sending.
  /// - Returns: nil if none sends.
  mutating func sending(
    before position: Int, toEnd: Bool = false
  ) throws(Refusal) -> Sending? {
    let start = life.start
    guard start <= position else { throw life.refusal }
    let items = life.block.items[start..<position]
    let places = life.sent.map(\.call) + life.endings + life.waits
    guard places.allSatisfy({ place in items.contains { place.isInside($0) } }) else {
      throw life.refusal
    }
    func sends(_ item: Node) -> Bool { life.sent.contains { $0.call.isInside(item) } }
    guard var first = items.firstIndex(where: sends), var last = items.lastIndex(where: sends)
    else { return nil }
    if toEnd, let end = items[(last + 1)...].firstIndex(where: life.isOver) { last = end - 1 }
    var state: CarriedState
    repeat {
      let moved = Array(items[first...last])
      state = try CarriedState(moved, movedFrom: items[first], leavesActor: true, file)
      let declared = state.changed.compactMap { symbol in
        items[..<first].firstIndex { symbol.declaration?.isInside($0) == true }
      }
      guard let start = declared.min() else { break }
      first = start
    } while true
    let statements = Array(items[first...last])
    // The end of what is sent must not come before it is sent.
    guard let run = ItemRun(statements),
      !statements.contains(where: { item in life.endings.contains { $0.isInside(item) } }),
      !statements.contains(where: \.mayLeaveItsBlock)
    else { throw life.refusal }
    if let variable = state.changed.first {
      throw Refusal(
        "the requests are sent from a closure, which must not change '\(variable.name)': send what is known before the call, or count what comes back"
      )
    }
    // The outcome of the call is caught, as the future of a status never fails.
    let leaves = (statements + life.endings).contains { $0.letsErrorsOut { _ in false } }
    if leaves, life.statusBehind != nil {
      throw Refusal(
        "\(life.refusal.nextStep); an error in sending reaches the caller now, and would be caught with the call"
      )
    }
    try checkStrings(statements)
    try checkNames(declaredIn: statements, before: life.block.items[(last + 1)...])
    try CallOfGRPC2.checkWriter(around: statements[0], file)
    for request in life.sent { try write(request) }
    try escape(state.lent)
    if statements.contains(where: throwsOfItself) {
      reasons.append(
        "an error that is thrown where requests are sent reaches the caller as the 'cause' of an 'RPCError'"
      )
    }
    return Sending(
      statements: run, end: last,
      closure: CallOfGRPC2.producer(
        saying: state.attributes, capturing: state.captures, Code.kept(items: statements)))
  }

  /// Whether a statement throws, or tries something, that is not the sending of a request.
  private func throwsOfItself(_ statement: Node) -> Bool {
    statement.ownDescendants.contains { node in
      if node.kind == .throwStmt { return true }
      guard let tried = TryExpr(node), tried.mark == .propagating else { return false }
      return !life.sent.contains { request in
        request.call.isInside(node) || node.isInside(request.whole)
      }
    }
  }

  /// What is declared in statements that move into the closure is not there any more for those behind them.
  private func checkNames(
    declaredIn statements: [Node], before rest: ArraySlice<Node>
  ) throws(Refusal) {
    for node in rest.flatMap({ $0.descendants() }) where node.kind == .declReference {
      guard let symbol = file.semantics.symbol(of: node), let declaration = symbol.declaration,
        statements.contains(where: { declaration.isInside($0) })
      else { continue }
      throw Refusal("declare '\(symbol.name)' before the call: the requests move into a closure")
    }
  }

  /// `try call.send(message)` to `try await writer.write(message)`.
  private mutating func write(_ request: SentRequest) throws(Refusal) {
    if let stream = request.stream { return editor.replace(stream, with: .word("writer")) }
    let written = CallOfGRPC2.write(
      .kept(request.message), label: request.isSeveral ? "contentsOf" : nil,
      quietly: request.isQuiet && request.failures == nil)
    if let failures = request.failures {
      let caught = Code.form(
        .caught(
          [written], binding: failures.name == "error" ? nil : failures.name, .kept(failures.body)))
      editor.replace(item: request.whole, with: [caught])
    } else {
      editor.replace(request.whole, with: written)
    }
    if request.isLimited {
      reasons.append(
        "a single message has no timeout: 'options:' with a 'timeout' limits the call")
    }
  }

  // MARK: Each reply answered

  /// A chain of requests that the loop fills: what is sent answers what is read.
  mutating func answer(_ replies: ReadReplies) throws(Refusal) {
    guard let type = life.sent.first.flatMap({ typeOfRequest($0.call) }), describe(type) != "_",
      let queue = QueuedRequests(of: .type(type), around: replies.place, file)
    else { throw life.refusal }
    let finished = queue.outgoing.calling("finish")
    for request in life.sent { try yield(request, to: queue.outgoing) }
    for ending in life.endings { editor.replace(item: ending, with: [finished]) }
    for item in life.waits + [life.deferral].compactMap(\.self) { editor.remove(item: item) }
    try replaceStatement(by: queue.declaration)
    let reading = try reading(replies)
    // What was sent before the block is left would never go out.
    let before = life.block.items.filter { item in
      life.sent.first.map { $0.call.range.upperBound < item.range.lowerBound } ?? false
        && item.range.upperBound <= replies.place.range.lowerBound
    }
    guard life.isReadInTask || !before.contains(where: \.mayLeaveItsBlock) else {
      throw life.refusal
    }
    // What is sent later finds the stream closed.
    guard
      life.isReadInTask || reading.tail != nil
        || life.sent.allSatisfy({ $0.call.range.lowerBound < replies.place.range.upperBound })
    else { throw life.refusal }
    try read(
      reading, queue.producer, lead: [.form(.deferred([finished]))])
    reasons.append(
      "requests that the server does not accept yet are buffered; nothing waits for it")
  }

  /// The type of what a call sends, which of a call object is that of its stream.
  private func typeOfRequest(_ call: Node) -> SemanticType? {
    if let stream = MemberAccess(of: call.callee)?.base,
      case .nominal(let type, let arguments) = file.semantics.type(of: stream.node),
      type.qualifiedName == "GRPC.GRPCAsyncRequestStreamWriter"
    {
      return arguments.first
    }
    return file.semantics.symbol(of: call)?.parameterTypes.first
  }

  /// `try call.send(message)` to `outgoing.yield(message)`.
  private mutating func yield(_ request: SentRequest, to outgoing: Code) throws(Refusal) {
    guard request.isStatement, !request.isQuiet, !request.isLimited, request.failures == nil,
      !request.isSeveral, request.stream == nil, !request.whole.isValueOfItsClosure
    else { throw life.refusal }
    let keepsTry = request.message.node.descendants(where: \.isOtherBody).contains {
      TryExpr($0) != nil
    }
    let yielded = outgoing.calling("yield", [.plain(.kept(request.message))])
    editor.replace(
      item: request.whole, with: [keepsTry ? .marked(.tryMark, yielded) : yielded])
  }
}
