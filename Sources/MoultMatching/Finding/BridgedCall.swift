import MoultSemantics
import MoultSyntax

extension Symbol {
  /// The selector that `@objc(…)` gives to the declaration, or nil.
  package var objectiveCSelector: String? {
    guard let attribute = declaration?.attributes.first(where: { $0.text.hasPrefix("@objc(") })
    else { return nil }
    return String(attribute.text.dropFirst("@objc(".count).prefix { $0 != ")" })
  }
}

func matchBridgedCall(
  _ rule: SwiftRule, _ ancestor: String, _ selector: SelectorPattern, _ node: Node,
  _ file: FileContext
) -> Match? {
  guard node.kind == .functionCall, let callee = node.callee,
    let symbol = file.semantics.symbol(of: node),
    symbol.kind == .function || symbol.kind == .initializer, symbol.isGenerated,
    let owner = symbol.parent, file.model.isSubtype(owner, of: ancestor),
    let stem = symbol.objectiveCSelector.flatMap({ selector.match($0) })
  else { return nil }
  let range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
  return Match(
    rule: rule, node: node, range: range, replaced: node.range, nodes: callBindings(node),
    texts: ["stem": stem, "method": lowercasingFirst(stem), "class": owner.name], symbol: symbol)
}
