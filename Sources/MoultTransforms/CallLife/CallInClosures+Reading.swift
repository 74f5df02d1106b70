import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// How the replies are read.
extension CallInClosures {
  /// Replies that are read, with what the code takes along into the closure.
  struct Reading {
    let replies: ReadReplies

    /// The closure's parameter, and what it captures and says of itself.
    let response: String
    let captures: [String]
    let attributes: [String]

    /// What stands behind them and moves into the closure too, where reading returns from the function.
    let tail: [Node]?

    let kept: KeptVariables

    /// Parameters that have to escape.
    let lent: [Symbol]
  }

  /// `client.watch(request) { response in for try await reply in response.messages { … } }`, behind a closure that sends.
  mutating func read(_ replies: ReadReplies) throws(Refusal) {
    if life.answers(replies) { return try answer(replies) }
    if life.statement != replies.place { try replaceStatement() }
    let reading = try reading(replies)
    switch life.requests {
    case .one:
      dropEndings()
      try read(reading)
    case .all(let producer): try read(reading, producer)
    case .sent:
      let position = life.position(of: replies.place)
      guard let sending = try sending(before: position, toEnd: true) else {
        dropEndings()
        return try read(reading, ClosureCode(parameters: ["_"], []))
      }
      // What stands between them would run before what is sent.
      let isTogether = life.block.items[(sending.end + 1)..<position].allSatisfy { item in
        life.isOver(item)
          || reading.kept.moved.contains { $0.range.holds(item.range) }
      }
      guard isTogether else { throw life.refusal }
      let region = sending.statements.range.lowerBound..<replies.place.range.upperBound
      dropEndings(apartFrom: region)
      try read(reading, sending.closure, behind: sending.statements)
    }
  }

  /// Plans what reads replies.
  func reading(_ replies: ReadReplies) throws(Refusal) -> Reading {
    guard
      let response = file.freeName(["response", "replies", "stream"], around: replies.place)
    else {
      throw Refusal("rename one of 'response', 'replies' and 'stream', then run the fix again")
    }
    let tail = try tail(behind: replies)
    try checkStrings(replies.carried + (tail ?? []))
    let carried = replies.carried + (tail ?? [])
    let kept = try keptVariables(
      CarriedState(carried, movedFrom: replies.place, leavesActor: true, file), replies, tail)
    let state = try CarriedState(
      kept.declared + carried, movedFrom: replies.place, leavesActor: true, file)
    return Reading(
      replies: replies, response: response, captures: state.captures + kept.copied,
      attributes: state.attributes, tail: tail, kept: kept, lent: state.lent)
  }

  /// Puts what reads into the closure `onResponse`, and the call in its place.
  ///
  /// - Parameters:
  ///   - producer: the closure before `onResponse`.
  ///   - sending: statements before, which go with all that stands up to the place.
  ///   - lead: what stands in `onResponse` first.
  mutating func read(
    _ reading: Reading, _ producer: ClosureCode? = nil, behind sending: ItemRun? = nil,
    lead: [Code] = []
  ) throws(Refusal) {
    let (replies, kept) = (reading.replies, reading.kept)
    try escape(reading.lent)
    var items = lead + kept.declarations + [code(of: replies, from: reading.response)]
    items += Code.kept(items: reading.tail ?? [])
    if let value = kept.value { items.append(.returned(value)) }
    let reader = CallOfGRPC2.reader(
      reading.response, saying: reading.attributes, capturing: reading.captures, items)
    let closures = (producer.map { [$0] } ?? []) + [reader]
    if let status = life.statusBehind {
      status.rewrite(&editor)
      let isLast: (Node) -> Bool = { $0.isInside(replies.place) }
      if let reason = reasonOfUnreachedCatch(around: replies.place, where: isLast) {
        reasons.append(reason)
      }
    }
    for declaration in kept.shared where !declaration.modifierNames.contains("nonisolated") {
      editor.replace(keyword: "var", of: declaration, with: ["nonisolated(unsafe)", "var"])
    }
    let region = sending.map { $0.range.lowerBound..<replies.place.range.upperBound }
    let told = try toldEach(
      [kept.item(made: call(closures, isMoved: life.statement == replies.place))],
      replacing: region)
    for declaration in kept.moved
    where sending.map({ declaration.range.lowerBound < $0.range.lowerBound }) ?? true {
      editor.remove(declaration)
    }
    try dropCancellations(around: replies.place)
    if reading.tail != nil, let run = sending ?? ownRun(of: replies) {
      editor.replace(run, toEndOf: life.block, with: told)
    } else if let block = StatementBlock(life.block), reading.tail != nil {
      editor.replace(from: replies.place, toEndOf: block, with: told)
    } else if let sending {
      editor.replace(sending, to: replies.place, with: remarks(upTo: replies.place) + told)
    } else {
      editor.replace(item: replies.place, with: told)
    }
    if kept.value != nil, life.completion != nil, !replies.isQuiet {
      reasons.append("what was collected before the server failed is lost")
    }
  }

