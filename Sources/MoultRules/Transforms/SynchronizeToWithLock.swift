import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns `mutex.synchronize { … }` and `mutex.synchronize(block: { … })` into `mutex.withLock`.
func synchronizeToWithLock(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  var editor = file.editor
  editor.rename(called.node, to: "withLock")
  if let argument = call.argument(labeled: "block"), let block = argument.expression {
    editor.replace(argument.node, with: .kept(block))
  }
  return TransformOutcome(Consequence(editor))
}
