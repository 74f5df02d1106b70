package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a case that generated code declares on a descendant of a type: `.None` in a pattern or an expression.
package struct GeneratedCaseFinder: PageFinder {
  private let ancestor: String
  private let name: String

  package static let terms = FinderTerms.generated(
    "generated-case", [.required("on"), .required("case")])

  package init(_ spec: FinderSpec) {
    ancestor = spec.options["on"] ?? ""
    name = spec.options["case"] ?? ""
  }

  package var subject: String? { ancestor }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] { [name] }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: ancestor) }

  package func members(in names: NamesInModel) -> [Symbol] {
    names.generatedMembers(ofDescendantsOf: ancestor, .enumCase).filter { $0.name == name }
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .memberAccess, node.name == name,
      let symbol = file.semantics.symbol(of: node), symbol.kind == .enumCase, symbol.name == name,
      symbol.isGenerated, let owner = symbol.parent, file.model.isSubtype(owner, of: ancestor)
    else { return nil }
    return Match(rule: rule, node: node, range: node.range, replaced: node.range, symbol: symbol)
  }
}
