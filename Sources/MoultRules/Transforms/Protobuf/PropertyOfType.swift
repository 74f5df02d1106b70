import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Asks the type for what its values told: `message.name` becomes `type(of: message).name`.
///
/// In the type itself that is `Self.name`. What asks the type already is no finding.
func propertyOfType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, !symbol.isStatic else { return nil }
  var editor = file.editor
  guard let base = match.nodes["base"] else {
    editor.replace(match.node, with: Code.word("Self").member(match.node.text))
    return TransformOutcome(Consequence(editor))
  }
  let isOwn = base.text == "self"
  editor.replace(
    base, with: isOwn ? .word("Self") : .call("type", [CodeArgument("of", .kept(base))]))
  return TransformOutcome(Consequence(editor))
}
