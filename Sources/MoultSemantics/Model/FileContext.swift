import MoultSource
import MoultSyntax

/// One `import` of a file.
struct ImportRecord: Sendable {
  /// The module, with its submodules: `Foundation`, `os.log`.
  let module: String
  /// The one declaration that a scoped import names: `import struct M.T`.
  let scopedName: String?
  let isExported: Bool
  let node: Node
}

/// What the resolution of names needs to know about one file.
final class FileContext: Sendable {
  let index: Int
  let tree: SyntaxTree
  let module: String
  let origin: SymbolOrigin
  let imports: [ImportRecord]

  /// The library and era of an interface; nil for the project's files.
  let era: (library: String, era: String)?

  /// True for the interface of a newer era than one that was read before: what both declare is one thing.
  let addsToOlderEra: Bool

  /// What resolves the types of an interface; nil for the project's files.
  let late: LateTypes?

  init(
    index: Int, tree: SyntaxTree, module: String, origin: SymbolOrigin,
    era: (library: String, era: String)? = nil, addsToOlderEra: Bool = false,
    late: LateTypes? = nil
  ) {
    self.index = index
    self.era = era
    self.addsToOlderEra = addsToOlderEra
    self.late = late
    self.tree = tree
    self.module = module
    self.origin = origin
    imports = tree.root.itemNodes.compactMap { $0.kind == .importDecl ? importRecord($0) : nil }
  }

  var path: String { tree.source.path }
}

private func importRecord(_ node: Node) -> ImportRecord? {
  let components = node.children.filter { $0.kind == .importPathComponent }
  guard let first = components.first else { return nil }
  var names = components.map(\.name)
  var scopedName: String?
  let keyword = node.tokenText(before: first)
  if let keyword, importKinds.contains(keyword), names.count > 1 { scopedName = names.removeLast() }
  return ImportRecord(
    module: names.joined(separator: "."), scopedName: scopedName,
    isExported: node.hasAttribute("_exported"), node: node)
}

private let importKinds: Set<String> = [
  "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor", "macro",
]
