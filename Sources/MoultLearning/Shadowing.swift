import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

extension FileContext {
  /// Whether the function around a node has a variable or a function of its own that is called so.
  ///
  /// - Complexity: O(*n*) in the nodes of the function.
  func declaresLocally(_ name: String, around node: Node) -> Bool {
    let function = tree.function(around: node)
    guard function.kind != .sourceFile else { return false }
    return function.descendants.contains { declaration in
      switch declaration.kind {
      case .identifierPattern, .parameter, .closureParameter, .capture, .functionDecl:
        declaration != function
          && (declaration.name == name || declaration.internalName == name)
      default: false
      }
    }
  }

  /// Whether a name of the top level of another module means something else where a node stands.
  ///
  /// - Complexity: O(*n*) in the nodes of the file.
  func isShadowed(_ name: String, at node: Node) -> Bool {
    if !model.topLevelSymbols(named: name, in: semantics.module).isEmpty { return true }
    for ancestor in node.ancestors where ancestor.child(.memberBlock) != nil {
      guard let type = semantics.symbol(of: ancestor) else { return true }
      if !model.members(of: type, named: name).isEmpty { return true }
    }
    return tree.nodes.indices.contains { index in
      switch tree.nodes[index].kind {
      case .identifierPattern, .parameter, .closureParameter, .capture, .functionDecl, .structDecl,
        .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl, .genericParameter:
        let declaration = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
        return declaration.name == name || declaration.internalName == name
      default: return false
      }
    }
  }
}
