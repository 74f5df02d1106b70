import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a method that filled a message into an initialiser that makes one.
///
/// `try box.unpackTo(target: &order)` becomes `order = try Order(unpackingAny: box)`.
func unpackingAny(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let mark = TryExpr(of: call.node.parent),
    mark.mark == .propagating, mark.node.parent?.kind.holdsStatements == true,
    let base = match.nodes["base"], let target = call.arguments.first?.expression?.node,
    target.kind == .inOut, let variable = target.children.last,
    case .nominal(let type, _) = file.semantics.type(of: variable), type.kind == .structure
  else { return .manual("create the message with 'try M(unpackingAny: …)'") }
  let name = type.qualifiedName.split(separator: ".").dropFirst().joined(separator: ".")
  let made = Code.call(name, [CodeArgument("unpackingAny", .kept(base))])
  var editor = file.editor
  editor.replace(
    item: mark.node, with: [.infix(.word(variable.text), "=", .marked(.tryMark, made))])
  return TransformOutcome(Consequence(editor))
}
