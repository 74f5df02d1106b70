import MoultSyntax

/// The nodes of statements, without those of closures, functions and types inside.
func ownDescendants(of statements: [Node]) -> [Node] {
  statements.filter { FunctionDecl($0) == nil }.flatMap(\.ownDescendants)
}

/// What stands in a node.
extension Node {
  /// The nodes below, the node itself included, without those of closures, functions and types inside.
  var ownDescendants: [Node] {
    descendants {
      switch $0.kind {
      case .closure, .functionDecl, .structDecl, .classDecl, .enumDecl, .actorDecl: true
      default: false
      }
    }
  }

  /// Whether a local or a parameter below it has a name.
  func binds(_ name: String) -> Bool {
    descendants().contains { node in
      switch node.kind {
      case .identifierPattern, .closureParameter: node.name == name
      case .parameter: node.internalName == name
      default: false
      }
    }
  }

  /// What a block of statements may give: its only item, and the values of its `return`s.
  var itemsGiven: [Node] {
    (items.count == 1 ? items : []) + ownDescendants.compactMap { ReturnStmt($0)?.value?.node }
  }

  /// What the only statement of a block is or returns; nil where there are others.
  var onlyValue: Node? {
    guard items.count == 1, let only = items.first else { return nil }
    return ReturnStmt(only).map { $0.value?.node } ?? only
  }

  /// Whether the node lies inside `other`, or is it.
  func isInside(_ other: Node) -> Bool {
    tree === other.tree && range.lowerBound >= other.range.lowerBound
      && range.upperBound <= other.range.upperBound
  }

  /// Returns what stands around the node, itself included, up to what is of none of some kinds.
  ///
  /// With `.tryExpr` and `.awaitExpr` it is an expression with its marks.
  func with(_ kinds: NodeKind...) -> Node {
    var node = self
    while let parent = node.parent, kinds.contains(parent.kind) { node = parent }
    return node
  }

  /// Returns the nodes below, the node itself included, in no particular order.
  ///
  /// Keeps its own stack: chains can be as deep as a file is long.
  ///
  /// - Parameter isClosed: whether what lies below a node is left out.
  func descendants(where isClosed: (Node) -> Bool = { _ in false }) -> [Node] {
    var found: [Node] = []
    var open = [self]
    while let node = open.popLast() {
      found.append(node)
      if node == self || !isClosed(node) { open += node.children }
    }
    return found
  }

  /// Whether a word is one of the node's tokens.
  func says(_ word: String) -> Bool {
    tokenIDs.contains { tree.text(of: TokenID(rawValue: UInt32($0))) == word }
  }

  /// Whether the node is the statement right before `next` in one block.
  func standsRightBefore(_ next: Node) -> Bool {
    itemBehind == next
  }

  /// The item of the same block that comes next, if the node is one and not the last.
  var itemBehind: Node? { sibling(at: 1) }

  /// The item of the same block right before it.
  var itemBefore: Node? { sibling(at: -1) }

  private func sibling(at distance: Int) -> Node? {
    guard let items = parent?.items, let position = items.firstIndex(of: self) else { return nil }
    let place = position + distance
    return items.indices.contains(place) ? items[place] : nil
  }
}
