import MoultMatching
import MoultRewriting
import MoultSyntax

/// Calls the function in place of the method: `DependencyValues.withValues { } operation: { }` becomes
/// `withDependencies { } operation: { }`.
func withDependenciesCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  var editor = file.editor
  editor.replace(called.node, with: .word("withDependencies"))
  if let argument = call.argument(labeled: "assert") {
    editor.rename(argument.node, to: "operation")
  }
  for closure in call.trailingClosures where closure.label == "assert" {
    editor.rename(closure.node, to: "operation")
  }
  return TransformOutcome(Consequence(editor))
}
