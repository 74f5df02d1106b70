/// A change of a file that leaves all of it as it was but for the bodies of functions and accessors, and blanks, and
/// for members that came or went if they are asked for.
///
/// Nobody outside of the file sees a body: what a declaration is called, takes and gives stands in its head. What is
/// computed by an initial value can be seen by its type, so that is no body.
package struct BodyChange: Sendable {
  /// The nodes of the new tree by those of the old one; `UInt32.max` for what stands in a body or went.
  private let newNodes: [UInt32]
  private let new: SyntaxTree

  /// The functions, variables and cases of enumerations that went, in the old tree, in source order.
  package let gone: [Node]

  /// Those that came, in the new tree; one whose head has changed went and came.
  package let come: [Node]

  /// Whether all declarations are what they were.
  package var keepsDeclarations: Bool { gone.isEmpty && come.isEmpty }

  /// - Parameter members: whether functions, variables and cases may come and go, at the top level and in types.
  /// - Returns: nil if anything else has changed, or if a body has something that is seen from elsewhere: types,
  ///   imports, extensions, operators, and branches of `#if`, which decide what a file imports.
  /// - Complexity: O(*n*) in the nodes of both trees, the heads of members read twice where some came or went.
  package init?(from old: SyntaxTree, to new: SyntaxTree, orMembers members: Bool = false) {
    // Members are compared type by type, as deep as types are nested.
    let members = members && old.depth <= 400 && new.depth <= 400
    var comparison = Comparison(
      allowsMembers: members, mostSteps: 4 * (old.nodes.count + new.nodes.count))
    guard comparison.match(old.root, new.root) else { return nil }
    // Whatever of that kind was not passed stands in a body.
    guard Self.showing(old) == comparison.state.shownOld,
      Self.showing(new) == comparison.state.shownNew
    else { return nil }
    var pairs = [UInt32](repeating: .max, count: old.nodes.count)
    for (old, new) in comparison.state.pairs { pairs[Int(old)] = new }
    newNodes = pairs
    self.new = new
    gone = comparison.state.gone.sorted { $0.range.lowerBound < $1.range.lowerBound }
    come = comparison.state.come.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the node that stands for one of the old tree; nil for what stands in a body or went.
  package func node(for old: Node) -> Node? {
    let id = newNodes[Int(old.id.rawValue)]
    return id == .max ? nil : Node(tree: new, id: NodeID(rawValue: id))
  }

  /// Whether a node of the old tree is part of a declaration that went.
  package func hasGone(_ old: Node) -> Bool {
    gone.contains { $0.tokenIDs.contains(old.tokenIDs.lowerBound) }
  }

  /// The number of nodes of a tree that are seen from elsewhere wherever they stand.
  private static func showing(_ tree: SyntaxTree) -> Int {
    tree.nodes.count { $0.kind.showsItself }
  }
}

/// Compares two trees outside of the bodies in them.
///
/// Whatever is nested in whatever else, it gives up where it has compared nodes too often.
private struct Comparison {
  /// What was found so far; set back where two declarations turn out to be different.
  struct State {
    var pairs: [(old: UInt32, new: UInt32)] = []
    var shownOld = 0
    var shownNew = 0
    var gone: [Node] = []
    var come: [Node] = []
  }

  let allowsMembers: Bool
  private(set) var state = State()
  private var stepsLeft: Int

  init(allowsMembers: Bool, mostSteps: Int) {
    self.allowsMembers = allowsMembers
    stepsLeft = mostSteps
  }

  /// Returns whether two nodes are the same outside of bodies, but for members that may come and go.
  mutating func match(_ old: Node, _ new: Node) -> Bool {
    var open = [(old: old, new: new)]
    while let pair = open.popLast() {
      stepsLeft -= 1
      guard stepsLeft > 0, haveOneHead(pair.old, pair.new) else { return false }
      state.pairs.append((pair.old.id.rawValue, pair.new.id.rawValue))
      state.shownOld += pair.old.showsItself ? 1 : 0
      state.shownNew += pair.new.showsItself ? 1 : 0
      if pair.old.isBody { continue }
      if allowsMembers, pair.old.kind == .memberBlock || pair.old.kind == .sourceFile {
        guard matchItems(of: pair.old, pair.new) else { return false }
        continue
      }
      guard haveOneFrame(pair.old, pair.new) else { return false }
      for (old, new) in zip(pair.old.children, pair.new.children) { open.append((old, new)) }
    }
    return true
  }

  /// Pairs the items of two blocks from both ends; those between came and went, and must be members that may.
  private mutating func matchItems(of old: Node, _ new: Node) -> Bool {
    guard haveOneBorder(old, new) else { return false }
    let (before, after) = (Array(old.children), Array(new.children))
    let most = min(before.count, after.count)
    var (first, last) = (0, 0)
    while first < most, matchOrForget(before[first], after[first]) { first += 1 }
    // Two that are different are not compared once more where as many follow on both sides.
    let end = before.count == after.count ? most - 1 : most
    while first + last < end,
      matchOrForget(before[before.count - 1 - last], after[after.count - 1 - last])
    {
      last += 1
    }
    let gone = before[first..<before.count - last]
    let come = after[first..<after.count - last]
    guard gone.allSatisfy(\.isPlainMember), come.allSatisfy(\.isPlainMember) else { return false }
    state.gone += gone
    state.come += come
    return true
  }

  private mutating func matchOrForget(_ old: Node, _ new: Node) -> Bool {
    let counts = (pairs: state.pairs.count, gone: state.gone.count, come: state.come.count)
    let shown = (old: state.shownOld, new: state.shownNew)
    if match(old, new) { return true }
    state.pairs.removeLast(state.pairs.count - counts.pairs)
    state.gone.removeLast(state.gone.count - counts.gone)
    state.come.removeLast(state.come.count - counts.come)
    (state.shownOld, state.shownNew) = shown
    return false
  }

  private func haveOneHead(_ old: Node, _ new: Node) -> Bool {
    old.kind == new.kind && old.flags == new.flags && old.isBody == new.isBody
  }

  /// Whether two nodes have as many children and, between them, the same tokens.
  private func haveOneFrame(_ old: Node, _ new: Node) -> Bool {
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

  private func haveOneText(
    _ old: SyntaxTree, _ tokens: Range<UInt32>, _ new: SyntaxTree, _ others: Range<UInt32>
  ) -> Bool {
    guard tokens.count == others.count else { return false }
    return zip(tokens, others).allSatisfy { one, other in
      old.tokens[Int(one)].kind == new.tokens[Int(other)].kind
        && old.bytes(of: TokenID(rawValue: one)) == new.bytes(of: TokenID(rawValue: other))
    }
  }

  /// Whether what stands in two blocks beside their items is the same, but for what separates these.
  private func haveOneBorder(_ old: Node, _ new: Node) -> Bool {
    func border(_ node: Node) -> [ArraySlice<UInt8>] {
      var found: [ArraySlice<UInt8>] = []
      var next = node.record.firstToken
      func add(upTo end: UInt32) {
        for position in next..<max(next, end) {
          let text = node.tree.bytes(of: TokenID(rawValue: position))
          if !text.elementsEqual(";".utf8) { found.append(text) }
        }
      }
      for child in node.children {
        add(upTo: child.record.firstToken)
        next = max(next, child.record.endToken)
      }
      add(upTo: node.record.endToken)
      return found
    }
    return border(old) == border(new)
  }
}

extension Node {
  fileprivate var showsItself: Bool { record.kind.showsItself }

  /// Whether it declares functions, variables or cases and nothing else, without types of its own.
  fileprivate var isPlainMember: Bool {
    switch kind {
    case .functionDecl, .variableDecl, .enumCaseDecl: child(.genericParameterClause) == nil
    default: false
    }
  }

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
