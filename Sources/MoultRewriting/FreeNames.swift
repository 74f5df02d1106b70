package import MoultSyntax

/// Names that new code can use.
extension SyntaxTree {
  /// Returns the first of `names` that no word of the function around `node` is, or nil.
  package func freeName(_ names: [String], around node: Node) -> String? {
    var taken: Set<String> = []
    for index in function(around: node).tokenIDs {
      let text = text(of: TokenID(rawValue: UInt32(index)))
      if names.contains(text) { taken.insert(text) }
    }
    return names.first { !taken.contains($0) }
  }

  /// The function, initialiser, accessor or property around a node; the file for code at the top level.
  package func function(around node: Node) -> Node {
    for ancestor in node.ancestors {
      switch ancestor.kind {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl: return ancestor
      case .variableDecl where ancestor.parent?.kind == .memberBlock: return ancestor
      default: continue
      }
    }
    return root
  }
}
