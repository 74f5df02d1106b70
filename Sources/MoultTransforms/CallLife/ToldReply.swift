import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
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

  /// What is told of a `Result`, and the future of that.
  private var complete: (handler: HandlerOfFuture, future: Node)?

  /// Whether nothing waits, so that a task makes the call.
  var isInTask = false

  /// The one that was read last.
  private(set) var last: HandlerOfFuture?

  init(place: Node) { self.place = place }

  /// Reads what is said to be done with the future of the reply.
  ///
  /// - Returns: false for anything else, and where it cannot stand in the statements of the function.
  mutating func takes(_ future: Node, _ file: FileContext) -> Bool {
    if complete != nil { return false }
    if success == nil, let told = HandlerOfFuture(.success, of: future, weakly: ["self"], file) {
      (success, last) = (told, told)
    } else if success == nil, failure == nil,
      let told = HandlerOfFuture(.complete, of: future, weakly: ["self"], file)
    {
      (complete, last) = ((told, future), told)
    } else if failure == nil,
      let told = HandlerOfFuture(.failure, of: future, weakly: ["self"], file)
    {
      (failure, last) = (told, told)
    } else {
      return false
    }
    return last?.statement != nil
  }

  /// What the closures do, and what they capture weakly.
  var closures: [(items: [Node], weakNames: [String])] {
    [success, failure, complete?.handler].compactMap(\.self).map {
      ($0.items, $0.closure?.weakCaptures ?? [])
    }
  }

  /// The closures, in source order, where each outcome has one and a task would do no more.
  ///
  /// - Returns: nil where one is told of a `Result` and does more than to tell its cases apart.
  fileprivate func handlers(_ file: FileContext) -> [HandlerOfFuture]? {
    guard let complete else { return [success, failure].compactMap(\.self) }
    let isSwitched = complete.handler.closure.flatMap { SwitchedOutcome($0, file) } != nil
    return isSwitched ? [complete.handler] : nil
  }

  /// Refuses where what is told of a `Result` cannot stand beside other items.
  fileprivate func check(
    beside others: [Node], _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) {
    guard let complete, handlers(file) == nil else { return }
    try complete.handler.checkPlace(beside: others, refusal)
    let name = complete.handler.closure?.parameters.first?.name
    let isTaken = others.contains { item in
      item != complete.handler.statement && name.map { item.names($0) } == true
    }
    if let name, isTaken {
      throw Refusal("\(refusal.nextStep); '\(name)' means something else around its closure")
    }
  }

  /// The statements that make the call and do what the closures did.
  ///
  /// - Parameters:
  ///   - call: without its marks.
  ///   - isTold: whether somebody else is told that it failed.
  ///   - region: what is replaced as a whole.
  ///   - weakNames: what may be captured weakly.
  fileprivate func items(
    _ call: Code, throwingAgain isTold: Bool, replacing region: ByteRange? = nil,
    weakly weakNames: [String] = [], _ refusal: Refusal, _ editor: inout SyntaxEditor,
    _ file: FileContext
  ) throws(Refusal) -> [Code] {
    let lead = success?.statement.map { editor.takeComments(on: $0, replacing: region) } ?? []
    let awaited = Code.marked(.await, call)
    if let complete {
      return try items(
        complete, .marked(.tryMark, awaited), isTold, replacing: region, weakly: weakNames,
        refusal, &editor, file)
    }
    guard success != nil || failure != nil || isTold else {
      return [.infix(.word("_"), "=", .marked(.optionalTry, awaited))]
    }
    let made = Code.marked(.tryMark, awaited)
    let told = try success.map { success throws(Refusal) in
      try success.done(
        naming: ["reply", "value"], weakly: weakNames, goingOn: true, refusal, &editor, file)
    }
    let first = told?.name.map { Code.variable(.let, $0, value: made) }
    let done = lead + [first ?? .infix(.word("_"), "=", made)] + (told?.items ?? [])
    if let failure {
      let lead = failure.statement.map { editor.takeComments(on: $0, replacing: region) } ?? []
      return [
        try failure.around(
          done, after: lead, throwingAgain: isTold, weakly: weakNames, goingOn: true, refusal,
          &editor, file)
      ]
    }
    return isTold ? done : [.form(.caught(done, binding: nil, .new([])))]
  }

  /// The same where a closure is told of a `Result`.
  private func items(
    _ complete: (handler: HandlerOfFuture, future: Node), _ made: Code, _ isTold: Bool,
    replacing region: ByteRange?, weakly weakNames: [String], _ refusal: Refusal,
    _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> [Code] {
    let statement = complete.handler.statement
    let lead = statement.map { editor.takeComments(on: $0, replacing: region) } ?? []
    if let outcome = complete.handler.closure.flatMap({ SwitchedOutcome($0, file) }) {
      let first = FutureTail.Use.named(outcome.reply).statement(of: made)
      let again = isTold ? [Code.form(.thrown(.word(outcome.error ?? "error")))] : []
      return [
        .form(
          .caught(
            lead + [first] + outcome.done, binding: outcome.error, .new(outcome.failed + again)))
      ]
    }
    let (bound, done) = try complete.handler.done(
      naming: isTold ? ["outcome", "replied"] : ["result", "outcome"], weakly: weakNames,
      goingOn: true, refusal, &editor, file)
    guard let name = bound, let type = file.semantics.type(of: complete.future).valueOfFuture else {
      throw refusal
    }
    return lead + [
      .variable(.let, name, type: .result(of: .type(type)), value: nil),
      .quoted("do { \(name) = .success(\(made)) } catch { \(name) = .failure(error) }"),
    ] + done + (isTold ? [.quoted("_ = try \(name).get()")] : [])
  }
}

