import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSyntax

/// Takes away a call that nothing took the place of, where it is a statement of its own.
func removedStatement(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  guard let block = call.parent, block.isBlockOfStatements else {
    return .manual("move the call out of the expression around it")
  }
  var editor = file.editor
  // A case of a switch says something.
  let isNeeded = block.items.count == 1 && block.kind == .switchCase
  editor.replace(item: call, with: isNeeded ? [.word("break")] : [])
  return TransformOutcome(Consequence(editor))
}
