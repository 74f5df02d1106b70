import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The context that a method of a provider of futures is given, and what the method does with it.
struct ContextOfAProvider {
  let parameter: Parameter

  /// Where the method names it.
  private(set) var uses: [Node]

  /// Whether the method gives whole responses, and so what ends a stream the trailers of one.
  var givesTrailers = false
  private let file: FileContext

  /// - Returns: nil where nothing is known of the parameter.
  init?(_ parameter: Parameter, _ file: FileContext) {
    self.parameter = parameter
    self.file = file
    guard parameter.name != "_" else {
      uses = []
      return
    }
    guard let symbol = file.semantics.symbol(of: parameter.node) else { return nil }
    uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
  }

  /// The same where others take care of some uses.
  func without(_ others: [Node]) -> ContextOfAProvider {
    var rest = self
    rest.uses.removeAll(where: others.contains)
    return rest
  }

  /// What a person does about a use that no service of grpc-swift 2 has.
  func refusal(of use: Node) -> Refusal {
    guard let member = MemberAccess(on: use) else {
      return Refusal(
        "do not hand on '\(use.text)': a 'ServerContext' can neither send nor end the call")
    }
    switch member.name {
    case "sendResponse", "sendResponses", "statusPromise", "responsePromise":
      return Refusal(
        "use '\(member.node.text)' in statements of the method, not in a closure that runs elsewhere"
      )
    case "closeFuture":
      return Refusal(
        "do without '\(member.node.text)': put 'withRPCCancellationHandler' around what it stops")
    default:
      return Refusal("do without '\(member.node.text)', which a 'ServerContext' does not have")
    }
  }

  /// Lets constants of the event loop go, whose futures are what the method returns.
  ///
  /// - Parameter other: takes each other use.
  func settle(
    in body: Node, _ editor: inout SyntaxEditor,
    _ other: (_ use: Node, _ editor: inout SyntaxEditor) throws(Refusal) -> Void
  ) throws(Refusal) {
    for use in uses {
      guard let loop = MemberAccess(on: use), loop.name == "eventLoop" else {
        if let overruled = overruledStatus(use) {
          editor.remove(item: overruled)
        } else {
          try other(use, &editor)
        }
        continue
      }
      if makesOutcome(loop.node, of: body) { continue }
      if let (future, value) = valueOfStep(use) {
        editor.replace(future, with: .form(.moved(.kept(value))))
        continue
      }
      guard let local = LocalVariable(holding: loop.node, file), let statement = local.declaration,
        statement.introducer == .let, local.uses(file).allSatisfy({ makesOutcome($0, of: body) })
      else { throw refusal(of: use) }
      editor.remove(item: statement.node)
    }
  }

  /// The same, where any other use is left to a person.
  func settle(in body: Node, _ editor: inout SyntaxEditor) throws(Refusal) {
    try settle(in: body, &editor) { use, _ throws(Refusal) in throw refusal(of: use) }
  }

  /// Whether a future may be asked for its value as it stands: it needs nothing of the context.
  func isApart(from future: Node) -> Bool {
    uses.allSatisfy { !$0.isInside(future) || valueOfStep($0) != nil }
  }

  /// `responseStatus` that is set right before a failure, whose own status the client gets.
  private func overruledStatus(_ use: Node) -> Node? {
    guard let status = MemberAccess(on: use), status.name == "responseStatus" else { return nil }
    let target = MemberAccess(on: status.node)?.node ?? status.node
    guard let assignment = AssignmentExpr(of: target.parent), assignment.target?.node == target,
      FinishedFuture(ReturnStmt(of: assignment.node.itemBehind)?.value?.node)?.fails == true
    else { return nil }
    return assignment.node
  }

  /// `future.transform(to: context.eventLoop.makeSucceededFuture(value))` of Vapor, which takes the value as well.
  private func valueOfStep(_ use: Node) -> (future: Node, value: Node)? {
    guard let loop = MemberAccess(on: use), loop.name == "eventLoop",
      let maker = MemberAccess(on: loop.node), maker.name == "makeSucceededFuture",
      let made = maker.call, let value = made.onlyArgument?.expression?.node,
      let (step, argument) = made.node.argumentOfCall, argument.argumentLabel == "to",
      step.callee?.name == "transform"
    else { return nil }
    return (made.node, value)
  }

  /// Whether an event loop makes what the method returns, in steps of futures or at once.
  private func makesOutcome(_ loop: Node, of body: Node) -> Bool {
    guard let member = MemberAccess(on: loop), let call = member.call else { return false }
    if member.name == "makePromise" {
      return LocalVariable(holding: call.node, file)?.uses(file).contains { use in
        guard let future = MemberAccess(on: use), future.name == "futureResult" else {
          return false
        }
        return ReturnStmt(of: future.node.parent) != nil
      } == true
    }
    guard makersOfFutures.contains(member.name) else { return false }
    var future = call.node
    while let step = MemberAccess(on: future), FutureStep(step.name) != nil, let call = step.call {
      future = call.node
    }
    guard let place = future.parent,
      ReturnStmt(place) != nil || (place.isBlockOfStatements && place.items.count == 1)
    else { return false }
    return future.ancestors.prefix { $0 != body }.allSatisfy { node in
      guard node.kind == .closure else { return node.kind != .functionDecl }
      let call = node.ancestors.prefix(3).first { $0.kind == .functionCall }
      let name = CallExpr(of: call)?.called?.node.name ?? ""
      return FutureStep(name) != nil || makersOfFutures.contains(name)
    }
  }