  /// The loop over `response.messages`.
  private mutating func code(of replies: ReadReplies, from response: String) -> Code {
    replies.rewrite(&editor)
    var read: Code
    switch replies.form {
    case .each(let name):
      read = CallOfGRPC2.loop(name, over: response, replies.code)
    case .received(let name):
      read = CallOfGRPC2.loop(name, over: response, replies.code, wasLoop: true)
    case .loop, .statement:
      let source = replies.source ?? life.made.call.node
      editor.replace(source, with: Code.word(response).member("messages"))
      read = ownRun(of: replies).map { .form(.items($0)) } ?? .kept(replies.place)
    }
    if let label = replies.label { read = .form(.labeled(label, read)) }
    guard replies.isQuiet else { return read }
    let reason = Code.form(.comment("What came before the failure is kept."))
    return .form(.caught([read], .new([reason])))
  }

  /// A loop that does not begin where the old code began, which is laid out anew, with the comments above it.
  private func ownRun(of replies: ReadReplies) -> ItemRun? {
    switch replies.form {
    case .loop, .statement: life.statement == replies.place ? nil : ItemRun([replies.place])
    case .each, .received: nil
    }
  }

  /// `call.cancel()` before reading ends, or behind it: the call ends with its closure.
  mutating func dropCancellations(around place: Node) throws(Refusal) {
    for cancellation in life.cancellations {
      guard cancellation.range.lowerBound >= place.range.lowerBound else { throw life.refusal }
      if cancellation.isInside(place) {
        guard let next = cancellation.itemBehind,
          [.breakStmt, .returnStmt, .throwStmt].contains(next.kind)
        else { throw life.refusal }
      }
      editor.remove(item: cancellation)
    }
  }

  /// What stands behind the place, if it moves into the closure because reading returns from the function, or the stream is open there.
  private func tail(behind replies: ReadReplies) throws(Refusal) -> [Node]? {
    let exits = LoopExit.all(of: replies.items, in: replies.place)
    let jumps = exits.filter { !replies.skips.contains($0.statement) }
    let leaves = jumps.contains { if case .elsewhere = $0.kind { true } else { false } }
    if leaves { throw refusalOfJump }
    let returns = jumps.contains(where: \.returns)
    guard returns || life.deferral != nil else { return nil }
    if life.deferral == nil, jumps.allSatisfy(\.leavesWithoutValue), isLast(replies.place) {
      return nil
    }
    let tail = life.block.items.filter {
      $0.range.lowerBound >= replies.place.range.upperBound
    }
    let function = FunctionDecl(of: life.block.parent)
    guard life.completion == nil, !replies.isQuiet,
      function.map({ !tail.isEmpty || $0.node.returnType == nil })
        ?? (!returns && !tail.contains(where: \.mayLeaveItsBlock)
          && (StatementBlock(life.block) != nil || ClosureExpr(life.block) != nil)),
      life.cancellations.allSatisfy({ $0.isInside(replies.place) })
    else { throw refusalOfJump }
    return tail
  }

  /// Whether nothing of the function or closure is done behind a statement that is left in order: to leave it is to leave all.
  private func isLast(_ statement: Node) -> Bool {
    var child = statement
    for node in statement.ancestors {
      if node.isBlockOfStatements || node.kind == .switchCase, node.items.last != child {
        return false
      }
      if node.kind.isLoop || node.kind == .deferStmt { return false }
      if node.kind == .closure || node.kind == .functionDecl { return true }
      child = node
    }
    return false
  }

  private var refusalOfJump: Refusal {
    Refusal(
      "the loop moves into the closure of '\(life.made.method)(…) { response in … }', where 'return' leaves only the closure, and no label outside is known: return the value from the closure, then return it from the function"
    )
  }
}
