import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `server.close()` and `initiateGracefulShutdown()`, waited for or not, into `beginGracefulShutdown()`.
///
/// Where a function waits for the end of a graceful shutdown, and the task that serves is known, it is waited for.
package func closeToShutdown(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let base = match.nodes["base"], let call = CallExpr(match.node) else {
    throw GracefulShutdown.refusal
  }
  let connection = connection(ofChannel: base, file)
  if connection == nil, isChannelOfClient(base, file) {
    return try ConnectionBesideClient.outcome(forChannel: base, file)
  }
  let shutdown = try GracefulShutdown(call, file)
  var editor = file.editor
  let reasons = shutdown.write(
    connection ?? .kept(base), servedBy: ServingTask(of: base, file), &editor)
  var consequence = Consequence(editor)
  for reason in reasons { consequence.lower(to: .review, because: reason) }
  return TransformOutcome(consequence)
}

/// The end of a server or a connection of grpc-swift 1, with what waits for it, as that of one of grpc-swift 2.
struct GracefulShutdown {
  private let call: CallExpr
  private let file: FileContext

  /// The statement that goes.
  private let whole: Node

  /// Whether the function is left with it.
  private let leaves: Bool
  private let behind: StatementsBehindTheEnd?

  static let refusal = Refusal("call 'beginGracefulShutdown()', and await the task that runs it")

  init(_ call: CallExpr, _ file: FileContext) throws(Refusal) {
    guard call.promisesNothing() else { throw Self.refusal }
    (self.call, self.file) = (call, file)
    var whole = call.node
    var leaves = false
    if call.node.waitedFor != nil, let ending = try? awaited(call.node) { whole = ending }
    behind = StatementsBehindTheEnd(of: call.node, file)
    if let behind { whole = behind.call }
    if let waiting = waitingCall(for: call.node, file) { whole = waiting }
    if let assertion = CallExpr(of: Argument(of: whole.parent)?.call?.node), whole != call.node,
      case .name(let name)? = assertion.called, name.name == "XCTAssertNoThrow"
    {
      whole = assertion.node
    }
    if let item = discarding(whole),
      AssignmentExpr(item) != nil || item.parent?.isBlockOfStatements == true
    {
      whole = item
    } else if let ended = ReturnStmt(of: whole.parent), whole != call.node,
      let function = FunctionDecl(file.function(around: ended.node)),
      function.returnType == nil || ["Void", "()"].contains(function.returnType?.text),
      !ended.node.ancestors.prefix(while: { $0 != function.node }).contains(where: {
        $0.kind == .closure
      })
    {
      whole = ended.node
      leaves = ended.node.parent != function.body?.node || function.body?.items.last?.node != whole
    } else if whole.parent?.isBlockOfStatements != true {
      throw Self.refusal
    } else if whole == call.node, call.arguments.isEmpty, isOutcome(whole, file) {
      throw Self.refusal
    }
    (self.whole, self.leaves) = (whole, leaves)
  }

  /// Begins the shutdown where the end was.
  ///
  /// - Parameters:
  ///   - ended: the client or the server of grpc-swift 2.
  ///   - task: what serves, which the function waits for where it waited for a graceful end.
  /// - Returns: what a person looks at.
  func write(
    _ ended: Code, servedBy task: @autoclosure () -> ServingTask? = nil,
    _ editor: inout SyntaxEditor
  ) -> [String] {
    var items = [ended.calling("beginGracefulShutdown")]
    var isWaitedFor = false
    if call.called?.node.name == "initiateGracefulShutdown",
      call.node.waitedFor?.called?.node.name == "get", let task = task()
    {
      items.append(task.value)
      isWaitedFor = true
    }
    items += behind?.code ?? []
    if leaves { items.append(.word("return")) }
    let needless =
      isWaitedFor ? nil : unneededDo(around: whole, where: { endsSomething($0, file) }, file)
    editor.replace(item: needless?.node ?? whole, with: items)
    if isWaitedFor { return [] }
    var reasons = [
      "'beginGracefulShutdown()' lets running calls finish, and does not wait for them"
    ]
    if needless != nil {
      reasons.append(reasonOfUnneededDo)
    } else if let reason = reasonOfUnreachedCatch(
      around: whole, where: { endsSomething($0, file) })
    {
      reasons.append(reason)
    }
    return reasons
  }
}

/// `close().always { _ in … }`: what is done once a server or a connection has ended.
///
/// Nothing waits for that end any more, and what was done then, such as to shut down event loops, is done at once. What is done for an error
/// alone goes, as beginning the end has none.
private struct StatementsBehindTheEnd {
  let call: Node
  let code: [Code]

  init?(of end: Node, _ file: FileContext) {
    if let handler = MemberAccess(on: end)?.call.flatMap({ HandlerOfFuture($0.node) }),
      handler.isIdle(file), !file.tree.holdsComment(in: handler.call.range)
    {
      (call, code) = (handler.call.node, [])
      return
    }
    guard let member = MemberAccess(on: end), ["always", "whenComplete"].contains(member.name),
      let call = member.call, call.arguments.isEmpty,
      let closure = call.trailingClosures.only?.closure,
      closure.parameters.allSatisfy({ $0.name == "_" }),
      !closure.node.ownDescendants.contains(where: { $0.kind == .returnStmt }),
      FutureTail.onlyClosure(of: call)?.node == closure.node,
      CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty,
      closure.items.allSatisfy({ endsGroup($0.node, file) }),
      let first = closure.items.first?.range.lowerBound,
      !file.tree.holdsComment(in: end.range.upperBound..<first)
    else { return nil }
    self.call = call.node
    code = Code.kept(items: closure.items.map(\.node))
  }
}

/// The call of a function of the project that does nothing but to wait for the future that it is given.
private func waitingCall(for future: Node, _ file: FileContext) -> Node? {
  guard let call = Argument(of: future.parent)?.call, call.arguments.only != nil,
    call.trailingClosures.isEmpty, let parameter = file.parameter(taking: future),
    let body = FunctionDecl(of: parameter.owningFunction)?.body,
    let home = file.context(of: parameter),
    let wait = CallExpr(of: body.node.onlyValue.map(callUnderMarks)),
    wait.arguments.isEmpty, let waited = MemberAccess(of: wait.called?.node),
    ["wait", "get"].contains(waited.name), let name = waited.base?.node,
    home.semantics.symbol(of: name) == home.semantics.symbol(of: parameter)
  else { return nil }
  return call.node.with(.tryExpr, .awaitExpr)
}

/// Whether a statement shuts down event loops, on which no transport runs where that is so.
private func endsGroup(_ statement: Node, _ file: FileContext) -> Bool {
  ["shutdownGracefully", "syncShutdownGracefully"].contains(
    CallExpr(callUnderMarks(statement))?.called?.node.name ?? "")
}

/// Whether what throws is the end of a server or a connection.
private func endsSomething(_ throwing: Node, _ file: FileContext) -> Bool {
  throwing.descendants.contains { inner in
    guard inner.kind == .functionCall, inner.waitedFor != nil,
      let symbol = file.semantics.symbol(of: inner), symbol.module == "GRPC"
    else { return false }
    return ["close", "initiateGracefulShutdown"].contains(symbol.name)
  }
}

/// Whether a statement is the only one of a closure or a function that gives its value to someone, or may do so.
private func isOutcome(_ statement: Node, _ file: FileContext) -> Bool {
  guard let block = statement.parent else { return false }
  switch result(of: block, file) {
  case .none: return false
  case .given, .unknown: return true
  }
}
