extension SyntaxTree {
  /// The modules that the file imports in whatever form, in source order, imports under `#if` included.
  ///
  /// A submodule or a single declaration counts as its module.
  package var importedModules: [String] {
    func modules(_ node: Node) -> [String] {
      switch node.kind {
      case .importDecl: [node.child(.importPathComponent)?.name].compactMap { $0 }
      case .sourceFile, .ifConfig, .ifConfigClause: node.children.flatMap(modules)
      default: []
      }
    }
    return modules(root)
  }
}
