import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// How the replies are read.
extension StreamRewriting {
  /// `client.watch(request) { response in for try await reply in response.messages { … } }`.
  mutating func read() throws(Refusal) {
    guard let loop = stream.loop, stream.sends.isEmpty, stream.closings.isEmpty else {
      throw refusal
    }
    let state = try CarriedState(loop.items, movedFrom: loop.statement, file)
    let position = stream.position(of: loop.statement)
    try checkUnused(between: stream.site.statement, and: position)
    try readLoop(loop, state, opening: " { ", closing: "", before: [])
  }

  /// The statements between call and loop stay before the call, and must not need it.
  func checkUnused(between first: Node, and position: Int) throws(Refusal) {
    let start = stream.position(of: first) + 1
    guard start <= position else { throw refusal }
    for item in stream.block.items[start..<position]
    where stream.cancellations.contains(where: { $0.isInside(item) }) {
      throw refusal
    }
  }

  /// Puts a loop over `response.messages` into the closure `onResponse`.
  ///
  /// - Parameters:
  ///   - opening: what stands between the call and the closure's parameter.
  ///   - before: lines of the closure before the loop.
  mutating func readLoop(
    _ loop: ReceiveLoop, _ state: CarriedState, opening: String, closing: String, before: [String],
    isHeadWritten: Bool = false
  ) throws(Refusal) {
    guard let response = file.freeName(["response", "replies"], around: loop.statement) else {
      throw refusal
    }
    let tail = try tail(behind: loop)
    let kept = try keptVariables(state, loop, isTail: tail != nil)
    let deeper = margin + outer + step
    let inner = deeper + (loop.isOptional ? step : "")
    var text = ""
    if !isHeadWritten {
      if completion != nil { text += "do {" + margin + outer }
      text += tail == nil ? kept.target : (tail?.returnsValue == true ? "return " : "")
      text += head
    }
    text += opening + state.list(adding: kept.copied) + response + " in"
    for line in before + kept.declarations { text += deeper + line }
    let start = loop.statement.range.lowerBound
    if loop.isOptional { text += deeper + "do {" }
    for comment in file.tree.commentRanges(in: start..<loop.body.lowerBound) {
      text += inner + file.source.text(comment)
    }
    let label = loop.label.map { $0 + ": " } ?? ""
    text += inner + "\(label)for try await \(loop.name) in \(response).messages {"
    let isOneLine = !file.source.text(loop.body).hasLineBreak
    var body = loop.body
    if !isOneLine, let first = loop.items.first,
      loop.statement.range.lowerBound < loop.body.lowerBound,
      !file.source.text(loop.body.lowerBound..<first.range.lowerBound).hasLineBreak
    {
      body = first.range.lowerBound..<loop.body.upperBound
      text += inner + step
    }
    consequence.edits.append(Edit(start..<body.lowerBound, text))
    try shiftBody(of: loop, isOneLine, passingOver: try cutCancellations(in: loop))

    var end = "}"
    if loop.isOptional {
      let reason = "// What came before the failure is kept."
      end += deeper + "} catch {" + deeper + step + reason + deeper + "}"
    }
    if let tail {
      consequence.edits.append(Edit(loop.body.upperBound..<loop.statement.range.upperBound, end))
      let rest = loop.statement.range.upperBound..<tail.end
      consequence.edits += file.linesMoved(in: rest, by: outer + step)
      consequence.edits.append(Edit(tail.end..<tail.end, margin + "}" + closing))
      return
    }
    if let value = kept.value {
      if completion != nil, !loop.isOptional {
        consequence.lower(
          to: .review, because: "what was gathered before the server failed is lost")
      }
      end += deeper + "return " + value
    }
    end += margin + outer + "}" + kept.closing + closing + ending(throwingAgain: false)
    consequence.edits.append(Edit(loop.body.upperBound..<loop.statement.range.upperBound, end))
    for cancellation in stream.cancellations
    where cancellation.range.lowerBound > loop.statement.range.upperBound {
      consequence.edits.append(Edit(file.lines(of: cancellation), ""))
    }
  }

  private mutating func shiftBody(
    of loop: ReceiveLoop, _ isOneLine: Bool, passingOver gone: [ByteRange]
  ) throws(Refusal) {
    guard !isOneLine, let first = loop.items.first else { return }
    let levels = outer + step + step + (loop.isOptional ? step : "")
    let wanted = (margin + levels).utf8.count - file.lineEnding.utf8.count
    let more = wanted - file.indentation(of: first).utf8.count
    guard more >= 0 else { throw refusal }
    let blanks = String(repeating: step.first ?? " ", count: more)
    consequence.edits += file.linesMoved(in: loop.body, by: blanks, passingOver: gone)
  }

  /// `call.cancel()` before the loop is left: the call ends with its closure.
  ///
  /// - Returns: the bytes that go.
  private mutating func cutCancellations(in loop: ReceiveLoop) throws(Refusal) -> [ByteRange] {
    var gone: [ByteRange] = []
    for cancellation in stream.cancellations where cancellation.isInside(loop.statement) {
      guard let block = cancellation.parent, let index = block.items.firstIndex(of: cancellation),
        index + 1 < block.items.count,
        [.breakStmt, .returnStmt, .throwStmt].contains(block.items[index + 1].kind)
      else { throw refusal }
      let next = block.items[index + 1]
      gone.append(cancellation.range.lowerBound..<next.range.lowerBound)
    }
    consequence.edits += gone.map { Edit($0, "") }
    return gone
  }

  /// What stands behind the loop, if it moves into the closure because the loop returns from the function.
  func tail(
    behind loop: ReceiveLoop
  ) throws(Refusal) -> (end: ByteOffset, returnsValue: Bool)? {
    var returns = false
    for node in loop.items.flatMap(\.running) {
      switch node.kind {
      case .returnStmt: returns = true
      case .breakStmt, .continueStmt:
        guard let label = node.text.split(separator: " ").dropFirst().first else { continue }
        let isInside = node.ancestors.contains {
          $0.kind == .labeledStmt && $0.name == label && $0.isInside(loop.statement)
        }
        guard isInside else { throw refusal }
      default: continue
      }
    }
    guard returns else { return nil }
    guard completion == nil, !loop.isOptional, let function = stream.block.parent,
      function.kind == .functionDecl,
      stream.block.items.last != loop.statement || function.returnType == nil,
      let last = stream.block.items.last,
      stream.cancellations.allSatisfy({
        $0.isInside(loop.statement)
      })
    else { throw refusal }
    let result = function.returnType?.text
    return (last.range.upperBound, result != nil && result != "Void" && result != "()")
  }
}
