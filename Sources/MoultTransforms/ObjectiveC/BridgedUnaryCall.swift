import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `service.say(with: r) { … }`, bridged from Objective-C, into a started call with a response handler.
package func bridgedUnaryCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let call = try BridgedCall(match.node, file)
    guard let writer = call.writer else {
      var rewriting = BridgedRewriting(file)
      let code = rewriting.code(call, options: "nil")
      rewriting.editor.replace(match.node, with: code.calling("start"))
      return rewriting.outcome
    }
    return try startedStream(call, writer.node, file)
  } catch {
    return .manual(error.nextStep)
  }
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
  let code = rewriting.code(call, options: "nil")
  rewriting.editor.replace(
    item: statement,
    with: [.variable(.let, name, value: code), Code.word(name).calling("start")])
  writes.rewrite(to: name, isOptional: false, &rewriting.editor)
  return rewriting.outcome
}
