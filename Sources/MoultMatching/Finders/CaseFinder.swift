package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of an enum case, in a pattern or an expression; binds its values as `$1`, `$2`, ….
package struct CaseFinder: PageFinder {
  private let name: String

  package static let terms = FinderTerms.named("case", such: "Module.Enum.case") { _ in
    Metavariables(["base"], arguments: Metavariables.anyNumber)
  }

  package init(_ spec: FinderSpec) { name = spec.subject }

  package var subject: String? { name }
  package var ownSymbol: String? { name }
  package var isAboutDeclaration: Bool { true }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] { [lastComponent(of: name)] }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: name)?.parent }

  package func coveredSymbols(in model: ProjectModel) -> [String] { [name] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .memberAccess || node.kind == .declReference,
      let symbol = file.semantics.symbol(of: node), symbol.qualifiedName == name
    else { return nil }
    let owner = patternOrCall(around: node)
    return Match(
      rule: rule, node: node, range: node.range, replaced: owner.range,
      nodes: owner.kind == .functionCall ? callBindings(owner) : [:], symbol: symbol)
  }
}

/// The whole pattern that a case stands in, the call that makes a value of it, or the case alone.
private func patternOrCall(around node: Node) -> Node {
  var owner = node
  if let call = node.parent, call.kind == .functionCall, call.children.first == node {
    owner = call
  }
  var matched = owner
  if let optional = owner.parent, optional.kind == .optionalChaining { matched = optional }
  guard let pattern = matched.parent, pattern.kind == .expressionPattern else { return owner }
  owner = pattern
  while let parent = owner.parent, parent.kind == .valueBindingPattern { owner = parent }
  return owner
}
