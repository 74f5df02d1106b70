import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a server that is bound with the builder of grpc-swift 1 into a `GRPCServer` that a task serves.
package func bindToServer(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let settings = try ServerSettings(binding: match.node, file)
    let place = try RunningValue(awaited(match.node), file)
    let kept = place.boundTarget.flatMap { ServingTask(ofServerBoundTo: $0, file) }
    var consequence = Consequence()
    consequence.edits = try place.edits(settings.server, names: ["server", "grpcServer"]) { name in
      let running = runningTask(name, "serve")
      if let kept { return "\(kept.expression) = \(running)" }
      return name.hasPrefix("self.") ? running : "let \(servingTask(name)) = \(running)"
    }
    if let declaration = kept?.declaration { consequence.edits.append(declaration) }
    consequence.lower(
      to: .review,
      because:
        "the task serves until 'beginGracefulShutdown()'; an error in binding is thrown by the task, not here"
    )
    for reason in settings.reasons { consequence.lower(to: .review, because: reason) }
    return TransformOutcome(consequence, imports: ["GRPCNIOTransportHTTP2"])
  } catch {
    return .manual(error.nextStep)
  }
}

/// Turns `try await server.onClose.get()` into waiting for the task that serves.
package func onCloseToTask(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step = "wait for the task that runs 'serve()', which returns once the server has stopped"
  guard let base = match.nodes["base"], let task = ServingTask(of: base, file),
    let ending = try? awaited(match.node), let outer = waitCall(match.node)
  else { return .manual(step) }
  var consequence = Consequence()
  if outer.callee?.name == "wait" {
    guard let climb = additionOutside(of: ending, [.async], to: outer, in: file) else {
      return .manual("make the function async and " + step)
    }
    consequence = climb
  }
  consequence.edits.append(Edit(ending.range, "try await \(task.expression).value"))
  return TransformOutcome(consequence)
}

/// Turns `server.close()` and `initiateGracefulShutdown()`, waited for or not, into `beginGracefulShutdown()`.
///
/// Where a function waits for the end of a graceful shutdown, and the task that serves is known, it is waited for.
package func closeToShutdown(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step = "call 'beginGracefulShutdown()', and await the task that runs it"
  guard let base = match.nodes["base"], match.node.arguments.allSatisfy(isNoPromise) else {
    return .manual(step)
  }
  if isChannelOfClient(base, file) {
    return .manual(
      "call 'beginGracefulShutdown()' on the 'GRPCClient' that the client was created with")
  }
  var whole = match.node
  if waitCall(match.node) != nil, let ending = try? awaited(match.node) { whole = ending }
  let parent = whole.parent
  let isStatement =
    parent?.isBlockOfStatements == true
    || parent?.kind == .assignment && parent?.leftOperand?.kind == .discardAssignment
  guard isStatement else { return .manual(step) }
  if parent?.kind == .assignment, let assignment = parent { whole = assignment }
  var consequence = Consequence()
  var text = "\(file.source.text(base.range)).beginGracefulShutdown()"
  if match.node.callee?.name == "initiateGracefulShutdown", let outer = waitCall(match.node),
    outer.callee?.name == "get", let task = ServingTask(of: base, file)
  {
    text += "\(file.lineBreak(before: whole))try await \(task.expression).value"
  } else {
    consequence.lower(
      to: .review,
      because: "'beginGracefulShutdown()' lets running calls finish, and does not wait for them")
  }
  consequence.edits.append(Edit(whole.range, text))
  return TransformOutcome(consequence)
}

/// Whether an argument is `promise: nil`.
private func isNoPromise(_ argument: Node) -> Bool {
  argument.argumentLabel == "promise" && argument.argumentValue.kind == .nilLiteral
}

/// Turns `server.channel.localAddress?.port` into a question to the transport.
package func localAddressToListening(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step = "use 'try await server.listeningAddress' for the address that the server listens on"
  guard let base = match.nodes["base"], let local = match.node.parent, local.kind == .memberAccess,
    local.name == "localAddress", let link = local.parent,
    link.kind == .forceUnwrap || link.kind == .optionalChaining, let port = link.parent,
    port.kind == .memberAccess, port.name == "port"
  else { return .manual(step) }
  let isForced = link.kind == .forceUnwrap
  var whole = port
  if let force = port.parent, force.kind == .forceUnwrap { whole = force }
  let mark = isForced ? "!" : "?"
  let text = "\(file.source.text(base.range)).listeningAddress\(mark).ipv4\(mark).port"
  guard
    var consequence = additionOutside(of: whole, [.async, .throwing], to: whole, in: file)
  else { return .manual(step) }
  if let around = whole.parent, around.kind == .tryExpr || around.kind == .awaitExpr {
    return .manual(step)
  }
  if isForced {
    consequence.edits.append(Edit(whole.range, "(try await \(text))"))
  } else {
    let end = whole == port ? "" : "!"
    consequence.edits.append(Edit(whole.range, "(try await \(text))\(end)"))
  }
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
  climb.edits.removeAll { marked.contains($0.range.lowerBound) }
  return climb
}

/// The call of `wait` or `get` on a future, behind it.
private func waitCall(_ future: Node) -> Node? {
  guard let member = future.parent, member.kind == .memberAccess,
    member.name == "wait" || member.name == "get", let call = member.parent,
    call.kind == .functionCall, call.callee == member
  else { return nil }
  return call
}

/// The future with the `wait` or `get` behind it and the `try` and `await` before it.
func awaited(_ future: Node) throws(Refusal) -> Node {
  guard let call = waitCall(future) else {
    throw Refusal(
      "wait for the server with 'try await ….get()' directly where it is bound, then run the fix again"
    )
  }
  var whole = call
  while let parent = whole.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
    whole = parent
  }
  return whole
}
