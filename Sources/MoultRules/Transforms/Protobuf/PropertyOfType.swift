import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Asks the type for what its values told: `message.name` becomes `type(of: message).name`.
///
/// In the type itself that is `Self.name`. What asks the type already is no finding.
func propertyOfType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, !symbol.isStatic else { return nil }
  var consequence = Consequence()
  let start = match.node.range.lowerBound
  guard let base = match.nodes["base"] else {
    consequence.edits = [Edit(start..<start, "Self.")]
    return TransformOutcome(consequence)
  }
  if base.text == "self" {
    consequence.edits = [Edit(base.range, "Self")]
  } else {
    let end = base.range.upperBound
    consequence.edits = [Edit(start..<start, "type(of: "), Edit(end..<end, ")")]
  }
  return TransformOutcome(consequence)
}
