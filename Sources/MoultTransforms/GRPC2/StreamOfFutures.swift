import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a stream of grpc-swift 1's client of futures into one call with closures, where all of it stands together.
///
/// - Returns: nil if the call is none of a stream that is understood.
func streamOfFutures(
  _ call: Node, _ kind: String, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let call = CallExpr(call) else { return nil }
  let refusal = Refusal(step)
  switch kind {
  case "ClientStreamingCall": return try sending(call, refusal, file)
  case "ServerStreamingCall":
    guard let kept = KeptCall(call, file) else { return try receiving(call, refusal, file) }
    if let cancelled = try cancelledStream(kept, refusal, file) { return cancelled }
    return try readToItsEnd(kept, refusal, file)
  case "BidirectionalStreamingCall":
    return try KeptCall(call, file).map { kept throws(Refusal) in
      try sendingAndReceiving(kept, refusal, file)
    }
  default: return nil
  }
}

/// `let call = client.upload()`, and what follows it.
struct KeptCall {
  let call: CallExpr
  let declaration: Node
  let block: Node

  /// Where the call is named again.
  let uses: [Node]

  /// The statements behind the declaration.
  let following: [Node]

  init?(_ call: CallExpr, _ file: FileContext) {
    guard let symbol = local(boundTo: call.node, file),
      let declaration = PatternBinding(of: call.node.parent?.parent)?.declaration?.node,
      let block = declaration.parent, let index = block.items.firstIndex(of: declaration)
    else { return nil }
    self.call = call
    self.declaration = declaration
    self.block = block
    uses = file.semantics.references(to: symbol).filter { NameExpr($0) != nil }
    following = Array(block.items[(index + 1)...])
  }
}

/// Statements from `let call = client.upload()` to `call.sendEnd(…)`, and a reply that is waited for.
private func sending(
  _ call: CallExpr, _ refusal: Refusal, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let kept = KeptCall(call, file), call.argumentList != nil,
    let end = kept.following.firstIndex(where: { isEnd($0, kept.uses) })
  else { throw refusal }
  let (ending, sends) = (kept.following[end], Array(kept.following[..<end]))
  var editor = file.editor
  var waited: CallExpr?
  for use in kept.uses where !use.isInside(ending) {
    if use.range.lowerBound < ending.range.lowerBound {
      try write(use, refusal, &editor, file)
    } else {
      guard waited == nil, let wait = waitedReply(use) else { throw refusal }
      waited = wait
    }
  }
  guard let waited, !sends.contains(where: { $0.text.contains("\"\"\"") || $0.mayLeaveItsBlock }),
    let name = file.freeName(["reply", "response", "outcome"], around: kept.declaration)
  else { throw refusal }
  try checkMove(of: sends, before: kept.following[end...], file)
  let producer = try CallOfGRPC2.producer(of: sends, movedFrom: kept.declaration, file)
  let rewriting = try CallOfGRPC2(call, sendsStream: true, file)
  guard
    let climb = additionOutside(
      of: kept.declaration, [.async, .throwing], to: call.node, in: file)
  else { throw refusal }
  let made = rewriting.code([producer])
  editor.replace(
    from: kept.declaration, to: ending, with: [.variable(.let, name, value: .tryAwait(made))])
  editor.replace(waited.node, with: .word(name))
  var consequence = climb
  consequence.edits += editor.edits
  if waited.called?.node.name == "wait" {
    consequence.merge(removalOfThrow(from: waited.node, in: file))
  }
  rewriting.lower(&consequence)
  consequence.lower(
    to: .review,
    because: "requests are sent from a closure that may run in another task, and may run again")
  return TransformOutcome(consequence)
}

