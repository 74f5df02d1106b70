import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `let call = client.watch(r) { reply in … }`, which is cancelled later on and asked nothing else, into a `Task`
/// that reads the replies and can be cancelled.
///
/// - Returns: nil if something else is done with the call, or with none.
func cancelledStream(
  _ call: Node, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let symbol = local(boundTo: call, file),
    let statement = call.ancestors.first(where: { $0.kind == .variableDecl })
  else { return nil }
  let uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
  let cancels = uses.compactMap(cancelWithoutPromise)
  guard !cancels.isEmpty, cancels.count == uses.count else { return nil }
  guard let message = call.arguments.first, let handler = handlerOfReplies(call),
    handler.captures.allSatisfy({ $0.text == "self" }), handler.parameters.count == 1,
    let parameter = handler.parameters.first, let first = handler.items.first,
    let last = handler.items.last, !leavesEarly(handler),
    !file.tree.holdsComment(in: message.range.upperBound..<first.range.lowerBound),
    !file.tree.holdsComment(in: last.range.upperBound..<statement.range.upperBound),
    let replies = file.freeName(["replies", "response", "stream"], around: statement)
  else { throw Refusal(step) }
  let options = try OptionsOfACall(call.argument("callOptions"), file)
  let line = file.lineBreak(before: statement)
  let unit = file.step
  var consequence = Consequence()
  let start = call.range.lowerBound
  consequence.edits.append(Edit(start..<start, "Task {\(line)\(unit)try await "))
  if let method = call.callee?.mainToken.range {
    let next = methodNameOfGRPC2(file.source.text(method))
    if next != file.source.text(method) { consequence.edits.append(Edit(method, next)) }
  }
  let arguments = options.arguments.map { ", " + $0 }.joined()
  let inner = line + unit + unit
  let head = "\(arguments)) { \(replies) in\(inner)"
  let item = parameter.internalNameOfParameter
  let loop = "for try await \(item) in \(replies).messages {\(inner)\(unit)"
  consequence.edits.append(
    Edit(message.range.upperBound..<first.range.lowerBound, head + loop))
  let body = first.range.lowerBound..<last.range.upperBound
  let outside = file.indentation(of: statement)
  consequence.edits += file.layout.linesMoved(
    in: body, from: file.indentation(of: first), to: outside + unit + unit + unit)
  consequence.edits.append(
    Edit(
      last.range.upperBound..<call.range.upperBound,
      "\(inner)}\(line)\(unit)}\(line)}"))
  for list in cancels { consequence.edits.append(Edit(list.range, "()")) }
  for reason in options.reasons { consequence.lower(to: .review, because: reason) }
  consequence.lower(
    to: .review,
    because: "the stream is read in a 'Task' that nothing waits for; an error ends it silently")
  return TransformOutcome(consequence)
}

/// The list of arguments of `call.cancel(promise: nil)`.
private func cancelWithoutPromise(_ use: Node) -> Node? {
  guard let member = use.parent, member.kind == .memberAccess, member.base == use,
    member.name == "cancel", let cancel = member.parent, cancel.kind == .functionCall,
    cancel.callee == member, cancel.trailingClosures.isEmpty,
    cancel.arguments.allSatisfy({
      $0.argumentLabel == "promise" && $0.argumentValue.kind == .nilLiteral
    })
  else { return nil }
  return cancel.child(.argumentList)
}

/// The closure that a call gives the replies to, as its last argument.
private func handlerOfReplies(_ call: Node) -> Node? {
  if let argument = call.argument("handler") {
    let value = argument
    return value.kind == .closure && call.trailingClosures.isEmpty ? value : nil
  }
  return call.trailingClosures.count == 1 ? call.trailingClosures.first?.closure : nil
}
