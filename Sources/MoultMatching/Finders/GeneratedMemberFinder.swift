package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a property that generated code declares on a descendant of a type; binds `$member`.
package struct GeneratedMemberFinder: PageFinder {
  private let ancestor: String

  package static let terms = FinderTerms.generated(
    "generated-member", [.required("on")], binds: ["member"])

  package init(_ spec: FinderSpec) { ancestor = spec.options["on"] ?? "" }

  package var subject: String? { ancestor }
  package var replacement: ReplacedPart { .name }

  package func names(in names: NamesInModel) -> [String] {
    names.generatedMembers(ofDescendantsOf: ancestor, .property).map(\.name)
  }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: ancestor) }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .memberAccess, let symbol = file.semantics.symbol(of: node),
      symbol.kind == .property, symbol.isGenerated, let owner = symbol.parent,
      file.model.isSubtype(owner, of: ancestor)
    else { return nil }
    return Match(
      rule: rule, node: node, range: node.mainToken.range, replaced: node.mainToken.range,
      texts: ["member": symbol.name], symbol: symbol)
  }
}
