package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds calls of an initialiser that generated code declares on a descendant of a type, and whose labels are names of its
/// properties: `M(a: 1, b: 2)`.
package struct GeneratedInitFinder: PageFinder {
  private let ancestor: String

  package static let terms = FinderTerms.generated("generated-init", [.required("on")])

  package init(_ spec: FinderSpec) { ancestor = spec.options["on"] ?? "" }

  package var subject: String? { ancestor }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }
  package var wantsCall: Bool? { true }

  /// A typealias can have any name, so a call is also looked up by its first label.
  package func names(in names: NamesInModel) -> [String] {
    let types = names.descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
    let labels = names.generatedMembers(ofDescendantsOf: ancestor, .initializer)
      .compactMap { $0.parameters.first?.label }
    return ["init"] + types.map(\.name) + Set(labels).sorted().map { $0 + ":" }
  }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: ancestor) }

  package func members(in names: NamesInModel) -> [Symbol] {
    names.generatedMembers(ofDescendantsOf: ancestor, .initializer)
      .filter { !$0.parameters.isEmpty }
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .functionCall, let callee = node.callee, !node.arguments.isEmpty,
      let symbol = file.semantics.symbol(of: node), symbol.kind == .initializer,
      symbol.isGenerated, let owner = symbol.parent, file.model.isSubtype(owner, of: ancestor)
    else { return nil }
    let properties = Set(
      file.model.declaredMembers(of: owner).filter { $0.kind == .property }.map(\.name))
    guard symbol.parameters.allSatisfy({ properties.contains($0.label ?? "") }) else { return nil }
    let range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
    return Match(rule: rule, node: node, range: range, replaced: node.range, symbol: symbol)
  }
}
