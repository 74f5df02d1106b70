package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a property that generated code declares on a descendant of a type, by a part of its name if the page gives
/// one; binds `$member`.
package struct GeneratedMemberFinder: PageFinder {
  private let ancestor: String

  /// What stands somewhere in the name; empty for any name.
  private let part: String

  package static let terms = FinderTerms.generated(
    "generated-member", [.required("on"), .optional("containing")], binds: ["member"])

  package init(_ spec: FinderSpec) {
    ancestor = spec.options["on"] ?? ""
    part = spec.options["containing"] ?? ""
  }

  package var subject: String? { ancestor }
  package var replacement: ReplacedPart { .name }

  package func names(in names: NamesInModel) -> [String] {
    members(in: names).map(\.name)
  }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: ancestor) }

  package func members(in names: NamesInModel) -> [Symbol] {
    names.generatedMembers(ofDescendantsOf: ancestor, .property)
      .filter { part.isEmpty || $0.name.contains(part) }
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .memberAccess || node.kind == .keyPathComponent,
      let symbol = file.semantics.symbol(of: node),
      symbol.kind == .property, symbol.isGenerated, let owner = symbol.parent,
      file.model.isSubtype(owner, of: ancestor)
    else { return nil }
    return Match(
      rule: rule, node: node, range: node.mainToken.range, replaced: node.mainToken.range,
      texts: ["member": symbol.name], symbol: symbol)
  }
}