  // MARK: - Replies

  /// Writes to a `response` what the context sends in the statements of a block.
  ///
  /// - Returns: whether the use sends something.
  func write(
    _ use: Node, in block: Node, to response: String, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> Bool {
    guard let member = MemberAccess(on: use),
      ["sendResponse", "sendResponses"].contains(member.name)
    else { return false }
    let around = use.ancestors.prefix { $0 != block }
    let closures = around.filter { $0.kind == .closure || $0.kind == .functionDecl }
    let loops = closures.compactMap { loop(of: $0) }
    guard let sent = sent(member), around.last?.parent == block, loops.count == closures.count
    else { throw refusal(of: use) }
    for loop in loops where uses.first(where: { $0.isInside(loop.closure.node) }) == use {
      try loop.rewrite(naming: ["element", "next", "value"], file, &editor)
    }
    editor.replace(
      sent.statement, with: Self.write(sent.message, sentBy: member.name, to: response))
    return true
  }

  /// `try await response.write(message)`, of what `sendResponse` sends, or `sendResponses`.
  static func write(_ message: Node, sentBy method: String, to response: String) -> Code {
    let label = method == "sendResponses" ? "contentsOf" : nil
    return .tryAwait(
      Code.word(response).calling("write", [CodeArgument(label, .kept(message))]))
  }

  /// A closure that `forEach` is given and that does nothing with the context but to send, which can become a loop.
  func loop(of closure: Node) -> LoopOfEach? {
    uses.allSatisfy { use in
      !use.isInside(closure) || MemberAccess(on: use).flatMap { sent($0) } != nil
    } ? LoopOfEach(closure, file) : nil
  }

  /// A message that the context sends, and the statement in which it does so.
  struct Sent {
    let message: Node
    let statement: Node
    let call: Node

    /// Whether the statement waits until the message is sent.
    var isWaitedFor: Bool { call.waitedFor != nil }
  }

  /// `context.sendResponse(message, promise: nil)`, whose end nobody is told but who waits for it.
  func sent(_ member: MemberAccess) -> Sent? {
    guard let call = member.call, let message = call.arguments.first, message.label == nil,
      let value = message.expression,
      call.arguments.dropFirst().allSatisfy({
        $0.label == "compression" || $0.expression?.node.kind == .nilLiteral
      }),
      let whole = statement(of: call.node)
    else { return nil }
    return Sent(message: value.node, statement: whole, call: call.node)
  }

  /// The statement that sends and does nothing with what comes of that but to wait for it.
  private func statement(of call: Node) -> Node? {
    var whole = call
    if let waiting = whole.waitedFor, waiting.arguments.isEmpty { whole = waiting.node }
    // Whoever says that nobody is told needs no other promise.
    if let told = MemberAccess(on: whole), told.name == "cascade", let cascade = told.call,
      cascade.onlyArgument?.expression?.node.kind == .nilLiteral
    {
      whole = cascade.node
    }
    whole = whole.with(.tryExpr, .awaitExpr)
    if let mark = TryExpr(whole), mark.mark != .propagating { return nil }
    whole = discarding(whole) ?? whole
    return whole.parent?.isBlockOfStatements == true ? whole : nil
  }

  /// How a call ends whose status a promise or a future is given.
  ///
  /// - Parameter isLast: whether nothing more would be done.
  func end(
    withStatus status: Node?, fails: Bool, isLast: Bool
  ) throws(Refusal) -> [Code] {
    if let error = try error(ofStatus: status, fails: fails) { return [.form(.thrown(error))] }
    if givesTrailers { return [.returned(.form(.dictionary([])))] }
    return isLast ? [] : [.word("return")]
  }

  /// What a call fails with whose status a promise or a future is given; nil for one that succeeds.
  func error(ofStatus status: Node?, fails: Bool) throws(Refusal) -> Code? {
    if fails, let status { return .kept(status) }
    if let status, MemberAccess(status)?.name == "ok" { return nil }
    guard let status, let made = CallExpr(status), let code = made.argument(labeled: "code"),
      ["GRPCStatus", "init"].contains(made.called?.node.name),
      case .member(let constant)? = code.expression, constant.name != "ok"
    else { throw Refusal("end the call with '.ok', or with a status whose code is written there") }
    return MemberAccess(of: made.called?.node).map { $0.base == nil } == true
      ? Code.call(
        .library("GRPCCore.RPCError"),
        made.arguments.map { CodeArgument($0.label, .kept($0.node.argumentValue)) })
      : .kept(status)
  }
}

/// Methods of an event loop whose futures need no event loop once their function is async.
private let makersOfFutures: Set<String> = [
  "makeSucceededFuture", "makeFailedFuture", "makeSucceededVoidFuture", "makeFutureWithTask",
  "makeCompletedFuture", "submit", "flatSubmit",
]
