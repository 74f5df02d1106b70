import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `service.say(with: r) { … }`, bridged from Objective-C, into a started call with a response handler.
func startedCall(
  _ call: BridgedCall, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  if let writer = call.writer { return try startedStream(call, writer.node, file) }
  var rewriting = BridgedRewriting(file)
  let code = rewriting.code(call, options: .word("nil"))
  rewriting.editor.replace(call.call.node, with: code.calling("start"))
  return rewriting.outcome
}

/// Makes a call of what starts at once, and sends to it what is written to the pipe behind it.
private func startedStream(
  _ call: BridgedCall, _ writer: Node, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  let writes = try PipeWrites(writer, file)
  let statement = call.call.node
  guard writes.pipe.kind == .local, writes.handedOn == [writer],
    statement.parent?.isBlockOfStatements == true,
    let name = file.freeName(["call", "newCall"], around: statement)
  else { throw PipeWrites.refusal }
  try writes.come(behind: statement)
  var rewriting = BridgedRewriting(file)
  let code = rewriting.code(call, options: .word("nil"))
  rewriting.editor.replace(
    item: statement,
    with: [.variable(.let, name, value: code), Code.word(name).calling("start")])
  writes.rewrite(to: name, isOptional: false, &rewriting.editor)
  return rewriting.outcome
}
