import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The only reply of a call of grpc-swift 1's client of futures of which closures are told, where the status is waited for behind them.
///
/// `call.response.whenSuccess { reply in … }`, `call.response.whenFailure { error in … }`: whoever waits for the status has the call done
/// behind that, so the call and what the closures do are done there.
struct ToldReply {
  /// The statement that waits.
  var place: Node
  private var success: HandlerOfFuture?
  private var failure: HandlerOfFuture?

  /// The one that was read last.
  private(set) var last: HandlerOfFuture?

  init(place: Node) { self.place = place }

  /// Reads what is said to be done with the future of the reply.
  ///
  /// - Returns: false for anything else, and where it cannot stand in the statements of the function.
  mutating func takes(_ future: Node, _ file: FileContext) -> Bool {
    if success == nil, let told = HandlerOfFuture(.success, of: future, file) {
      (success, last) = (told, told)
    } else if failure == nil, let told = HandlerOfFuture(.failure, of: future, file) {
      (failure, last) = (told, told)
    } else {
      return false
    }
    return last?.statement != nil
  }

  /// The statements that make the call and do what the closures did.
  ///
  /// - Parameters:
  ///   - call: without its marks.
  ///   - isTold: whether somebody else is told that it failed.
  fileprivate func items(
    _ call: Code, throwingAgain isTold: Bool, _ refusal: Refusal, _ editor: inout SyntaxEditor,
    _ file: FileContext
  ) throws(Refusal) -> [Code] {
    let lead = success?.statement.map { editor.removeWithComments($0) } ?? []
    let awaited = Code.marked(.await, call)
    guard success != nil || failure != nil || isTold else {
      return [.infix(.word("_"), "=", .marked(.optionalTry, awaited))]
    }
    let made = Code.marked(.tryMark, awaited)
    let told = try success.map { success throws(Refusal) in
      try success.done(naming: ["reply", "value"], refusal, &editor, file)
    }
    let first = told?.name.map { Code.variable(.let, $0, value: made) }
    let done = lead + [first ?? .infix(.word("_"), "=", made)] + (told?.items ?? [])
    if let failure {
      let lead = failure.statement.map { editor.removeWithComments($0) } ?? []
      return [
        try failure.around(done, after: lead, throwingAgain: isTold, refusal, &editor, file)
      ]
    }
    return isTold ? done : [.form(.caught(done, binding: nil, .new([])))]
  }
}

extension CallInClosures {
  /// `do { let reply = try await client.upload { writer in … } … } catch { … }`, where closures were told of the reply.
  mutating func tell(_ reply: ToldReply) throws(Refusal) {
    try replaceStatement()
    let position = life.position(of: reply.place)
    var closures: [ClosureCode] = []
    var sending: Sending?
    if case .sent = life.requests {
      sending = try self.sending(before: position, toEnd: true)
      closures = [sending?.closure ?? ClosureCode(parameters: ["_"], [])]
    }
    if let sending {
      let between = life.block.items[(sending.end + 1)..<position]
      guard between.allSatisfy(life.isOver) else { throw life.refusal }
    }
    dropEndings(
      apartFrom: sending.map { $0.statements.range.lowerBound..<reply.place.range.upperBound })
    life.statusBehind?.rewrite(&editor)
    let isTold = life.statusBehind?.name != nil || life.handledStatus?.isTold == true
    let items = try toldEach(
      try reply.items(
        life.made.code(closures), throwingAgain: isTold, life.refusal, &editor, file))
    if let sending {
      editor.replace(sending.statements, to: reply.place, with: items)
    } else {
      editor.replace(item: reply.place, with: items)
    }
    reasons.append("what is told of the reply is done where its status was waited for, in order")
  }
}
