import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds imports of a module, and `#if canImport(…)`; binds `$module`.
package struct ImportFinder: PageFinder {
  package let module: String

  package static let terms = FinderTerms(
    "import", .text("a module"), role: .module, binds: { _ in ["module"] },
    anchors: { [$0.subject] })

  package init(_ spec: FinderSpec) { module = spec.subject }

  package var subject: String? { nil }
  package var replacement: ReplacedPart { .name }

  package func names(in names: NamesInModel) -> [String] { [module] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.name == module, let replaced = importedName(node) else { return nil }
    // A module of that name that the project itself builds is not the library's.
    guard !file.model.projectModules.contains(module) else { return nil }
    return Match(
      rule: rule, node: node, range: node.range, replaced: replaced, texts: ["module": module])
  }
}

/// What names a module where it is imported, or where `#if canImport(…)` asks for it; nil for any other node.
///
/// The import of one declaration names it as a whole: the new module may call the declaration otherwise, or lack it.
private func importedName(_ node: Node) -> ByteRange? {
  switch node.kind {
  case .importPathComponent:
    guard let declaration = node.parent, declaration.kind == .importDecl else { return nil }
    let path = declaration.children.filter { $0.kind == .importPathComponent }
    guard path.first == node, let last = path.last else { return nil }
    let before = Int(node.record.firstToken) - 1
    // `struct` of `import struct M.T`.
    guard path.count > 1, before > Int(declaration.record.mainToken) else { return node.range }
    return node.tree.tokens[before].range.lowerBound..<last.range.upperBound
  case .declReference:
    guard let call = node.ancestors.first(where: { $0.kind == .functionCall }),
      call.children.first?.name == "canImport", call.children.first != node,
      call.ancestors.contains(where: { $0.kind == .ifConfigClause }),
      node.parent?.kind == .argument || node.parent?.kind == .argumentList
    else { return nil }
    return node.range
  default: return nil
  }
}
