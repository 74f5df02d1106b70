import MoultFindings
import MoultMatching
import MoultSource
import MoultSyntax

/// Takes away a call that nothing took the place of, where it is a statement of its own.
func removedStatement(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  guard let block = call.parent, block.isBlockOfStatements else {
    return .manual("move the call out of the expression around it")
  }
  var consequence = Consequence()
  let isOnly = block.items.count == 1 && (block.kind == .closure || block.kind == .switchCase)
  let range = isOnly ? call.range : file.lines(of: call)
  guard !isOnly || block.kind == .closure else {
    consequence.edits.append(Edit(range, "break"))
    return TransformOutcome(consequence)
  }
  consequence.delete(range)
  return TransformOutcome(consequence)
}
