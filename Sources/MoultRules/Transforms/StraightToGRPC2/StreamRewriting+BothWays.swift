import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// How requests are sent while replies are read.
extension StreamRewriting {
  /// `client.chat { writer in … } onResponse: { response in … }`.
  mutating func sendAndRead() throws(Refusal) {
    guard let loop = stream.loop else { return try sendAlone() }
    let position = stream.position(of: loop.statement)
    let state = try CarriedState(loop.items, movedFrom: loop.statement, file)
    guard let sending = try sendingStatements(before: position) else {
      try readLoop(loop, state, opening: " { _ in } onResponse: { ", closing: "", before: [])
      return
    }
    let tail = try tail(behind: loop)
    // What stands between them would run before what is sent.
    let last = stream.position(of: sending.last)
    let between = stream.block.items[(last + 1)..<position].filter { item in
      !stream.closings.contains { $0.isInside(item) }
    }
    var text = completion == nil ? "" : "do {" + margin + outer
    let kept = try peekedTarget(state, loop, isTail: tail != nil)
    guard between.allSatisfy({ kept.moved.contains($0) }) else { throw refusal }
    text += tail == nil ? kept.target : (tail?.returnsValue == true ? "return " : "")
    text += head + " { "
    try write(sending, opening: text, closing: "")
    // The loop follows the brace that closes what is sent.
    let start = loop.statement.range.lowerBound
    let lineStart = ByteOffset(start.index - file.indentation(of: loop.statement).utf8.count)
    if !outer.isEmpty { consequence.edits.append(Edit(lineStart..<lineStart, outer)) }
    try readLoop(
      loop, state, opening: "} onResponse: { ", closing: "", before: [], isHeadWritten: true)
  }

  /// `client.chat { writer in … } onResponse: { response in … }`, where nobody looked at the replies.
  private mutating func sendAlone() throws(Refusal) {
    guard stream.reply == nil, stream.cancellations.isEmpty, !stream.isQuiet,
      let sending = try sendingStatements(before: stream.block.items.count)
    else { throw refusal }
    let text = (completion == nil ? "" : "do {" + margin + outer) + head + " { "
    let lines = [
      "} onResponse: { response in", step + "for try await _ in response.messages {}", "}",
    ]
    let end = lines.map { margin + outer + $0 }.joined()
    try write(sending, opening: text, closing: end + ending(throwingAgain: false))
  }

  /// What `keptVariables` will bind, without moving anything yet.
  func peekedTarget(
    _ state: CarriedState, _ loop: ReceiveLoop, isTail: Bool
  ) throws(Refusal) -> (target: String, moved: [Node]) {
    var copy = self
    let kept = try copy.keptVariables(state, loop, isTail: isTail)
    let moved = state.changed.compactMap { declarationToMove(of: $0, before: loop) }
    return (kept.target, kept.copied.isEmpty ? moved : [])
  }

  /// A chain of requests that the loop fills: what is sent answers what is read.
  mutating func answer() throws(Refusal) {
    guard let loop = stream.loop,
      let requests = file.freeName(["requests", "outgoingRequests"], around: loop.statement),
      let outgoing = file.freeName(["outgoing", "continuation"], around: loop.statement),
      let request = file.freeName(["request", "next"], around: loop.statement),
      let message = stream.sends.first, let symbol = file.semantics.symbol(of: message),
      let type = symbol.parameterTypes.first
    else { throw refusal }
    let element = describe(type)
    guard element != "_" else { throw refusal }
    for send in stream.sends {
      guard let mark = send.parent, mark.kind == .tryExpr, !mark.isOptionalOrForced,
        mark.parent?.isBlockOfStatements == true, send.arguments.count == 1,
        send.trailingClosures.isEmpty, let value = send.arguments.first?.argumentValue,
        send.arguments.first?.argumentLabel == nil
      else { throw refusal }
      let keepsTry = value.descendants(where: \.isOtherBody).contains { $0.kind == .tryExpr }
      consequence.edits.append(
        Edit(
          mark.range.lowerBound..<value.range.lowerBound,
          (keepsTry ? "try " : "") + "\(outgoing).yield("))
    }
    for closing in stream.closings {
      if closing.callee?.name == "closeSend" {
        consequence.edits.append(Edit(statement(of: closing).range, "\(outgoing).finish()"))
      } else {
        consequence.edits.append(Edit(file.lines(of: statement(of: closing)), ""))
      }
    }
    let state = try CarriedState(loop.items, movedFrom: loop.statement, file)
    let deeper = margin + outer + step
    let start = stream.site.statement.range.lowerBound
    let made =
      "let (\(requests), \(outgoing)) = AsyncStream.makeStream(of: \(element).self)" + margin
    let lineStart = ByteOffset(start.index - file.indentation(of: stream.site.statement).utf8.count)
    let indentation = file.indentation(of: stream.site.statement)
    if completion == nil {
      // The statement's lines go, and the stream of requests takes their place.
      consequence.edits.removeAll { $0.range == file.lines(of: stream.site.statement) }
      consequence.edits.append(
        Edit(stream.site.statement.range, String(made.dropLast(margin.count))))
    } else {
      consequence.edits.append(
        Edit(
          lineStart..<lineStart,
          indentation + String(made.dropLast(margin.count)) + file.lineEnding))
    }
    let relay =
      " { writer in" + deeper + "for await \(request) in \(requests) {" + deeper + step
      + "try await writer.write(\(request))" + deeper + "}" + margin + outer + "} onResponse: { "
    try readLoop(
      loop, state, opening: relay, closing: "", before: ["defer { \(outgoing).finish() }"])
    consequence.lower(
      to: .review,
      because: "requests that the server does not take yet are kept: nothing waits for it")
  }
}
