import MoultMatching
import MoultSource
import MoultSyntax

/// Calls the function in place of the method: `DependencyValues.withValues { } operation: { }` becomes
/// `withDependencies { } operation: { }`.
func withDependenciesCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  guard let callee = call.callee else { return nil }
  var consequence = Consequence()
  consequence.edits = [Edit(callee.range, "withDependencies")]
  for argument in call.arguments where argument.argumentLabel == "assert" {
    consequence.edits.append(Edit(argument.mainToken.range, "operation"))
  }
  for child in call.children where child.kind == .labeledClosure && child.name == "assert" {
    consequence.edits.append(Edit(child.mainToken.range, "operation"))
  }
  return TransformOutcome(consequence)
}
