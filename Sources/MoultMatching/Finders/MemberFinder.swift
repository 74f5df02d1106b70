package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a property or of an unapplied method; binds `$base`.
package struct MemberFinder: PageFinder {
  private let name: String

  package static let terms = FinderTerms.named("member", such: "Module.Type.member") { _ in
    ["base"]
  }

  package init(_ spec: FinderSpec) { name = spec.subject }

  package var subject: String? { name }
  package var ownSymbol: String? { name }
  package var isAboutDeclaration: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] { [lastComponent(of: name)] }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: name)?.parent }

  package func coveredSymbols(in model: ProjectModel) -> [String] { [name] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard
      node.kind == .memberAccess || node.kind == .declReference || node.kind == .keyPathComponent,
      let used = file.semantics.symbol(of: node),
      let symbol = used.qualifiedName == name
        ? used : libraryDeclaration(named: name, behind: used, in: file.model)
    else { return nil }
    var nodes: [String: Node] = [:]
    if node.kind == .memberAccess, let base = node.children.first { nodes["base"] = base }
    let range = node.mainToken.range
    return Match(
      rule: rule, node: node, range: range,
      replaced: node.kind == .keyPathComponent ? range : node.range, nodes: nodes, symbol: symbol)
  }
}
