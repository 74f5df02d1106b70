import MoultSemantics
import MoultSource
import MoultSyntax

/// A call of an initialiser on a type that only a `where` clause around it constrains.
///
/// `Response(protobuf: data)` in `extension Request where Response: Message`, and `R.Response(…)` in a function with such
/// a clause. What the clause says holds in its declaration alone, so the type of the call is not known to inference.
func matchConstrainedInit(
  _ rule: SwiftRule, _ name: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .functionCall, var callee = node.callee else { return nil }
  let named = callee
  if callee.kind == .memberAccess, callee.name == "init", let base = callee.base { callee = base }
  guard callee.kind == .declReference || callee.kind == .memberAccess else { return nil }
  let clauses = node.ancestors.compactMap { $0.child(.genericWhereClause) }
  guard !clauses.isEmpty, file.semantics.symbol(of: node) == nil,
    let symbol = file.model.symbol(named: name), symbol.kind == .initializer,
    let owner = symbol.parent, fits(node, symbol)
  else { return nil }
  let written = callee.text
  let isConstrained = clauses.contains { clause in
    clause.children.contains { requirement in
      let types = requirement.children.filter { $0.kind.isType }
      guard requirement.kind == .genericRequirement, types.count == 2,
        types[0].text == written || types[0].text == "Self." + written,
        let bound = file.semantics.symbol(of: types[1])
      else { return false }
      return file.model.isSubtype(bound, of: owner.qualifiedName)
    }
  }
  guard isConstrained else { return nil }
  let range = named.kind == .memberAccess ? named.mainToken.range : named.range
  return Match(
    rule: rule, node: node, range: range, replaced: node.range, nodes: [:], symbol: symbol)
}

/// Whether the labels of a call are those of the initialiser, but for what has a default.
func fits(_ call: Node, _ symbol: Symbol) -> Bool {
  var open = symbol.parameters[...]
  for argument in call.arguments {
    guard let place = open.firstIndex(where: { $0.label == argument.argumentLabel }),
      open[..<place].allSatisfy(\.hasDefault)
    else { return false }
    open = open[(place + 1)...]
  }
  return open.allSatisfy(\.hasDefault) && call.trailingClosures.isEmpty
}
