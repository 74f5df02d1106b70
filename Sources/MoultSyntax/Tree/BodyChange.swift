/// A change of a file that leaves all of it as it was but for the bodies of functions and accessors, and blanks.
///
/// Nobody outside of the file sees a body: what a declaration is called, takes and gives stands in its head. What is
/// computed by an initial value can be seen by its type, so that is no body.
package struct BodyChange: Sendable {
  /// The nodes of the new tree by those of the old one; `UInt32.max` for what stands in a body.
  private let newNodes: [UInt32]
  private let new: SyntaxTree

  /// - Returns: nil if anything but bodies has changed, or if a body has something that is seen from elsewhere: types,
  ///   imports, extensions, operators, and branches of `#if`, which decide what a file imports.
  /// - Complexity: O(*n*) in the nodes of both trees.
  package init?(from old: SyntaxTree, to new: SyntaxTree) {
    var pairs = [UInt32](repeating: .max, count: old.nodes.count)
    var open = [(old: old.root, new: new.root)]
    var shown = (old: 0, new: 0)
    while let pair = open.popLast() {
      guard Self.haveOneHead(pair.old, pair.new) else { return nil }
      pairs[Int(pair.old.id.rawValue)] = pair.new.id.rawValue
      shown.old += pair.old.showsItself ? 1 : 0
      shown.new += pair.new.showsItself ? 1 : 0
      if pair.old.isBody { continue }
      guard Self.haveOneFrame(pair.old, pair.new) else { return nil }
      for (old, new) in zip(pair.old.children, pair.new.children) { open.append((old, new)) }
    }
    // Whatever of that kind was not passed stands in a body.
    guard Self.showing(old) == shown.old, Self.showing(new) == shown.new else { return nil }
    newNodes = pairs
    self.new = new
  }

  /// Returns the node that stands for one of the old tree; nil for what stands in a body.
  package func node(for old: Node) -> Node? {
    let id = newNodes[Int(old.id.rawValue)]
    return id == .max ? nil : Node(tree: new, id: NodeID(rawValue: id))
  }

  private static func haveOneHead(_ old: Node, _ new: Node) -> Bool {
    old.kind == new.kind && old.flags == new.flags && old.isBody == new.isBody
  }

  /// Whether two nodes have as many children and, between them, the same tokens.
  private static func haveOneFrame(_ old: Node, _ new: Node) -> Bool {
    guard old.children.count == new.children.count else { return false }
    var ends = (old: old.record.firstToken, new: new.record.firstToken)
    for (before, after) in zip(old.children, new.children) {
      guard
        haveOneText(
          old.tree, ends.old..<max(ends.old, before.record.firstToken),
          new.tree, ends.new..<max(ends.new, after.record.firstToken))
      else { return false }
      ends = (max(ends.old, before.record.endToken), max(ends.new, after.record.endToken))
    }
    return haveOneText(
      old.tree, ends.old..<max(ends.old, old.record.endToken),
      new.tree, ends.new..<max(ends.new, new.record.endToken))
  }

  private static func haveOneText(
    _ old: SyntaxTree, _ tokens: Range<UInt32>, _ new: SyntaxTree, _ others: Range<UInt32>
  ) -> Bool {
    guard tokens.count == others.count else { return false }
    return zip(tokens, others).allSatisfy { one, other in
      old.tokens[Int(one)].kind == new.tokens[Int(other)].kind
        && old.bytes(of: TokenID(rawValue: one)) == new.bytes(of: TokenID(rawValue: other))
    }
  }

  /// The number of nodes of a tree that are seen from elsewhere wherever they stand.
  private static func showing(_ tree: SyntaxTree) -> Int {
    tree.nodes.count { $0.kind.showsItself }
  }
}

extension Node {
  fileprivate var showsItself: Bool { record.kind.showsItself }

  /// Whether the node is the body of a function or an accessor, braces included.
  fileprivate var isBody: Bool {
    switch kind {
    case .codeBlock:
      switch parent?.kind {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl: true
      default: false
      }
    // The body of a getter that nothing introduces.
    case .accessorBlock: !children.contains { $0.kind == .accessorDecl || $0.kind == .ifConfig }
    default: false
    }
  }
}

extension NodeKind {
  /// Whether a node of the kind can be seen from outside of the body that it stands in.
  fileprivate var showsItself: Bool {
    switch self {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl,
      .extensionDecl, .importDecl, .operatorDecl, .precedenceGroupDecl, .macroDecl, .ifConfig:
      true
    default: false
    }
  }
}
