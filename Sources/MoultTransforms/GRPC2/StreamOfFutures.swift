import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a stream of grpc-swift 1's client of futures into one call with closures, where all of it stands together.
///
/// - Returns: nil if the call is none of a stream that is understood.
func streamOfFutures(
  _ call: Node, _ kind: String, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  switch kind {
  case "ClientStreamingCall": try sending(call, step, file)
  case "ServerStreamingCall": try receiving(call, step, file)
  case "BidirectionalStreamingCall": try sendingAndReceiving(call, step, file)
  default: nil
  }
}

/// Statements from `let call = client.upload()` to `call.sendEnd(…)`, and a reply that is waited for.
private func sending(
  _ call: Node, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let symbol = local(boundTo: call, file),
    let declaration = call.ancestors.first(where: { $0.kind == .variableDecl }),
    let block = declaration.parent, let index = block.items.firstIndex(of: declaration),
    let list = call.child(.argumentList)
  else { throw Refusal(step) }
  let uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
  let following = Array(block.items[(index + 1)...])
  guard let end = following.firstIndex(where: { isEnd($0, uses) }) else { throw Refusal(step) }
  let ending = following[end]
  var edits: [Edit] = []
  var waited: Node?
  for use in uses where !use.isInside(ending) {
    if use.range.lowerBound < ending.range.lowerBound {
      edits += try sent(use, step, file)
    } else {
      guard waited == nil, let wait = waitedReply(use) else { throw Refusal(step) }
      waited = wait
    }
  }
  let middle = declaration.range.upperBound..<ending.range.lowerBound
  guard let waited, !file.source.text(middle).contains("\"\"\""),
    !following[..<end].contains(where: \.mayLeaveItsBlock),
    let name = file.freeName(["reply", "response", "outcome"], around: declaration)
  else { throw Refusal(step) }
  let options = try OptionsOfACall(call.argument("callOptions"), file)
  var consequence = Consequence()
  guard let climb = additionOutside(of: declaration, [.async, .throwing], to: call, in: file) else {
    throw Refusal(step)
  }
  consequence.merge(climb)
  consequence.edits += edits
  consequence.edits.append(
    Edit(declaration.range.lowerBound..<call.range.lowerBound, "let \(name) = try await "))
  if let method = call.callee?.mainToken.range {
    let next = methodNameOfGRPC2(file.source.text(method))
    if next != file.source.text(method) { consequence.edits.append(Edit(method, next)) }
  }
  let arguments = options.arguments.joined(separator: ", ")
  let head = arguments.isEmpty ? "" : "(\(arguments))"
  consequence.edits.append(Edit(list.range, "\(head) { writer in"))
  let lastLine = middle.upperBound.index - file.indentation(of: ending).utf8.count
  if lastLine > middle.lowerBound.index {
    consequence.edits += file.linesMoved(in: middle.lowerBound..<ByteOffset(lastLine), by: "  ")
  }
  consequence.edits.append(Edit(ending.range, "}"))
  consequence.edits.append(Edit(waited.range, name))
  if waited.callee?.name == "wait" { consequence.merge(removalOfThrow(from: waited, in: file)) }
  for reason in options.reasons { consequence.lower(to: .review, because: reason) }
  consequence.lower(
    to: .review,
    because: "requests are sent from a closure that may run in another task, and may run again")
  return TransformOutcome(consequence)
}

/// `call.sendEnd(…)`, as a statement, waited for or not.
func isEnd(_ statement: Node, _ uses: [Node]) -> Bool {
  uses.contains { use in
    guard use.isInside(statement), let member = use.parent, member.kind == .memberAccess,
      member.name == "sendEnd", let call = member.parent, call.kind == .functionCall
    else { return false }
    return statement == wholeStatement(call)
  }
}

/// The call with `_ =` before it, or with `try` before and `.wait()` behind it.
private func wholeStatement(_ call: Node) -> Node {
  var whole = call
  if let member = call.parent, member.kind == .memberAccess, member.base == call,
    member.name == "wait", let wait = member.parent, wait.kind == .functionCall
  {
    whole = wait
    if let mark = wait.parent, mark.kind == .tryExpr { whole = mark }
  }
  if let parent = whole.parent, parent.kind == .assignment, parent.rightOperand == whole,
    parent.leftOperand?.kind == .discardAssignment
  {
    return parent
  }
  return whole
}

