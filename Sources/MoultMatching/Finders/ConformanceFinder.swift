package import MoultSemantics
package import MoultSyntax

/// Finds types that name a protocol or class in their inheritance clause.
package struct ConformanceFinder: PageFinder {
  private let name: String

  package static let terms = FinderTerms.named("conformance", such: "Module.Protocol")

  package init(_ spec: FinderSpec) { name = spec.subject }

  package var subject: String? { name }
  package var isAboutDeclaration: Bool { true }
  package var replacement: ReplacedPart { .type }

  package func names(in names: NamesInModel) -> [String] { [lastComponent(of: name)] }

  package func coveredSymbols(in model: ProjectModel) -> [String] { [name] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .identifierType || node.kind == .memberType,
      node.parent?.kind == .inheritedType, let symbol = file.semantics.symbol(of: node),
      symbol.qualifiedName == name
    else { return nil }
    return Match(
      rule: rule, node: node, range: node.range, replaced: nameRange(of: node), symbol: symbol)
  }
}