extension CallInClosures {
  /// `do { let reply = try await client.upload { writer in … } … } catch { … }`, where closures were told of the reply.
  mutating func tell(_ reply: ToldReply) throws(Refusal) {
    if reply.isInTask { return try tellInTask(reply) }
    if let name = life.statusBehind?.name, life.handlers.contains(where: { $0.names(name) }) {
      throw life.refusal
    }
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
    let region = sending.map { $0.statements.range.lowerBound..<reply.place.range.upperBound }
    dropEndings(apartFrom: region)
    life.statusBehind?.rewrite(&editor)
    let items = try items(of: reply, life.made.code(closures), replacing: region)
    if let sending {
      editor.replace(
        sending.statements, to: reply.place, with: remarks(upTo: reply.place) + items)
    } else {
      editor.replace(item: reply.place, with: items)
    }
    reasons.append("what is told of the reply is done where its status was waited for, in order")
  }

  /// What makes the call, does what the closures did, and fills the status that is waited for.
  private mutating func items(
    of reply: ToldReply, _ call: Code, replacing region: ByteRange?
  ) throws(Refusal) -> [Code] {
    if life.handledStatus == nil, let handlers = reply.handlers(file), !handlers.isEmpty {
      let comments = handlers.compactMap(\.statement)
        .flatMap { editor.takeComments(on: $0, replacing: region) }
      let told = ToldOutcome(
        handlers: handlers, ended: [], status: FilledStatus(name: life.statusBehind?.name),
        refusal: life.refusal, file: file)
      return comments + (try told.awaiting(call, isOptional: false, &editor))
    }
    let isTold = life.statusBehind?.name != nil || life.handledStatus?.isTold == true
    if !isTold { try reply.check(beside: reply.place.parent?.items ?? [], life.refusal, file) }
    return try toldEach(
      try reply.items(
        call, throwingAgain: isTold, replacing: region, life.refusal, &editor, file),
      replacing: region)
  }

  /// The same in a `Task`, where nothing waits.
  private mutating func tellInTask(_ reply: ToldReply) throws(Refusal) {
    let all = [life.statement] + life.handlers
    guard let handled = life.handledStatus, taskCanKeep(all, file),
      !all.contains(where: \.holdsStringOverLines),
      let weakNames = namesCapturedWeakly(
        by: reply.closures + [(handled.items, handled.weakNames)], file)
    else { throw life.refusal }
    if !handled.isTold { try reply.check(beside: handled.items, life.refusal, file) }
    let client = try life.made.clientOfTask(
      doing: life.handlers, weakly: weakNames, life.refusal, file)
    let items = try toldEach(
      try reply.items(
        life.made.code([], client: client?.name), throwingAgain: handled.isTold,
        weakly: weakNames, life.refusal, &editor, file))
    let captures = weakNames.map { "weak \($0)" } + [client?.capture].compactMap(\.self)
    editor.replace(
      item: life.statement, with: [.task(ClosureCode(captures: captures, items))])
    reasons.append("the call is made in a 'Task' that nothing waits for")
  }
}
