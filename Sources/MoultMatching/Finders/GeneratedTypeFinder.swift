package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a type that the project declares in generated code, by ancestor (empty for any) and by the end of its
/// name; binds what stands before that as `$stem`.
package struct GeneratedTypeFinder: PageFinder {
  private let ancestor: String
  private let suffix: String

  package static let terms = FinderTerms.generated(
    "generated-type", [.required("suffix"), .optional("inherits")], by: "inherits", role: .type,
    binds: ["stem"])

  package init(_ spec: FinderSpec) {
    ancestor = spec.options["inherits"] ?? ""
    suffix = spec.options["suffix"] ?? ""
  }

  package var subject: String? { ancestor }
  package var replacement: ReplacedPart { .name }

  package func names(in names: NamesInModel) -> [String] {
    let types =
      ancestor.isEmpty
      ? names.model.projectTypes.filter(\.isGenerated)
      : names.descendants.projectTypes(descendingFrom: ancestor)
    return types.map(\.name).filter { $0.hasSuffix(suffix) }
  }

  package func finds(_ type: Symbol, in model: ProjectModel) -> Bool {
    type.isGenerated && type.name.hasSuffix(suffix)
      && (ancestor.isEmpty || model.isSubtype(type, of: ancestor))
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard isReference(node), let symbol = referredType(node, file), symbol.name == node.name,
      finds(symbol, in: file.model)
    else { return nil }
    let stem = String(symbol.name.dropLast(suffix.count))
    return Match(
      rule: rule, node: node, range: nameRange(of: node), replaced: node.mainToken.range,
      texts: ["stem": stem], symbol: symbol)
  }
}
