import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// How the replies are read.
extension StreamRewriting {
  /// A loop over the replies, with what it takes along into the closure.
  struct Reading {
    let loop: ReceiveLoop

    /// What stands before the call: `let count = `, `return `.
    let target: String

    /// The closure's parameter, and the capture list before it.
    let response: String
    let captures: String

    /// What stands behind the loop and moves into the closure too, where the loop returns from the function.
    let tail: ByteRange?

    let kept: KeptVariables
  }

  /// `client.watch(request) { response in for try await reply in response.messages { … } }`.
  mutating func read() throws(Refusal) {
    guard let loop = stream.loop, stream.sends.isEmpty, stream.closings.isEmpty else {
      throw refusal
    }
    try replaceStatement()
    let reading = try reading(loop)
    try readLoop(reading, opening: opening(reading.target) + " { ")
  }

  /// Plans a loop, and moves the variables that it fills.
  mutating func reading(_ loop: ReceiveLoop) throws(Refusal) -> Reading {
    let between = stream.site.statement.range.upperBound..<loop.statement.range.lowerBound
    guard let response = file.freeName(["response", "replies"], around: loop.statement),
      !stream.cancellations.contains(where: { between.contains($0.range.lowerBound) })
    else { throw refusal }
    let state = try CarriedState(loop.items, movedFrom: loop.statement, file)
    let tail = try tail(behind: loop)
    let kept = try keptVariables(state, loop, isTail: tail != nil)
    return Reading(
      loop: loop, target: tail.map { $0.returnsValue ? "return " : "" } ?? kept.target,
      response: response, captures: state.list(adding: kept.copied),
      tail: tail.map { loop.statement.range.upperBound..<$0.end }, kept: kept)
  }

  /// The call up to its closures, behind what takes its value, and in a `do` where a completion is told.
  func opening(_ target: String) -> String {
    (completion == nil ? "" : "do {" + margin + outer) + target + head
  }

  /// Puts a loop over `response.messages` into the closure `onResponse`.
  ///
  /// - Parameters:
  ///   - opening: what stands before the closure's parameter.
  ///   - before: lines of the closure before the loop.
  mutating func readLoop(
    _ reading: Reading, opening: String, before: [String] = []
  ) throws(Refusal) {
    let (loop, kept) = (reading.loop, reading.kept)
    let deeper = margin + outer + step
    let inner = deeper + (loop.isOptional ? step : "")
    var text = opening + reading.captures + reading.response + " in"
    for line in before + kept.declarations { text += deeper + line }
    let start = loop.statement.range.lowerBound
    if loop.isOptional { text += deeper + "do {" }
    for comment in file.tree.commentRanges(in: start..<loop.body.lowerBound) {
      text += inner + file.source.text(comment)
    }
    let label = loop.label.map { $0 + ": " } ?? ""
    text += inner + "\(label)for try await \(loop.name) in \(reading.response).messages {"
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
    if let tail = reading.tail {
      consequence.edits.append(Edit(loop.body.upperBound..<loop.statement.range.upperBound, end))
      consequence.edits += file.linesMoved(in: tail, by: step)
      consequence.edits.append(Edit(tail.upperBound..<tail.upperBound, margin + "}"))
      return
    }
    if let value = kept.value {
      if completion != nil, !loop.isOptional {
        consequence.lower(
          to: .review, because: "what was collected before the server failed is lost")
      }
      end += deeper + "return " + value
    }
    end += margin + outer + "}" + kept.closing + ending(throwingAgain: false)
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
  private func tail(
    behind loop: ReceiveLoop
  ) throws(Refusal) -> (end: ByteOffset, returnsValue: Bool)? {
    var returns = false
    for node in loop.items.flatMap({ [$0] + $0.ownDescendants }) {
      switch node.kind {
      case .returnStmt: returns = true
      case .breakStmt, .continueStmt:
        guard node.targetOfJump?.isInside(loop.statement) == true else { throw refusal }
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
