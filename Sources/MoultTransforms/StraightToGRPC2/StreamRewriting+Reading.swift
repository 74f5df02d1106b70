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

    /// The closure's parameter, and what it captures.
    let response: String
    let captures: [String]

    /// What stands behind the loop and moves into the closure too, where the loop returns from the function.
    let tail: [Node]?

    let kept: KeptVariables
  }

  /// `client.watch(request) { response in for try await reply in response.messages { … } }`.
  mutating func read() throws(Refusal) {
    guard let loop = stream.loop, stream.sends.isEmpty, stream.closings.isEmpty else {
      throw refusal
    }
    try replaceStatement()
    try readLoop(try reading(loop))
  }

  /// Plans a loop.
  func reading(_ loop: ReceiveLoop) throws(Refusal) -> Reading {
    let between = stream.site.statement.range.upperBound..<loop.statement.range.lowerBound
    guard let response = file.freeName(["response", "replies"], around: loop.statement),
      !stream.cancellations.contains(where: { between.contains($0.range.lowerBound) })
    else { throw refusal }
    let state = try CarriedState(loop.items, movedFrom: loop.statement, file)
    let tail = try tail(behind: loop)
    let kept = try keptVariables(state, loop, tail)
    return Reading(
      loop: loop, response: response, captures: state.captures + kept.copied, tail: tail,
      kept: kept)
  }

  /// Puts a loop over `response.messages` into the closure `onResponse`, and the call in the loop's place.
  ///
  /// - Parameters:
  ///   - sending: statements before the loop that go with all that stands up to it.
  ///   - producer: the closure before `onResponse`.
  ///   - lead: what stands in `onResponse` before the loop.
  mutating func readLoop(
    _ reading: Reading, behind sending: ItemRun? = nil, _ producer: ClosureCode? = nil,
    lead: [Code] = []
  ) throws(Refusal) {
    let (loop, kept) = (reading.loop, reading.kept)
    let each = CallOfGRPC2.loop(loop.name, over: reading.response, loop.items, wasLoop: true)
    var read = loop.label.map { .form(.labeled($0, each)) } ?? each
    if loop.isOptional {
      let reason = Code.form(.comment("What came before the failure is kept."))
      read = .form(.caught([read], .new([reason])))
    }
    var items = lead + kept.declarations + [read]
    if let tail = reading.tail { items += Code.kept(items: tail) }
    if let value = kept.value { items.append(.returned(value)) }
    let reader = CallOfGRPC2.reader(reading.response, capturing: reading.captures, items)
    let made = kept.item(made: try call((producer.map { [$0] } ?? []) + [reader]))
    for declaration in kept.moved
    where sending.map({ declaration.range.lowerBound < $0.range.lowerBound }) ?? true {
      editor.remove(declaration)
    }
    try dropCancellations(around: loop)
    let item = told(made)
    if let block = StatementBlock(stream.block), reading.tail != nil {
      editor.replace(from: loop.statement, toEndOf: block, with: [item])
    } else if let sending {
      editor.replace(sending, to: loop.statement, with: [item])
    } else {
      editor.replace(item: loop.statement, with: [item])
    }
    if kept.value != nil, tellsCompletion, !loop.isOptional {
      reasons.append("what was collected before the server failed is lost")
    }
  }

  /// `call.cancel()` before the loop is left, or behind it: the call ends with its closure.
  private mutating func dropCancellations(around loop: ReceiveLoop) throws(Refusal) {
    for cancellation in stream.cancellations {
      if cancellation.isInside(loop.statement) {
        guard let block = cancellation.parent, let index = block.items.firstIndex(of: cancellation),
          index + 1 < block.items.count,
          [.breakStmt, .returnStmt, .throwStmt].contains(block.items[index + 1].kind)
        else { throw refusal }
      }
      editor.remove(item: cancellation)
    }
  }

  /// What stands behind the loop, if it moves into the closure because the loop returns from the function.
  private func tail(behind loop: ReceiveLoop) throws(Refusal) -> [Node]? {
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
    let tail = stream.block.items.filter {
      $0.range.lowerBound >= loop.statement.range.upperBound
    }
    guard !tellsCompletion, !loop.isOptional, let function = FunctionDecl(of: stream.block.parent),
      !tail.isEmpty || function.node.returnType == nil,
      stream.cancellations.allSatisfy({ $0.isInside(loop.statement) })
    else { throw refusal }
    return tail
  }
}
