import MoultSource
import MoultSyntax

/// Returns what gives a call its new names, or nil if nothing of it is written there.
func relabelled(_ relabelling: Relabelling, _ match: Match) -> Consequence? {
  var consequence = Consequence()
  if let name = relabelling.name {
    let callee = match.node.kind == .functionCall ? match.node.callee : match.node
    guard let callee else { return nil }
    consequence.edits.append(Edit(callee.mainToken.range, name))
  }
  for argument in match.node.arguments {
    guard let label = argument.argumentLabel, let new = relabelling.labels[label] else { continue }
    consequence.edits.append(Edit(argument.mainToken.range, new))
  }
  return consequence.edits.isEmpty ? nil : consequence
}