/// Refuses to move statements that send into the closure of the new call, where what they change or declare would not be
/// what it is for the statements behind them.
func checkMove(
  of sends: [Node], before rest: ArraySlice<Node>, _ file: FileContext
) throws(Refusal) {
  func isAmongSends(_ symbol: Symbol) -> Bool {
    symbol.declaration.map { declaration in sends.contains { declaration.isInside($0) } } ?? false
  }
  for statement in sends {
    let changed = variablesChanged(in: statement, outside: statement, file)
    guard let variable = changed.first(where: { !isAmongSends($0) }) else { continue }
    throw Refusal(
      "the requests are sent from a closure, which must not change '\(variable.name)': send what is known before the call, or count what comes back"
    )
  }
  for node in rest.flatMap({ Array($0.descendants()) }) where node.kind == .declReference {
    guard let symbol = file.semantics.symbol(of: node), isAmongSends(symbol) else { continue }
    throw Refusal("declare '\(symbol.name)' before the call: the requests move into a closure")
  }
}

/// `call.sendEnd(…)`, as a statement, waited for or not.
func isEnd(_ statement: Node, _ uses: [Node]) -> Bool {
  uses.contains { use in
    guard use.isInside(statement), let member = MemberAccess(of: use.parent),
      member.name == "sendEnd", let call = member.call
    else { return false }
    return statement == wholeStatement(call.node)
  }
}

/// The call with `_ =` before it, or with `try` before and `.wait()` behind it.
private func wholeStatement(_ call: Node) -> Node {
  var whole = call
  if let member = MemberAccess(of: call.parent), member.name == "wait", let wait = member.call {
    whole = TryExpr(of: wait.node.parent)?.node ?? wait.node
  }
  return discarding(whole) ?? whole
}

/// `_ = value`.
private func discarding(_ value: Node) -> Node? {
  guard let assignment = AssignmentExpr(of: value.parent), assignment.value?.node == value,
    assignment.target?.node.kind == .discardAssignment
  else { return nil }
  return assignment.node
}

/// `call.sendMessage(m, promise: nil)` to `try await writer.write(m)`.
func write(
  _ use: Node, _ refusal: Refusal, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) {
  guard let member = MemberAccess(of: use.parent), let call = member.call,
    ["sendMessage", "sendMessages"].contains(member.name),
    let message = call.arguments.first?.expression, call.trailingClosures.isEmpty,
    call.arguments.dropFirst().allSatisfy({
      $0.label == "promise" && $0.expression?.node.kind == .nilLiteral
    })
  else { throw refusal }
  let whole = wholeStatement(call.node)
  // A closure around it alone, as of 'forEach', cannot suspend.
  let declared = file.semantics.symbol(of: use)?.declaration
  let isInClosure = use.ancestors.contains {
    ClosureExpr($0) != nil && declared?.isInside($0) != true
  }
  guard whole.parent?.isBlockOfStatements == true, !isInClosure else { throw refusal }
  editor.replace(
    whole,
    with: CallOfGRPC2.write(
      .kept(message), label: member.name == "sendMessages" ? "contentsOf" : nil))
}

/// `call.response.wait()`, the call of `wait`.
private func waitedReply(_ use: Node) -> CallExpr? {
  guard let response = MemberAccess(of: use.parent), response.name == "response",
    let member = MemberAccess(of: response.node.parent), ["wait", "get"].contains(member.name)
  else { return nil }
  return member.call
}

/// Whether a body or a closure is left before its end, by a `return` or for a label around it.
func leavesEarly(_ body: Node) -> Bool {
  body.ownDescendants.contains { node in
    let isLabeled = [.breakStmt, .continueStmt].contains(node.kind) && node.labelOfJump != nil
    return ReturnStmt(node) != nil || isLabeled && node.targetOfJump?.isInside(body) != true
  }
}

