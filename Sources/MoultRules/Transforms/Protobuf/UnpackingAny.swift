import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a method that filled a message into an initialiser that makes one.
///
/// `try box.unpackTo(target: &order)` becomes `order = try Order(unpackingAny: box)`.
func unpackingAny(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  let advice = "create the message with 'try M(unpackingAny: …)'"
  guard let statement = call.parent, statement.kind == .tryExpr, statement.text.hasPrefix("try "),
    let block = statement.parent, block.isBlockOfStatements, let base = match.nodes["base"],
    let target = call.arguments.first?.argumentValue, let variable = target.children.last,
    target.text.hasPrefix("&"),
    case .nominal(let type, _) = file.semantics.type(of: variable), type.kind == .structure
  else { return .manual(advice) }
  let cuts = [
    statement.range.lowerBound..<base.range.lowerBound,
    base.range.upperBound..<call.range.upperBound,
  ]
  guard !cuts.contains(where: file.tree.holdsComment) else { return .manual(advice) }
  let name = type.qualifiedName.split(separator: ".").dropFirst().joined(separator: ".")
  var consequence = Consequence()
  consequence.edits = [
    Edit(cuts[0], "\(variable.text) = try \(name)(unpackingAny: "), Edit(cuts[1], ")"),
  ]
  return TransformOutcome(consequence)
}
