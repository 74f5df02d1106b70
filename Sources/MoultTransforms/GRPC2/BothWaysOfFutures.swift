import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a call of grpc-swift 1 that streams both ways into one call with two closures.
///
/// What is understood stands together: `let call = client.chat { reply in … }`, statements that send, `call.sendEnd(…)`,
/// `let status = try call.status.wait()` and `guard status.isOk else { throw status }`, perhaps behind a variable that the
/// handler fills. Sending and reading must not change one variable: they happen at the same time.
///
/// - Returns: nil if the call is not kept.
func sendingAndReceiving(
  _ call: Node, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let symbol = local(boundTo: call, file),
    let declaration = call.ancestors.first(where: { $0.kind == .variableDecl }),
    let block = declaration.parent, let index = block.items.firstIndex(of: declaration)
  else { return nil }
  let uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
  let following = Array(block.items[(index + 1)...])
  guard let end = following.firstIndex(where: { isEnd($0, uses) }), end > 0,
    following.count > end + 2, let last = uses.last, isStatusWait(following[end + 1], last),
    isThrownStatus(following[end + 2]), let callee = call.callee
  else { throw Refusal(step) }
  let sends = Array(following[..<end])
  let (ending, ended) = (following[end], following[end + 2])
  var edits: [Edit] = []
  for use in uses where !use.isInside(ending) && use != last {
    edits += try sent(use, step, file)
  }
  guard let closure = call.trailingClosures.first?.closure, call.trailingClosures.count == 1,
    closure.captures.isEmpty, closure.parameters.count == 1,
    let item = closure.parameters.first?.internalNameOfParameter,
    let body = file.statements(of: closure), let firstOfBody = closure.items.first,
    !leavesEarly(closure), !sends.contains(where: \.mayLeaveItsBlock),
    sends.allSatisfy({ variablesChanged(in: $0, outside: $0, file).isEmpty }),
    !file.source.text(declaration.range.lowerBound..<ended.range.upperBound).contains("\"\"\""),
    !file.tree.holdsComment(in: declaration.range.lowerBound..<body.lowerBound),
    !file.tree.holdsComment(in: body.upperBound..<sends[0].range.lowerBound),
    !file.tree.holdsComment(in: ending.range.lowerBound..<ended.range.upperBound),
    let response = file.freeName(["response", "replies"], around: declaration)
  else { throw Refusal(step) }
  let options = try OptionsOfACall(call.argument("callOptions"), file)
  let kept = try keptVariable(changedIn: closure, before: index, in: block, step, file)
  guard let climb = additionOutside(of: declaration, [.async, .throwing], to: call, in: file) else {
    throw Refusal(step)
  }
  let line = file.lineBreak(before: declaration)
  var consequence = climb
  consequence.edits += edits

  let client = callee.base.map { file.source.text($0.range) + "." } ?? ""
  let arguments = options.arguments.joined(separator: ", ")
  let head =
    "try await \(client)\(methodNameOfGRPC2(callee.name))\(arguments.isEmpty ? "" : "(\(arguments))") { writer in\(line)  "
  var read = ""
  var start = declaration.range.lowerBound
  if let kept {
    guard !file.tree.holdsComment(in: kept.statement.range.upperBound..<start) else {
      throw Refusal(step)
    }
    start = kept.statement.range.lowerBound
    read += "\(line)  \(file.source.text(kept.statement.range))"
  }
  let target = kept.map { "\($0.keyword) \($0.name) = " } ?? ""
  consequence.edits.append(Edit(start..<sends[0].range.lowerBound, target + head))
  let lastLine = ending.range.lowerBound.index - file.indentation(of: ending).utf8.count
  if lastLine > sends[0].range.lowerBound.index {
    consequence.edits += file.linesMoved(
      in: sends[0].range.lowerBound..<ByteOffset(lastLine), by: "  ")
  }
  let old = file.lineBreak(before: firstOfBody)
  let handled = file.source.text(body).replacing(old, with: line + "    ")
  read += "\(line)  for try await \(item) in \(response).messages {\(line)    \(handled)\(line)  }"
  if let kept { read += "\(line)  return \(kept.name)" }
  consequence.edits.append(
    Edit(
      ending.range.lowerBound..<ended.range.upperBound,
      "} onResponse: { \(response) in\(read)\(line)}"))
  for reason in options.reasons { consequence.lower(to: .review, because: reason) }
  consequence.lower(
    to: .review,
    because:
      "requests are sent from a closure that runs concurrently with the one that reads the replies")
  return TransformOutcome(consequence)
}