/// `call.sendMessage(m, promise: nil)` to `try await writer.write(m)`.
func sent(_ use: Node, _ step: String, _ file: FileContext) throws(Refusal) -> [Edit] {
  guard let member = use.parent, member.kind == .memberAccess, let call = member.parent,
    call.kind == .functionCall, call.callee == member,
    ["sendMessage", "sendMessages"].contains(member.name),
    let message = call.arguments.first?.argumentValue,
    call.arguments.dropFirst().allSatisfy({
      $0.argumentLabel == "promise" && $0.argumentValue.kind == .nilLiteral
    }), call.trailingClosures.isEmpty
  else { throw Refusal(step) }
  let whole = wholeStatement(call)
  // A closure around it alone, as of 'forEach', cannot suspend.
  let declared = file.semantics.symbol(of: use)?.declaration
  let isInClosure = use.ancestors.contains {
    $0.kind == .closure && declared?.isInside($0) != true
  }
  guard whole.parent?.isBlockOfStatements == true, !isInClosure else { throw Refusal(step) }
  let label = member.name == "sendMessages" ? "contentsOf: " : ""
  return [
    Edit(whole.range.lowerBound..<message.range.lowerBound, "try await writer.write(\(label)"),
    Edit(message.range.upperBound..<whole.range.upperBound, ")"),
  ]
}

/// `call.response.wait()`, the call of `wait`.
private func waitedReply(_ use: Node) -> Node? {
  guard let response = use.parent, response.kind == .memberAccess, response.name == "response",
    let member = response.parent, member.kind == .memberAccess,
    member.name == "wait" || member.name == "get", let call = member.parent,
    call.kind == .functionCall, call.callee == member
  else { return nil }
  return call
}

/// Whether a closure is left before its end.
func leavesEarly(_ closure: Node) -> Bool {
  closure.descendants { $0.kind == .closure || $0.kind == .functionDecl }
    .contains { $0.kind == .returnStmt }
}

/// `client.watch(r) { reply in … }` whose call nobody keeps.
private func receiving(
  _ call: Node, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  var statement = call
  if let parent = call.parent, parent.kind == .assignment, parent.rightOperand == call,
    parent.leftOperand?.kind == .discardAssignment
  {
    statement = parent
  }
  if let cancelled = try cancelledStream(call, step, file) { return cancelled }
  if let read = try readToItsEnd(call, step, file) { return read }
  guard statement.parent?.isBlockOfStatements == true,
    let closure = call.trailingClosures.first?.closure, call.trailingClosures.count == 1,
    let list = call.child(.argumentList), closure.captures.allSatisfy({ $0.text == "self" }),
    closure.parameters.count <= 1, let first = closure.items.first, let last = closure.items.last,
    !leavesEarly(closure), !file.source.text(closure.range).contains("\"\"\""),
    !file.tree.holdsComment(in: list.range.upperBound..<first.range.lowerBound),
    !file.tree.holdsComment(in: last.range.upperBound..<closure.range.upperBound),
    let response = file.freeName(["response", "replies"], around: statement)
  else { throw Refusal(step) }
  let options = try OptionsOfACall(call.argument("callOptions"), file)
  let line = file.lineBreak(before: statement)
  var consequence = Consequence()
  var name = closure.parameters.first?.internalNameOfParameter
  if name == nil {
    let uses = CompletionClosure(closure, file).uses(ofParameter: 0)
    guard let free = file.freeName(["reply", "message", "received"], around: statement) else {
      throw Refusal(step)
    }
    consequence.edits += uses.map { Edit($0.range, free) }
    name = uses.isEmpty ? "_" : free
  }
  let start = statement.range.lowerBound
  consequence.edits.append(Edit(start..<call.range.lowerBound, "Task {\(line)  try await "))
  if let method = call.callee?.mainToken.range {
    let next = methodNameOfGRPC2(file.source.text(method))
    if next != file.source.text(method) { consequence.edits.append(Edit(method, next)) }
  }
  if call.argument("callOptions") != nil, let message = call.arguments.first {
    let rest = options.arguments.map { ", " + $0 }.joined() + ")"
    consequence.edits.append(Edit(message.range.upperBound..<list.range.upperBound, rest))
  }
  consequence.edits.append(
    Edit(
      list.range.upperBound..<first.range.lowerBound,
      " { \(response) in\(line)    for try await \(name ?? "_") in \(response).messages {\(line)      "
    ))
  let body = first.range.lowerBound..<last.range.upperBound
  let more = 6 - (file.indentation(of: first).count - file.indentation(of: statement).count)
  consequence.edits += file.linesMoved(in: body, by: String(repeating: " ", count: max(0, more)))
  consequence.edits.append(
    Edit(last.range.upperBound..<statement.range.upperBound, "\(line)    }\(line)  }\(line)}"))
  for reason in options.reasons { consequence.lower(to: .review, because: reason) }
  consequence.lower(
    to: .review,
    because: "the stream is read in a 'Task' that nothing waits for; an error ends it silently")
  return TransformOutcome(consequence)
}

