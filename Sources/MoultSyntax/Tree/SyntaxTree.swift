package import MoultSource
import Synchronization

/// The index of a node in its tree.
///
/// Children have smaller ids than their parent.
package struct NodeID: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static func < (lhs: NodeID, rhs: NodeID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The index of a token in `SyntaxTree.tokens`.
package struct TokenID: Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static func < (lhs: TokenID, rhs: TokenID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// What is stored of a node: flat, without pointers, in the order in which nodes were finished.
package struct NodeRecord: Sendable, BitwiseCopyable {
  package let kind: NodeKind

  /// Facts about the node; which bits a kind uses stands in `NodeKind`.
  package let flags: NodeFlags

  /// The token that names the node: see `NodeKind`.
  package let mainToken: UInt32

  /// The first token of the node, and the one after its last.
  ///
  /// Equal if the node is empty (missing).
  package let firstToken: UInt32
  package let endToken: UInt32

  /// Where the node's children stand in `TreeParts.childList`.
  package let firstChild: UInt32
  package let childCount: UInt32
  package internal(set) var parent: UInt32

  package init(
    kind: NodeKind, flags: NodeFlags, mainToken: UInt32, firstToken: UInt32, endToken: UInt32,
    firstChild: UInt32, childCount: UInt32, parent: UInt32
  ) {
    self.kind = kind
    self.flags = flags
    self.mainToken = mainToken
    self.firstToken = firstToken
    self.endToken = endToken
    self.firstChild = firstChild
    self.childCount = childCount
    self.parent = parent
  }
}

/// A problem of the source text that the lexer or the parser saw.
package struct SyntaxDiagnostic: Hashable, Sendable {
  package let range: ByteRange

  /// One line in lower case without a final period: `expected '}' to end the body of a function`.
  package let message: String

  package init(range: ByteRange, message: String) {
    self.range = range
    self.message = message
  }
}

/// A Swift source file, parsed without loss.
///
/// Every token belongs to exactly one innermost node, and `bytes` is the text that was parsed: together
/// with the tokens' ranges it holds every byte, so the tree prints as its source.
///
/// A tree can be kept as an outline (`outlined`), which nobody has to know of: who asks for what stands in a body
/// has the text parsed again, once.
package final class SyntaxTree: Sendable {
  package let source: SourceText

  /// What an outline knows; nil where the tree was whole from the beginning.
  let outline: TreeOutline?

  /// Sorted by range.
  package let diagnostics: [SyntaxDiagnostic]

  /// All tokens and nodes; nil as long as the outline was enough.
  ///
  /// Not counted as a reference by each of the many who read through it: it is set once, and let go of with the tree.
  private let whole: Atomic<Unmanaged<TreeParts>?>

  /// Negative until someone asks.
  private let knownDepth: Atomic<Int>

  /// Asked for by many, each of whom reads all top-level items otherwise.
  let knownImports = AtomicLazyReference<NamesOfModules>()

  init(source: SourceText, parts: TreeParts, diagnostics: [SyntaxDiagnostic]) {
    precondition(parts.nodes.last?.kind == .sourceFile, "the root is finished last")
    self.source = source
    outline = nil
    whole = Atomic(Unmanaged.passRetained(parts))
    knownDepth = Atomic(-1)
    self.diagnostics = diagnostics
  }

  /// Creates the tree of the same text without what stands in bodies.
  init(_ tree: SyntaxTree, as outline: TreeOutline) {
    source = tree.source
    self.outline = outline
    whole = Atomic(nil)
    knownDepth = Atomic(tree.depth)
    diagnostics = tree.diagnostics
    _ = knownImports.storeIfNil(NamesOfModules(tree.importedModules))
  }

  deinit { whole.load(ordering: .acquiring)?.release() }

  /// The most nodes that stand around one.
  ///
  /// - Complexity: O(*n*) in the nodes for who asks first, and O(1) from then on.
  package var depth: Int {
    let known = knownDepth.load(ordering: .relaxed)
    guard known < 0 else { return known }
    let nodes = parts.nodes
    var depths = [Int](repeating: 0, count: nodes.count)
    // A parent has a greater id than its children.
    for index in nodes.indices.reversed() where nodes[index].parent != UInt32.max {
      depths[index] = depths[Int(nodes[index].parent)] + 1
    }
    let depth = depths.max() ?? 0
    knownDepth.store(depth, ordering: .relaxed)
    return depth
  }

  /// Whether all tokens and nodes are at hand, and not an outline alone.
  package var isWhole: Bool { whole.load(ordering: .acquiring) != nil }

  /// All of the tree, for which the text is parsed again where no more than an outline was needed so far.
  var parts: TreeParts {
    if let parts = whole.load(ordering: .acquiring) { return parts.takeUnretainedValue() }
    let made = Unmanaged.passRetained(partsOfText(source))
    let (exchanged, known) = whole.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !exchanged, let known else { return made.takeUnretainedValue() }
    // Another thread was faster.
    made.release()
    return known.takeUnretainedValue()
  }

  @inline(__always)
  func record(at index: Int) -> NodeRecord {
    guard let parts = whole.load(ordering: .acquiring) else { return outlinedRecord(at: index) }
    return parts._withUnsafeGuaranteedRef { $0.nodes[index] }
  }

  /// Returns the kind of the node with this id, for who asks for nothing else of it.
  @inline(__always)
  func kindOfNode(at index: Int) -> NodeKind {
    guard let parts = whole.load(ordering: .acquiring) else { return outlinedKind(at: index) }
    return parts._withUnsafeGuaranteedRef { $0.nodes[index].kind }
  }

  @inline(__always)
  func token(at index: Int) -> Token {
    guard let parts = whole.load(ordering: .acquiring) else { return outlinedToken(at: index) }
    return parts._withUnsafeGuaranteedRef { $0.tokens[index] }
  }

  @inline(__always)
  func child(at index: Int) -> NodeID {
    guard let parts = whole.load(ordering: .acquiring) else { return outlinedChild(at: index) }
    return parts._withUnsafeGuaranteedRef { $0.childList[index] }
  }

  @inline(never)
  private func outlinedRecord(at index: Int) -> NodeRecord {
    outline?.record(at: index) ?? parts.nodes[index]
  }

  @inline(never)
  private func outlinedKind(at index: Int) -> NodeKind {
    outline?.kind(at: index) ?? parts.nodes[index].kind
  }

  @inline(never)
  private func outlinedToken(at index: Int) -> Token {
    outline?.token(at: index) ?? parts.tokens[index]
  }

  @inline(never)
  private func outlinedChild(at index: Int) -> NodeID {
    outline?.child(at: index) ?? parts.childList[index]
  }

  /// Returns the kind of a node, by its id.
  package func kind(ofNode index: Int) -> NodeKind { kindOfNode(at: index) }

  package var root: Node { Node(tree: self, id: NodeID(rawValue: UInt32(nodes.count - 1))) }

  /// Returns the bytes of a token, back-ticks included.
  package func bytes(of token: TokenID) -> ArraySlice<UInt8> {
    source.bytes[self.token(at: Int(token.rawValue)).range.indices]
  }

  /// Returns the text of a token, back-ticks included, with invalid UTF-8 repaired.
  package func text(of token: TokenID) -> String {
    String(decoding: bytes(of: token), as: UTF8.self)
  }
}

/// A node together with its tree: what everyone above the parser works with.
///
/// Equal if it is the same node of the same tree.
package struct Node: Sendable {
  package let tree: SyntaxTree
  package let id: NodeID

  package init(tree: SyntaxTree, id: NodeID) {
    self.tree = tree
    self.id = id
  }

  package var record: NodeRecord { tree.record(at: Int(id.rawValue)) }
  package var kind: NodeKind { tree.kindOfNode(at: Int(id.rawValue)) }
  package var flags: NodeFlags { record.flags }

  /// The bytes from the node's first token to its last, without trivia around it.
  ///
  /// An empty node has an empty range at the start of the token that follows.
  package var range: ByteRange {
    let record = record
    let start = tree.token(at: Int(record.firstToken)).start
    guard record.endToken > record.firstToken else { return start..<start }
    return start..<tree.token(at: Int(record.endToken) - 1).end
  }

  package var isEmpty: Bool { record.firstToken == record.endToken }

  package var firstToken: TokenID { TokenID(rawValue: record.firstToken) }

  /// The tokens of the node, its children's included.
  package var tokenIDs: Range<Int> { Int(record.firstToken)..<Int(record.endToken) }

  package var mainTokenID: TokenID { TokenID(rawValue: record.mainToken) }
  package var mainToken: Token { tree.token(at: Int(record.mainToken)) }

  /// The text of the main token without back-ticks.
  package var name: String {
    let token = mainToken
    let bytes = tree.source.bytes[token.range.indices]
    guard token.flags.contains(.isBackticked), bytes.count > 2 else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The text of the node as it stands in the source, inner trivia included.
  package var text: String { tree.source.text(range) }

  package var parent: Node? {
    let parent = record.parent
    return parent == UInt32.max ? nil : Node(tree: tree, id: NodeID(rawValue: parent))
  }

  /// From the node's parent to the root.
  package var ancestors: Ancestors { Ancestors(node: self) }

  /// In source order.
  package var children: Children { Children(node: self) }

  /// Returns the first child of `kind`.
  ///
  /// Looks at records alone: a node holds its tree, and most are passed over.
  package func child(_ kind: NodeKind) -> Node? {
    let record = record
    let first = Int(record.firstChild)
    for position in first..<first + Int(record.childCount) {
      let id = tree.child(at: position)
      if tree.kindOfNode(at: Int(id.rawValue)) == kind { return Node(tree: tree, id: id) }
    }
    return nil
  }

  /// Returns the first child whose kind is one of a section of `NodeKind`.
  ///
  /// Looks at kinds alone, as `child` does.
  package func firstChild(from first: NodeKind, through last: NodeKind) -> Node? {
    let record = record
    let start = Int(record.firstChild)
    for position in start..<start + Int(record.childCount) {
      let id = tree.child(at: position)
      let kind = tree.kindOfNode(at: Int(id.rawValue)).rawValue
      if first.rawValue <= kind, kind <= last.rawValue { return Node(tree: tree, id: id) }
    }
    return nil
  }

  /// Returns the nearest node around this one that has a kind that is meant.
  ///
  /// Looks at records alone, as `child` does.
  package func firstAncestor(where isMeant: (NodeKind) -> Bool) -> Node? {
    var parent = record.parent
    while parent != UInt32.max {
      let record = tree.record(at: Int(parent))
      if isMeant(record.kind) { return Node(tree: tree, id: NodeID(rawValue: parent)) }
      parent = record.parent
    }
    return nil
  }

  /// A type of its own, as names are looked up through it for every name that a project declares a type by.
  package struct Ancestors: Sequence, IteratorProtocol, Sendable {
    private let tree: SyntaxTree
    private var parent: UInt32

    fileprivate init(node: Node) {
      tree = node.tree
      parent = node.record.parent
    }

    package mutating func next() -> Node? {
      guard parent != UInt32.max else { return nil }
      let id = NodeID(rawValue: parent)
      parent = tree.record(at: Int(parent)).parent
      return Node(tree: tree, id: id)
    }
  }

  package struct Children: RandomAccessCollection, Sendable {
    private let tree: SyntaxTree
    private let first: Int
    package let count: Int

    fileprivate init(node: Node) {
      let record = node.record
      tree = node.tree
      first = Int(record.firstChild)
      count = Int(record.childCount)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    /// The child at a position, from 0, in the order of the text.
    ///
    /// - Complexity: O(1).
    package subscript(position: Int) -> Node {
      Node(tree: tree, id: tree.child(at: first + position))
    }
  }
}

extension Node: Hashable {
  package static func == (lhs: Node, rhs: Node) -> Bool {
    lhs.id == rhs.id && lhs.tree === rhs.tree
  }

  // Files of one project resemble each other, so nodes of many have the same number.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(tree))
    hasher.combine(id)
  }
}
