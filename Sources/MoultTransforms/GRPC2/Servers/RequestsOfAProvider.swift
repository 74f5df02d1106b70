import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A method of a provider of futures that gives a closure which is told of each request and of their end.
///
/// What the closure does with a request becomes the body of a loop over the requests, and what it does at the end stands behind the loop.
struct RequestsOfAProvider {
  private let method: FunctionDecl
  private let body: Node
  private let context: ContextOfAProvider
  private let file: FileContext

  /// Finds what the headers of the requests take the place of; nil where the method is given none.
  private let headers: ((Node) -> Node?)?

  init(
    _ method: FunctionDecl, _ body: Node, _ context: ContextOfAProvider,
    _ headers: ((Node) -> Node?)? = nil, _ file: FileContext
  ) {
    (self.method, self.body, self.context, self.file) = (method, body, context, file)
    self.headers = headers
  }

  /// Whether the method gives replies one by one.
  private var streams: Bool {
    context.parameter.type?.mainTypeName == "StreamingResponseCallContext"
  }

  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    let (request, response) = try sign(&editor)
    try fail(&editor)
    let read = { (use: Node, editor: inout SyntaxEditor) -> Bool in
      guard let headers = headers?(use) else { return false }
      editor.replace(headers, with: .word(request).member("metadata"))
      return true
    }
    if onlyFails {
      return try context.settle(in: body, &editor) { use, editor throws(Refusal) in
        guard read(use, &editor) else { throw context.refusal(of: use) }
      }
    }
    let (given, handler) = try handler()
    let failing = try FailureOfACall(promises, of: body, file)
    if let end = failing?.statement.range.upperBound,
      returns.contains(where: { $0.error != nil && $0.statement.range.lowerBound >= end })
    {
      throw Refusal("return no failed future behind 'whenFailure'")
    }
    let (message, ending) = (handler.message, handler.ending)
    let queue = streams ? QueueOfReplies(body, context, file) : nil
    try queue?.rewrite(writingTo: response, in: body, context, &editor)
    let fulfilments = try fulfilments(in: handler.block, queue)
    let onMessage = FulfilledPaths(
      fulfilments: fulfilments.filter { $0.statement.isInside(message.node) }, block: message.node)
    let atEnd = FulfilledPaths(
      fulfilments: fulfilments.filter { $0.statement.isInside(ending.node) }, block: ending.node)
    guard onMessage.endWhereFulfilled, atEnd.endWhereFulfilled, atEnd.otherReturns.isEmpty,
      atEnd.end(ending.node.items), breaks(of: ending.node).isEmpty
    else {
      throw Refusal(
        "end the call on each path of '.end', as the last thing that is done there and outside of a 'do' that would catch it"
      )
    }
    for one in fulfilments {
      let isLast = one.statement == ending.node.items.last
      let items = try end(one, isLast: isLast)
      if !items.isEmpty {
        editor.replace(from: one.statement, to: one.leaving ?? one.statement, with: items)
      } else if !isLast {
        editor.remove(item: one.statement)
      }
    }
    try goOn(from: onMessage.otherReturns + breaks(of: message.node), in: message.node, &editor)
    try context.without(queue?.uses ?? []).settle(in: body, &editor) {
      use, editor throws(Refusal) in
      if let member = MemberAccess(on: use), member.name == promise,
        fulfilments.contains(where: { use.isInside($0.statement) })
          || failing.map({ use.isInside($0.statement) }) == true
      {
        return
      }
      if read(use, &editor) { return }
      let block = use.isInside(handler.block) ? handler.block : body
      guard streams, try context.write(use, in: block, to: response, &editor) else {
        throw context.refusal(of: use)
      }
    }
    let last = ending.node.items
    let isQuiet =
      try fulfilments.last { $0.statement == last.last }
      .map { one throws(Refusal) in try end(one, isLast: true).isEmpty } ?? false
    let loop = Code.form(
      .awaitedLoop(
        handler.name, in: headers == nil ? .word(request) : .word(request).member("messages"),
        Code.kept(items: handler.messageItems), wasLoop: false))
    let written = [loop] + Code.kept(items: isQuiet ? last.dropLast() : last)
    if let function = handler.function { editor.remove(item: function) }
    guard let failing else {
      editor.replace(item: given, with: written)
      return respond(to: response, &editor)
    }
    editor.replace(item: given, with: [try failing.around(written, &editor)])
    respond(to: response, &editor)
  }

  /// Gives a whole response, where the method is one of `ServiceProtocol` and streams replies.
  private func respond(to response: String, _ editor: inout SyntaxEditor) {
    if headers != nil, streams { file.respond(in: body, to: response, &editor) }
  }

  private var promise: String { streams ? "statusPromise" : "responsePromise" }

  /// Gives the method the parameters of one that reads requests, and what it gives.
  ///
  /// - Returns: what the method calls its requests, and its replies.
  private func sign(_ editor: inout SyntaxEditor) throws(Refusal) -> (String, String) {
    guard let signature = SignatureOfAProvider(method),
      let request = file.freeName(["request", "requests", "requestStream"], around: body),
      let response = file.freeName(["response", "replies", "responseStream"], around: body)
    else { throw Refusal("write the types of its requests and its replies out") }
    if headers == nil {
      signature.rewrite(request: request, response: response, &editor)
    } else {
      try signature.rewriteWhole(request: request, &editor, file)
    }
    return (request, response)
  }

  /// How the method ends where the promise of the call is fulfilled.
  private func end(_ one: Fulfilment, isLast: Bool) throws(Refusal) -> [Code] {
    if streams {
      return try context.end(withStatus: one.value, fails: one.fails, isLast: isLast)
    }
    guard let value = one.value else { throw Refusal("succeed with a reply") }
    if one.fails { return [.form(.thrown(.kept(value)))] }
    let reply = Code.kept(value)
    return [
      .returned(headers == nil ? reply : .quoted("GRPCCore::ServerResponse(message: \(reply))"))
    ]
  }

  /// Where the promise of the call is named.
  private var promises: [Node] {
    context.uses.compactMap { MemberAccess(on: $0) }.filter { $0.name == promise }.map(\.node)
  }

  private func fulfilments(
    in block: Node, _ queue: QueueOfReplies?
  ) throws(Refusal) -> [Fulfilment] {
    let promises = promises.filter { MemberAccess(on: $0)?.name != "futureResult" }
    let found = promises.compactMap { queue?.fulfilment(of: $0) ?? Fulfilment(of: $0) }
      .filter { $0.statement.isInside(block) }
    guard found.count == promises.count else {
      throw Refusal(
        "only 'succeed' and 'fail' '\(promise)', as statements of the closure of events")
    }
    return found
  }

  // MARK: - Failures

  /// The statements that give a future, and the error of each that has failed.
  private var returns: [(statement: Node, error: Node?)] {
    var found = body.ownDescendants.compactMap { ReturnStmt($0) }.map { ($0.node, $0.value?.node) }
    if found.isEmpty, body.items.count == 1 { found = [(body.items[0], body.items[0])] }
    return found.map { statement, value in
      let made = FinishedFuture(value)
      return (statement, made?.fails == true ? made?.value.node : nil)
    }
  }

  private var onlyFails: Bool { !returns.isEmpty && returns.allSatisfy { $0.error != nil } }

  private func fail(_ editor: inout SyntaxEditor) throws(Refusal) {
    for (statement, error) in returns {
      if let error { editor.replace(item: statement, with: [.form(.thrown(.kept(error)))]) }
    }
  }

  // MARK: - Events

  /// The closure of events, or the function of the method that is one: `{ event in switch event { case .message(let m): … case .end: … } }`.
  private struct Handler {
    /// The closure, or the body of the function.
    let block: Node

    /// Where it is declared, if it is a function.
    let function: Node?
    let message: SwitchCase
    let ending: SwitchCase

    /// What a request is called.
    let name: String

    /// What is done with a request; nothing for a `break` alone.
    var messageItems: [Node] {
      let items = message.node.items
      return items.count == 1 && items[0].kind == .breakStmt ? [] : items
    }
  }

  /// Takes the closure of events that the method gives at its end; before, it may only fail.
  ///
  /// - Returns: the statement, or the expression, that gives it, and the closure.
  private func handler() throws(Refusal) -> (Node, Handler) {
    let shape = Refusal(
      "give one closure of events at the end, that does nothing but to switch over '.message' and '.end'"
    )
    guard let last = body.items.last,
      let value = ReturnStmt(last)?.value?.node ?? (body.items.count == 1 ? last : nil),
      let made = CallExpr(value), made.called?.node.name == "makeSucceededFuture",
      let (block, function) = events(of: made),
      !block.holdsStringOverLines,
      let choice = SwitchExpr(of: block.items.only), !choice.hasConditionalCases,
      let subject = choice.subject?.node,
      CompletionClosure(function ?? block, file).uses(ofParameter: 0) == [subject],
      !file.tree.holdsComment(
        in: (function ?? last).range.lowerBound..<choice.node.range.lowerBound)
    else { throw shape }
    let cases = Array(choice.cases)
    let patterns = cases.map { one in
      one.caseItems.only.flatMap { $0.whereCondition == nil ? CasePattern($0.pattern) : nil }
    }
    guard cases.count == 2, let message = patterns.firstIndex(where: { $0?.name == "message" }),
      let end = patterns.firstIndex(where: { $0?.name == "end" }), let bound = patterns[message],
      bound.introducer != .var
    else { throw shape }
    guard returns.allSatisfy({ $0.statement == last || $0.error != nil }) else { throw shape }
    let declared = declaredNames(body.items.dropLast())
    let declaring = cases[end].node.items.filter {
      [.variableDecl, .guardStmt, .functionDecl].contains($0.kind)
    }
    guard declared.isDisjoint(with: declaredNames(declaring)) else {
      throw Refusal("give what '.end' declares names that the method has not")
    }
    return (
      last,
      Handler(
        block: block, function: function, message: cases[message], ending: cases[end],
        name: bound.bound)
    )
  }

  /// The closure that a future is made of, or the body and the declaration of the method's own function that is named there alone.
  private func events(of made: CallExpr) -> (block: Node, function: Node?)? {
    if let closure = FutureTail.onlyClosure(of: made) {
      return closure.captures.allSatisfy { $0.node.text == "self" } ? (closure.node, nil) : nil
    }
    guard let given = made.onlyArgument?.expression?.node, given.kind == .declReference,
      let symbol = file.semantics.symbol(of: given),
      let function = symbol.declaration.flatMap({ FunctionDecl($0) }), let block = function.body,
      function.node.parent == body, function.node.parameters.count == 1,
      function.node.genericParameters.isEmpty, function.node.attributes.isEmpty,
      !function.isAsync, !function.isThrowing,
      file.semantics.references(to: symbol).filter({ $0 != function.node }) == [given]
    else { return nil }
    return (block.node, function.node)
  }

  // MARK: - Ways out

  /// The `break`s that leave the `switch` over the event.
  private func breaks(of choice: Node) -> [Node] {
    choice.ownDescendants.filter { node in
      node.kind == .breakStmt && node.targetOfJump == choice.parent
    }
  }

  /// Goes on with the next request where the closure was left.
  private func goOn(
    from exits: [Node], in message: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    for exit in exits {
      let loop = exit.ancestors.prefix { $0 != message }.first {
        $0.kind.isLoop
      }
      guard loop == nil else { throw Refusal("leave no loop within '.message' by '\(exit.text)'") }
      if exit != message.items.last || message.items.count > 1 {
        editor.replace(item: exit, with: [.word("continue")])
      }
    }
  }
}