/// `let call = client.watch(r) { reply in … }`, `let status = try call.status.wait()` and
/// `guard status.isOk else { throw status }`, one right after the other.
private func readToItsEnd(
  _ call: Node, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let symbol = local(boundTo: call, file),
    let declaration = call.ancestors.first(where: { $0.kind == .variableDecl }),
    let block = declaration.parent, let index = block.items.firstIndex(of: declaration)
  else { return nil }
  let uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
  guard index + 2 < block.items.count, uses.count == 1, let use = uses.first,
    isStatusWait(block.items[index + 1], use), isThrownStatus(block.items[index + 2])
  else { throw Refusal(step) }
  let ending = block.items[index + 2]
  guard let closure = call.trailingClosures.first?.closure, call.trailingClosures.count == 1,
    let list = call.child(.argumentList), closure.captures.isEmpty,
    closure.parameters.count == 1, let parameter = closure.parameters.first,
    let body = file.statements(of: closure), !leavesEarly(closure),
    !file.source.text(closure.range).contains("\"\"\""),
    !file.tree.holdsComment(in: list.range.lowerBound..<body.lowerBound),
    !file.tree.holdsComment(in: body.upperBound..<ending.range.upperBound),
    let response = file.freeName(["response", "replies"], around: declaration)
  else { throw Refusal(step) }
  let options = try OptionsOfACall(call.argument("callOptions"), file)
  let kept = try keptVariable(changedIn: closure, before: index, in: block, step, file)
  let line = file.lineBreak(before: declaration)
  guard let climb = additionOutside(of: declaration, [.async, .throwing], to: call, in: file),
    let message = call.arguments.first?.argumentValue, let callee = call.callee
  else { throw Refusal(step) }
  var consequence = climb
  let method = methodNameOfGRPC2(callee.name)
  let client = callee.base.map { file.source.text($0.range) + "." } ?? ""
  let arguments = ([file.source.text(message.range)] + options.arguments).joined(separator: ", ")
  let head = "try await \(client)\(method)(\(arguments)) { \(response) in\(line)  "
  let item = parameter.internalNameOfParameter
  let loop = "for try await \(item) in \(response).messages {\(line)    "
  if let kept {
    let start = kept.statement.range.lowerBound
    consequence.edits.append(Edit(start..<start, "\(kept.keyword) \(kept.name) = \(head)"))
    let between = kept.statement.range.upperBound..<declaration.range.lowerBound
    guard !file.tree.holdsComment(in: between) else { throw Refusal(step) }
    consequence.edits.append(Edit(between, line + "  "))
    consequence.edits.append(Edit(declaration.range.lowerBound..<body.lowerBound, loop))
  } else {
    consequence.edits.append(Edit(declaration.range.lowerBound..<body.lowerBound, head + loop))
  }
  consequence.edits += file.linesMoved(in: body, by: "  ")
  let returned = kept.map { "\(line)  return \($0.name)" } ?? ""
  consequence.edits.append(
    Edit(body.upperBound..<ending.range.upperBound, "\(line)  }\(returned)\(line)}"))
  for reason in options.reasons { consequence.lower(to: .review, because: reason) }
  consequence.lower(
    to: .review,
    because: "the replies are read in a closure that may be sent to another task")
  return TransformOutcome(consequence)
}

/// The variable of the statement before that a handler fills; nil if it changes none.
func keptVariable(
  changedIn closure: Node, before index: Int, in block: Node, _ step: String, _ file: FileContext
) throws(Refusal) -> (name: String, statement: Node, keyword: String)? {
  let changed = variablesChanged(in: closure, outside: closure, file)
  guard let first = changed.first else { return nil }
  guard changed.count == 1, index > 0, let declaration = first.declaration else {
    throw Refusal(step)
  }
  let statement = block.items[index - 1]
  guard statement.kind == .variableDecl, statement.bindings.count == 1,
    declaration.isInside(statement), !file.source.text(statement.range).utf8.contains(10)
  else { throw Refusal(step) }
  let isChangedLater = file.semantics.references(to: first).contains { use in
    use.range.lowerBound >= closure.range.upperBound && mayChange(use, file)
  }
  return (first.name, statement, isChangedLater ? "var" : "let")
}

/// `let status = try call.status.wait()`.
func isStatusWait(_ statement: Node, _ use: Node) -> Bool {
  guard statement.kind == .variableDecl, statement.bindings.count == 1,
    let value = statement.bindings.first?.initialValue, value.kind == .tryExpr,
    !value.flags.contains(.question), !value.flags.contains(.exclamation),
    let wait = value.operand, wait.kind == .functionCall, wait.callee?.name == "wait",
    let status = wait.callee?.base, status.kind == .memberAccess, status.name == "status"
  else { return false }
  return status.base == use
}

/// `guard status.isOk else { throw status }`.
func isThrownStatus(_ statement: Node) -> Bool {
  guard statement.kind == .guardStmt, statement.conditions.count == 1,
    let condition = statement.conditions.first, let body = statement.child(.codeBlock)
  else { return false }
  let text = condition.text.filter { !$0.isWhitespace }
  guard text.hasSuffix(".isOk"), body.items.count == 1, let thrown = body.items.first,
    thrown.kind == .throwStmt
  else { return false }
  return thrown.operand?.text == String(text.dropLast(".isOk".count))
}
