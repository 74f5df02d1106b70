import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// How requests are sent while replies are read.
extension StreamRewriting {
  /// `client.chat { writer in … } onResponse: { response in … }`.
  mutating func sendAndRead() throws(Refusal) {
    try replaceStatement()
    dropClosings()
    guard let loop = stream.loop else { return try sendAlone() }
    let position = stream.position(of: loop.statement)
    let sending = try sendingStatements(before: position)
    let reading = try reading(loop)
    guard let sending else {
      return try readLoop(reading, opening: opening(reading.target) + " { _ in } onResponse: { ")
    }
    // What stands between them would run before what is sent.
    let last = stream.position(of: sending.last)
    let between = stream.block.items[(last + 1)..<position].filter { item in
      !stream.closings.contains { $0.isInside(item) }
    }
    guard between.allSatisfy({ reading.kept.moved.contains($0) }) else { throw refusal }
    try write(sending, opening: opening(reading.target) + " { ")
    // The loop follows the brace that closes what is sent.
    let start = loop.statement.range.lowerBound
    let lineStart = ByteOffset(start.index - file.indentation(of: loop.statement).utf8.count)
    if !outer.isEmpty { consequence.edits.append(Edit(lineStart..<lineStart, outer)) }
    try readLoop(reading, opening: "} onResponse: { ")
  }

  /// `client.chat { writer in … } onResponse: { response in … }`, where nobody looked at the replies.
  private mutating func sendAlone() throws(Refusal) {
    guard stream.reply == nil, stream.cancellations.isEmpty, !stream.isQuiet,
      let sending = try sendingStatements(before: stream.block.items.count)
    else { throw refusal }
    let lines = [
      "} onResponse: { response in", step + "for try await _ in response.messages {}", "}",
    ]
    let end = lines.map { margin + outer + $0 }.joined()
    try write(
      sending, opening: opening("") + " { ", closing: end + ending(throwingAgain: false))
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
    try replaceStatement(
      by: "let (\(requests), \(outgoing)) = AsyncStream.makeStream(of: \(element).self)")
    let deeper = margin + outer + step
    let relay =
      " { writer in" + deeper + "for await \(request) in \(requests) {" + deeper + step
      + "try await writer.write(\(request))" + deeper + "}" + margin + outer + "} onResponse: { "
    let reading = try reading(loop)
    try readLoop(
      reading, opening: opening(reading.target) + relay,
      before: ["defer { \(outgoing).finish() }"])
    consequence.lower(
      to: .review,
      because: "requests that the server does not accept yet are buffered; nothing waits for it")
  }
}
