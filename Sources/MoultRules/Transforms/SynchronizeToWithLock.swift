import MoultMatching
import MoultSource
import MoultSyntax

/// Turns `mutex.synchronize { … }` and `mutex.synchronize(block: { … })` into `mutex.withLock`.
func synchronizeToWithLock(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let callee = match.node.callee else { return nil }
  var consequence = Consequence()
  consequence.edits.append(Edit(callee.mainToken.range, "withLock"))
  if let argument = match.node.arguments.first, argument.argumentLabel == "block" {
    consequence.delete(argument.range.lowerBound..<argument.argumentValue.range.lowerBound)
  }
  return TransformOutcome(consequence)
}
