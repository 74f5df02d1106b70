package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a type, in a type or an expression.
package struct TypeFinder: PageFinder {
  private let name: String

  package static let terms = FinderTerms.named("type", such: "Module.Type", role: .type)

  package init(_ spec: FinderSpec) { name = spec.subject }

  package var subject: String? { name }
  package var ownSymbol: String? { name }
  package var isAboutDeclaration: Bool { true }
  package var replacement: ReplacedPart { .type }

  package func names(in names: NamesInModel) -> [String] { [lastComponent(of: name)] }

  package func finds(_ type: Symbol, in model: ProjectModel) -> Bool { type.qualifiedName == name }

  package func coveredSymbols(in model: ProjectModel) -> [String] { [name] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard isReference(node), let symbol = referredType(node, file), symbol.qualifiedName == name,
      !isOnTheWayToNestedType(node, of: symbol, file)
    else { return nil }
    let range = nameRange(of: node)
    return Match(rule: rule, node: node, range: range, replaced: range, symbol: symbol)
  }
}

/// True for `Channel` in `Channel.Argument`: the successor of a type need not have its nested types, which
/// are named by rules of their own.
private func isOnTheWayToNestedType(
  _ node: Node, of type: Symbol, _ file: FileContext
) -> Bool {
  guard let parent = node.parent, parent.kind == .memberType || parent.kind == .memberAccess,
    parent.children.first == node, let member = referredType(parent, file)
  else { return false }
  return member.kind.isType && member.module == type.module
}
