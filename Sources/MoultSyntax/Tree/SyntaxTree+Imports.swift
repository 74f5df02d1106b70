import Synchronization

extension SyntaxTree {
  /// The modules that the file imports in whatever form, in source order, imports under `#if` included.
  ///
  /// A submodule or a single declaration counts as its module.
  ///
  /// - Complexity: O(*n*) in the top-level items for who asks first, and O(1) from then on.
  package var importedModules: [String] {
    if let known = knownImports.load() { return known.names }
    var names: [String] = []
    var open = [root]
    while let node = open.popLast() {
      switch node.kind {
      case .importDecl: if let name = node.child(.importPathComponent)?.name { names.append(name) }
      case .sourceFile, .ifConfig, .ifConfigClause: open += node.children.reversed()
      default: continue
      }
    }
    return knownImports.storeIfNil(NamesOfModules(names)).names
  }
}

/// What a file imports; a class so that it can be stored atomically.
final class NamesOfModules: Sendable {
  let names: [String]

  init(_ names: [String]) { self.names = names }
}
