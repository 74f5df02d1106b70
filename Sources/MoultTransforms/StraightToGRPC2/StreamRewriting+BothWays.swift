import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// How requests are sent while replies are read.
extension StreamRewriting {
  /// `client.chat { writer in … } onResponse: { response in … }`.
  mutating func sendAndRead() throws(Refusal) {
    try replaceStatement()
    guard let loop = stream.loop else { return try sendAlone() }
    let position = stream.position(of: loop.statement)
    let sending = try sending(before: position)
    let reading = try reading(loop)
    guard let sending else {
      dropClosings()
      return try readLoop(reading, ClosureCode(parameters: ["_"], []))
    }
    // What stands between them would run before what is sent.
    let between = stream.block.items[..<position].filter {
      $0.range.lowerBound >= sending.statements.range.upperBound
    }
    guard
      between.allSatisfy({ item in
        stream.closings.contains { $0.isInside(item) }
          || reading.kept.moved.contains { $0.range.holds(item.range) }
      })
    else { throw refusal }
    dropClosings(apartFrom: between)
    try readLoop(reading, behind: sending.statements, sending.closure)
  }

  /// `client.chat { writer in … } onResponse: { response in … }`, where nobody looked at the replies.
  private mutating func sendAlone() throws(Refusal) {
    guard stream.reply == nil, stream.cancellations.isEmpty, !stream.isQuiet,
      let sending = try sending(before: stream.block.items.count)
    else { throw refusal }
    dropClosings()
    let reader = CallOfGRPC2.reader(
      "response", [CallOfGRPC2.loop("_", over: "response", [])])
    editor.replace(
      sending.statements, with: [told(try call([sending.closure, reader]))])
  }

  /// A chain of requests that the loop fills: what is sent answers what is read.
  mutating func answer() throws(Refusal) {
    guard let loop = stream.loop,
      let requests = file.freeName(["requests", "outgoingRequests"], around: loop.statement),
      let name = file.freeName(["outgoing", "continuation"], around: loop.statement),
      let request = file.freeName(["request", "next"], around: loop.statement),
      let message = stream.sends.first, let symbol = file.semantics.symbol(of: message),
      let type = symbol.parameterTypes.first, describe(type) != "_"
    else { throw refusal }
    let outgoing = Code.word(name)
    let finished = outgoing.calling("finish")
    for send in stream.sends { try yield(send, to: outgoing) }
    for closing in stream.closings {
      let ends = closing.callee?.name == "closeSend"
      editor.replace(item: statement(of: closing), with: ends ? [finished] : [])
    }
    let made = Code.library("_Concurrency.AsyncStream").calling(
      "makeStream", [CodeArgument("of", Code.type(type).member("self"))])
    try replaceStatement(by: .variable(.let, "(\(requests), \(name))", value: made))
    let relay = Code.form(
      .awaitedLoop(
        request, in: .word(requests), [CallOfGRPC2.write(.word(request))], canThrow: false))
    try readLoop(
      try reading(loop), CallOfGRPC2.producer([relay]), lead: [.form(.deferred([finished]))])
    reasons.append(
      "requests that the server does not accept yet are buffered; nothing waits for it")
  }

  /// `try call.send(message)` to `outgoing.yield(message)`.
  private mutating func yield(_ send: Node, to outgoing: Code) throws(Refusal) {
    guard let mark = TryExpr(of: send.parent), mark.mark == .propagating,
      mark.node.parent?.isBlockOfStatements == true, let sent = SentMessage(send),
      let argument = sent.call.onlyArgument, argument.label == nil, let value = sent.message
    else { throw refusal }
    let keepsTry = value.node.descendants(where: \.isOtherBody).contains { TryExpr($0) != nil }
    let yielded = outgoing.calling("yield", [.plain(.kept(value))])
    editor.replace(item: mark.node, with: [keepsTry ? .marked(.tryMark, yielded) : yielded])
  }
}
