import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a server that is bound with the builder of grpc-swift 1 into a `GRPCServer` that a task serves.
package func bindToServer(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome?
{
  if let several = ServerOfBranches(around: match.node, file) { return try several.outcome() }
  if (try? awaited(match.node)) == nil, let kept = try FutureServer(around: match.node, file) {
    return try kept.outcome()
  }
  return try server(of: match.node, file) { () throws(Refusal) in
    try ServerSettings(binding: match.node, file)
  }
}

/// Turns `Server.start(configuration:)` into a `GRPCServer` whose transport has the same settings.
package func startToServer(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome?
{
  if (try? awaited(match.node)) == nil, let kept = try FutureServer(around: match.node, file) {
    return try kept.outcome()
  }
  return try server(of: match.node, file) { () throws(Refusal) in
    try ServerSettings(starting: match.node, file)
  }
}

private func server(
  of call: Node, _ file: FileContext, _ settings: () throws(Refusal) -> ServerSettings
) throws(Refusal) -> TransformOutcome {
  var settings = try settings()
  let bound = try awaited(call)
  settings.leaveGroupThatEnds(before: serverGiven(bound, file))
  if let binding = bound.ancestors.prefix(2).first(where: { $0.kind == .optionalBinding }) {
    if let guarded = server(boundBy: binding, bound, call, settings, file) { return guarded }
    throw Refusal(
      "bind it in a 'do' and ask 'try await server.listeningAddress' there, which throws where it cannot be bound; its 'catch' does what is done without a server"
    )
  }
  let place = try RunningValue(bound, file)
  let question = questionOfFailure(bound, call, file)
  let kept = place.boundTarget.flatMap { ServingTask(ofServerBoundTo: $0, file) }
  var editor = file.editor
  try place.put(
    settings.server, running: "serve", names: ["server", "grpcServer"],
    after: settings.repeated.map { .word(file.source.text($0)) },
    asking: question == nil ? nil : "listeningAddress", &editor
  ) { name, task in
    if let kept { return .infix(.word(kept.expression), "=", task) }
    return name.contains(".") ? task : serving(name, task, around: bound)
  }
  kept?.declare(&editor, file)
  var outcome = settings.outcome(
    editor,
    because: question == nil
      ? "the task serves until 'beginGracefulShutdown()'; an error in binding is thrown by the task, not here"
      : "the task serves until 'beginGracefulShutdown()'"
  )
  if TryExpr(bound)?.mark == .optional {
    outcome.consequence.merge(demotionOfOptional(bound, in: file))
  }
  if let question { outcome.consequence.merge(question) }
  return outcome
}

/// A server that a `guard` binds alone: what is left where it cannot be bound is done where it has no address.
private func server(
  boundBy condition: Node, _ bound: Node, _ call: Node, _ settings: ServerSettings,
  _ file: FileContext
) -> TransformOutcome? {
  guard let check = GuardStmt(of: condition.parent), check.conditions.only?.node == condition,
    let binding = OptionalBinding(condition), let wait = call.waitedFor?.node,
    binding.pattern?.kind == .identifierPattern, let name = binding.pattern?.name,
    let otherwise = check.body?.node.items,
    let climb = wait.callee?.name == "wait"
      ? additionOutside(of: bound, [.async], to: wait, in: file) : Consequence()
  else { return nil }
  var editor = file.editor
  let address = Code.word(name).member("listeningAddress")
  let items = Code.kept(items: otherwise)
  editor.replace(
    item: check.node,
    with: settings.repeated.map { .word(file.source.text($0)) } + [
      .variable(.let, name, value: settings.server),
      serving(name, RunningTask(of: name, "serve").code, around: check.node),
      .quoted("guard (try? await \(address)) != nil else { \(items) }"),
    ])
  return settings.outcome(
    editor, and: climb, because: "the task serves until 'beginGracefulShutdown()'")
}

/// What becomes of the code around where a server is asked for its address once it is bound, so that a `catch` still takes an error in
/// binding; nil where none does, or nothing can wait.
private func questionOfFailure(
  _ bound: Node, _ call: Node, _ file: FileContext
) -> Consequence? {
  guard TryExpr(bound)?.mark == .propagating, let block = handlerOfErrors(around: bound),
    block.kind == .codeBlock, let wait = call.waitedFor?.node,
    // What waits there for its end, or for its address, is told of the error as well.
    !block.descendants.contains(where: {
      $0.kind == .memberAccess && ["onClose", "localAddress", "closeFuture"].contains($0.name)
    })
  else { return nil }
  return wait.callee?.name == "wait"
    ? additionOutside(of: bound, [.async], to: wait, in: file) : Consequence()
}

/// What becomes of all that is done with the future of a server, if a closure of it asks the server for something.
private func withFutureServer(around node: Node, _ file: FileContext) -> TransformOutcome? {
  guard let kept = try? FutureServer(around: node, file) else { return nil }
  return try? kept.outcome()
}

/// The statement that serves a local server: it names the task where the block around waits for the end of a server.
private func serving(_ server: String, _ task: Code, around bound: Node) -> Code {
  let block = bound.ancestors.first(where: \.isBlockOfStatements)
  let isAwaited = block?.descendants.contains { node in
    node.kind == .memberAccess
      && ["onClose", "closeFuture", "initiateGracefulShutdown"].contains(node.name)
  }
  return isAwaited == false ? task : .variable(.let, servingTask(server), value: task)
}

/// The local or the property that a server is given to.
private func serverGiven(_ server: Node, _ file: FileContext) -> Symbol? {
  if let clause = server.parent, clause.kind == .initializerClause,
    let pattern = clause.parent?.pattern
  {
    return file.semantics.symbol(of: pattern)
  }
  return AssignmentExpr(giving: server)?.target.flatMap { file.semantics.symbol(of: $0.node) }
}

/// Turns `try await server.onClose.get()` into waiting for the task that serves.
package func onCloseToTask(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let whole = withFutureServer(around: match.node, file) { return whole }
  return match.nodes["base"].flatMap { serverEnded($0, awaitedBy: match.node, file) }
    ?? .manual(stepForEnd)
}

private let stepForEnd =
  "wait for the task that runs 'serve()', which returns once the server has stopped"

/// Waits for the task that serves, where the future of a server's end is waited for.
private func serverEnded(
  _ base: Node, awaitedBy future: Node, _ file: FileContext
) -> TransformOutcome? {
  guard let task = ServingTask(of: base, file), let ending = try? awaited(future),
    let outer = future.waitedFor?.node
  else { return nil }
  var editor = file.editor
  switch TryExpr(ending)?.mark {
  case .forced?: editor.replace(ending, with: task.value(.forcedTry))
  case .optional?: editor.replace(ending, with: task.value(.optionalTry))
  case .propagating?, nil: editor.replace(ending, with: task.value(.tryMark))
  }
  var consequence = Consequence(editor)
  if outer.callee?.name == "wait" {
    guard
      let climb = ClosureOfAQueue(waitingFor: ending, file)?.consequence
        ?? additionOutside(of: ending, [.async], to: outer, in: file)
    else { return .manual("make the function async and " + stepForEnd) }
    consequence.merge(climb)
  }
  return TransformOutcome(consequence)
}

/// Turns `server.channel.localAddress?.port` into a question to the transport, and the end of the channel into that of the server.
package func localAddressToListening(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step = "use 'try await server.listeningAddress' for the address that the server listens on"
  if let whole = withFutureServer(around: match.node, file) { return whole }
  if let base = match.nodes["base"], let end = MemberAccess(on: match.node),
    end.name == "closeFuture"
  {
    return serverEnded(base, awaitedBy: end.node, file) ?? .manual(stepForEnd)
  }
  guard let base = match.nodes["base"], let local = MemberAccess(of: match.node.parent),
    local.name == "localAddress", let link = local.node.parent,
    ForcedValue(link) != nil || OptionalChaining(link) != nil,
    let port = MemberAccess(of: link.parent), port.name == "port"
  else { return .manual(step) }
  let force = ForcedValue(of: port.node.parent)
  let whole = force?.node ?? port.node
  let isAlike = (ForcedValue(link) != nil) == (force != nil)
  let before = isAlike ? try? AddressAskedBefore(whole, of: base, file) : nil
  guard before?.isOfATest != true,
    let climb = additionOutside(of: whole, [.async, .throwing], to: whole, in: file),
    whole.parent.map({ TryExpr($0) == nil && AwaitExpr($0) == nil }) ?? true
  else {
    guard let before else { return .manual(step) }
    var editor = file.editor
    before.rewrite(&editor)
    return TransformOutcome(Consequence(editor))
  }
  let isForced = ForcedValue(link) != nil
  func asked(_ value: Code) -> Code { .postfix(value, isForced ? "!" : "?") }
  let address = asked(Code.kept(base).member("listeningAddress"))
  let listening = Code.tryAwait(asked(address.member("ipv4")).member("port"))
  var editor = file.editor
  editor.replace(whole, with: isForced || force == nil ? listening : .postfix(listening, "!"))
  var consequence = climb
  consequence.edits += editor.edits
  return TransformOutcome(consequence)
}

/// Returns what must change around and beyond `whole`, whose new text says itself that it throws and suspends.
///
/// - Returns: nil where a person must decide.
func additionOutside(
  of whole: Node, _ effects: Effects, to expression: Node, in file: FileContext
) -> Consequence? {
  var climb = addition(of: effects, to: expression, in: file)
  guard climb.safety != .manual else { return nil }
  let marked = wholeExpression(around: whole).range
  // What goes into a task begins before the mark, and would end without it.
  let isInTask = climb.edits.contains { edit in
    edit.range.lowerBound == marked.lowerBound && edit.replacement.contains(UInt8(ascii: "{"))
  }
  guard !isInTask else { return nil }
  climb.edits.removeAll { marked.contains($0.range.lowerBound) }
  return climb
}

/// The future with the `wait` or `get` behind it and the `try` and `await` before it.
func awaited(_ future: Node) throws(Refusal) -> Node {
  guard let call = future.waitedFor else {
    throw Refusal(
      "wait for the server with 'try await ….get()' directly where it is bound, then run the fix again"
    )
  }
  return call.node.with(.tryExpr, .awaitExpr)
}
