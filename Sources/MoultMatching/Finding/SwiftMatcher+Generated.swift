import MoultSemantics
import MoultSource
import MoultSyntax

/// `.None` of a generated enumeration, in a pattern or an expression.
func matchGeneratedCase(
  _ rule: SwiftRule, _ ancestor: String, _ name: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .memberAccess, node.name == name,
    let symbol = file.semantics.symbol(of: node), symbol.kind == .enumCase, symbol.name == name,
    symbol.isGenerated, let owner = symbol.parent, file.model.isSubtype(owner, of: ancestor)
  else { return nil }
  return Match(
    rule: rule, node: node, range: node.range, replaced: node.range, symbol: symbol)
}

/// `M(a: 1, b: 2)` where generated code declares an initialiser that takes the values of properties.
func matchGeneratedInit(
  _ rule: SwiftRule, _ ancestor: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .functionCall, let callee = node.callee, !node.arguments.isEmpty,
    let symbol = file.semantics.symbol(of: node), symbol.kind == .initializer, symbol.isGenerated,
    let owner = symbol.parent, file.model.isSubtype(owner, of: ancestor)
  else { return nil }
  let properties = Set(
    file.model.declaredMembers(of: owner).filter { $0.kind == .property }.map(\.name))
  guard symbol.parameters.allSatisfy({ properties.contains($0.label ?? "") }) else { return nil }
  let range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
  return Match(rule: rule, node: node, range: range, replaced: node.range, symbol: symbol)
}