/// `client.watch(r) { reply in … }` whose call nobody keeps.
private func receiving(
  _ call: CallExpr, _ refusal: Refusal, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  let statement = discarding(call.node) ?? call.node
  guard statement.parent?.isBlockOfStatements == true,
    let handler = ReplyHandler(of: call, file),
    handler.closure.captures.allSatisfy({ $0.node.text == "self" }),
    let response = file.freeName(["response", "replies"], around: statement)
  else { throw refusal }
  try handler.checkTask(file)
  let rewriting = try CallOfGRPC2(call, sendsStream: false, file)
  var editor = file.editor
  guard let name = handler.name(around: statement, &editor, file) else { throw refusal }
  editor.replace(
    item: statement, with: [rewriting.task(reading: name, of: response, handler.items)])
  return TransformOutcome(rewriting.consequenceOfTask(editor))
}

/// The closure that is given each reply of a stream.
struct ReplyHandler {
  let closure: ClosureExpr
  let items: [Node]

  /// - Returns: nil where it may be left before its end, and for anything that a loop has no place for.
  init?(of call: CallExpr, _ file: FileContext) {
    let handed =
      call.trailingClosures.isEmpty ? call.argument(labeled: "handler")?.expression : nil
    guard
      let closure = call.trailingClosures.only?.closure ?? handed.flatMap({ ClosureExpr($0.node) }),
      closure.parameters.count <= 1, !closure.items.isEmpty, !leavesEarly(closure.node),
      !closure.node.text.contains("\"\"\"")
    else { return nil }
    self.closure = closure
    items = closure.items.map(\.node)
  }

  /// Refuses a `Task` of the closure's statements where they change a variable of the function around it.
  func checkTask(_ file: FileContext) throws(Refusal) {
    guard let variable = variablesChanged(in: closure.node, outside: closure.node, file).first
    else { return }
    throw Refusal(
      "the replies are read in a 'Task', which must not change '\(variable.name)': keep it in an actor or behind a lock"
    )
  }

  /// The name of a reply: that of the parameter, or one for what is `$0`.
  func name(around statement: Node, _ editor: inout SyntaxEditor, _ file: FileContext) -> String? {
    if let parameter = closure.parameters.first { return parameter.name }
    guard let name = file.freeName(["reply", "message", "received"], around: statement) else {
      return nil
    }
    let uses = CompletionClosure(closure.node, file).uses(ofParameter: 0)
    for use in uses { editor.rename(use, to: name) }
    return uses.isEmpty ? "_" : name
  }
}

/// `let call = client.watch(r) { reply in … }`, `let status = try call.status.wait()` and
/// `guard status.isOk else { throw status }`, one right after the other.
private func readToItsEnd(
  _ kept: KeptCall, _ refusal: Refusal, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard kept.following.count > 1, let use = kept.uses.first, kept.uses.count == 1,
    isStatusWait(kept.following[0], use), isThrownStatus(kept.following[1]),
    kept.call.arguments.first != nil
  else { throw refusal }
  let replies = try RepliesOfKeptCall(kept, refusal, file)
  let rewriting = try CallOfGRPC2(kept.call, sendsStream: false, file)
  let made = Code.tryAwait(rewriting.code([replies.reader], isMoved: replies.fillsVariable))
  return replies.outcome(
    made, to: kept.following[1], rewriting, file.editor,
    because: "the replies are read in a closure that may be sent to another task")
}

/// `let status = try call.status.wait()`.
func isStatusWait(_ statement: Node, _ use: Node) -> Bool {
  guard case .tryMarked(let mark)? = VariableDecl(statement)?.bindings.only?.value,
    mark.mark == .propagating, case .call(let wait)? = mark.operand,
    case .member(let member)? = wait.called, member.name == "wait",
    case .member(let status)? = member.base, status.name == "status"
  else { return false }
  return status.base?.node == use
}

/// `guard status.isOk else { throw status }`.
func isThrownStatus(_ statement: Node) -> Bool {
  guard let check = GuardStmt(statement),
    case .expression(.member(let isOk))? = check.conditions.only, isOk.name == "isOk",
    case .statement(.throwing(let thrown))? = check.body?.items.only
  else { return false }
  return thrown.value?.node.text == isOk.base?.node.text
}
