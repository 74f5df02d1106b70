import MoultSource

/// A tree without what stands in bodies, under the ids and indices that everything has in the whole tree.
///
/// Most files of a large project only declare what others use: nobody asks what is done in their bodies, which are two
/// thirds of the nodes. What is seen of a body from elsewhere (types, aliases, generic parameters, branches of `#if`)
/// keeps it in the outline.
struct TreeOutline: Sendable {
  private let tokenGaps: Gaps
  private let nodeGaps: Gaps

  /// The same with those of whose parts only the kind is known.
  private let hiddenNodes: Gaps
  private let childGaps: Gaps
  private let rows: Rows

  /// The words of the bodies: keywords that name nothing, then the rest of what `mentionedNames` has, then all others.
  private let words: [UInt64]
  private let keywordCount: Int
  private let mentionedCount: Int

  /// Whether a word in a body may be the name of a type that a generator made up: `Hello_V1_Greeter`.
  fileprivate let spellsGeneratedType: Bool

  let tokenCount: Int
  let nodeCount: Int
  var mentioned: ArraySlice<UInt64> { words[..<mentionedCount] }
  fileprivate var names: ArraySlice<UInt64> { words[keywordCount...] }
  fileprivate var shownTokens: [Range<Int>] { tokenGaps.between(0..<tokenCount) }
  fileprivate var shownNodes: [Range<Int>] { hiddenNodes.between(0..<nodeCount) }

  /// - Returns: nil for what stands in a body.
  func token(at index: Int) -> Token? {
    guard let place = tokenGaps.place(of: index) else { return nil }
    switch rows {
    case .short(let tokens, _, _): return tokens[place].token
    case .long(let tokens, _, _): return tokens[place]
    }
  }

  /// - Returns: nil for what stands in a body.
  func record(at index: Int) -> NodeRecord? {
    guard let place = nodeGaps.place(of: index) else { return nil }
    switch rows {
    case .short(_, let nodes, _): return nodes[place].record
    case .long(_, let nodes, _): return nodes[place]
    }
  }

  /// - Returns: nil for what stands in a body.
  func child(at index: Int) -> NodeID? {
    guard let place = childGaps.place(of: index) else { return nil }
    switch rows {
    case .short(_, _, let children): return NodeID(rawValue: UInt32(children[place]))
    case .long(_, _, let children): return children[place]
    }
  }

  fileprivate var tokens: [Token] {
    switch rows {
    case .short(let tokens, _, _): tokens.map(\.token)
    case .long(let tokens, _, _): tokens
    }
  }

  /// - Returns: nil if too little stands in bodies.
  init?(of parts: TreeParts, _ bytes: [UInt8]) {
    let bodies = bodies(in: parts)
    let removed = bodies.reduce(0) { $0 + $1.nodes.count }
    guard removed > parts.nodes.count / 4 else { return nil }
    tokenGaps = Gaps(bodies.map(\.tokens))
    nodeGaps = Gaps(bodies.map(\.nodes))
    hiddenNodes = Gaps(
      bodies.map { $0.nodes.lowerBound..<$0.nodes.upperBound + ($0.isItem ? 1 : 0) })
    childGaps = Gaps(bodies.map(\.children))
    (tokenCount, nodeCount) = (parts.tokens.count, parts.nodes.count)
    rows =
      max(bytes.count, tokenCount, nodeCount) < UInt16.max
      ? .short(
        tokenGaps.rest(of: parts.tokens, ShortToken.init),
        nodeGaps.rest(of: parts.nodes, ShortNode.init),
        childGaps.rest(of: parts.childList) { UInt16(truncatingIfNeeded: $0.rawValue) })
      : .long(
        tokenGaps.rest(of: parts.tokens) { $0 }, nodeGaps.rest(of: parts.nodes) { $0 },
        childGaps.rest(of: parts.childList) { $0 })
    var found = WordsOfBodies()
    for body in bodies { found.add(parts.tokens, body.tokens, bytes) }
    words = found.keywords.all + found.mentioned.all + found.others.all
    keywordCount = found.keywords.all.count
    mentionedCount = keywordCount + found.mentioned.all.count
    spellsGeneratedType = found.spellsGeneratedType
  }
}

/// The tokens, nodes and children that an outline keeps, in their order.
private enum Rows: Sendable {
  /// Of a text of less than 64 kB, as nearly all are: in little more than half the memory.
  case short([ShortToken], [ShortNode], [UInt16])
  case long([Token], [NodeRecord], [NodeID])
}

/// A token of a short text.
private struct ShortToken: BitwiseCopyable, Sendable {
  private let start: UInt16
  private let end: UInt16
  private let kind: TokenKind
  private let keyword: Keyword
  private let flags: TokenFlags

  init(_ token: Token) {
    start = UInt16(truncatingIfNeeded: token.start.utf8)
    end = UInt16(truncatingIfNeeded: token.end.utf8)
    (kind, keyword, flags) = (token.kind, token.keyword, token.flags)
  }

  var token: Token {
    Token(
      kind: kind, keyword: keyword, flags: flags, start: ByteOffset(utf8: UInt32(start)),
      end: ByteOffset(utf8: UInt32(end)))
  }
}

/// What is stored of a node of a short text.
private struct ShortNode: BitwiseCopyable, Sendable {
  private let kind: NodeKind
  private let flags: NodeFlags
  private let mainToken: UInt16
  private let firstToken: UInt16
  private let endToken: UInt16
  private let firstChild: UInt16
  private let childCount: UInt16

  /// `UInt16.max` for the root.
  private let parent: UInt16

  init(_ record: NodeRecord) {
    (kind, flags) = (record.kind, record.flags)
    mainToken = UInt16(truncatingIfNeeded: record.mainToken)
    firstToken = UInt16(truncatingIfNeeded: record.firstToken)
    endToken = UInt16(truncatingIfNeeded: record.endToken)
    firstChild = UInt16(truncatingIfNeeded: record.firstChild)
    childCount = UInt16(truncatingIfNeeded: record.childCount)
    parent = UInt16(truncatingIfNeeded: record.parent)
  }

  var record: NodeRecord {
    NodeRecord(
      kind: kind, flags: flags, mainToken: UInt32(mainToken), firstToken: UInt32(firstToken),
      endToken: UInt32(endToken), firstChild: UInt32(firstChild), childCount: UInt32(childCount),
      parent: parent == UInt16.max ? UInt32.max : UInt32(parent))
  }
}

/// Indices that are left out of a list, and where the others stand in what is left.
private struct Gaps: Sendable {
  private struct Gap {
    let start: UInt32
    let end: UInt32
    /// How many are left out up to the end of the gap.
    let removed: UInt32
  }

  private let gaps: [Gap]

  /// The first gap that ends behind each sixteenth index: from there it is a step or two to any index.
  private let landmarks: [UInt16]

  /// How many are left out in all.
  var removed: Int { Int(gaps.last?.removed ?? 0) }

  /// - Parameter ranges: sorted, without overlap.
  init(_ ranges: [Range<Int>]) {
    var removed = 0
    gaps = ranges.map { range in
      removed += range.count
      return Gap(
        start: UInt32(range.lowerBound), end: UInt32(range.upperBound), removed: UInt32(removed))
    }
    var landmarks: [UInt16] = []
    for (place, gap) in gaps.enumerated() {
      while landmarks.count * 16 < Int(gap.end) {
        landmarks.append(UInt16(clamping: place))
      }
    }
    self.landmarks = landmarks
  }

  /// - Returns: nil for what is left out.
  /// - Complexity: O(1), as bodies have more than a few nodes; beyond 65,535 bodies O(*n*) in those.
  func place(of index: Int) -> Int? {
    guard index / 16 < landmarks.count else { return index - removed }
    var next = Int(landmarks[index / 16])
    while next < gaps.count, Int(gaps[next].end) <= index { next += 1 }
    if next < gaps.count, Int(gaps[next].start) <= index { return nil }
    return next == 0 ? index : index - Int(gaps[next - 1].removed)
  }

  /// The stretches of a range that are not left out.
  func between(_ all: Range<Int>) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = all.lowerBound
    for gap in gaps {
      stretches.append(start..<Int(gap.start))
      start = Int(gap.end)
    }
    stretches.append(start..<all.upperBound)
    return stretches
  }

  /// What is not left out, as it is kept.
  func rest<Element, Kept>(of all: [Element], _ kept: (Element) -> Kept) -> [Kept] {
    var rest: [Kept] = []
    rest.reserveCapacity(all.count - removed)
    for stretch in between(all.indices) {
      for index in stretch { rest.append(kept(all[index])) }
    }
    return rest
  }
}

/// What stands in a body.
private struct Body {
  let nodes: Range<Int>

  /// Whether it is what stands in an item, the node behind `nodes`, and not in a block.
  let isItem: Bool
  let tokens: Range<Int>
  let children: Range<Int>
}

/// Returns the bodies that an outline does without, in the order of the text; none lies in another.
///
/// - Complexity: O(*n*) in the nodes.
private func bodies(in parts: TreeParts) -> [Body] {
  let nodes = parts.nodes
  let childList = parts.childList
  var found: [Body] = []
  var lastLandmark = -1
  func add(under id: Int, isItem: Bool) {
    let record = nodes[id]
    guard record.childCount > 0 else { return }
    let children = Int(record.firstChild)..<Int(record.firstChild + record.childCount)
    var first = Int(childList[children.lowerBound].rawValue)
    let tokens =
      Int(
        nodes[first].firstToken)..<Int(
        nodes[Int(childList[children.upperBound - 1].rawValue)].endToken)
    while nodes[first].childCount > 0 {
      first = Int(childList[Int(nodes[first].firstChild)].rawValue)
    }
    guard lastLandmark < first else { return }
    while let last = found.last, last.nodes.lowerBound >= first { found.removeLast() }
    found.append(
      Body(
        nodes: first..<id, isItem: isItem, tokens: tokens,
        children: Int(nodes[first].firstChild)..<children.upperBound))
  }
  for id in nodes.indices {
    let record = nodes[id]
    if record.kind.isLandmark { lastLandmark = id }
    switch record.kind {
    case .codeBlock: add(under: id, isItem: false)
    case .accessorBlock:
      // What a getter without a name of its own does; which accessors there are is seen from elsewhere.
      let first = Int(record.firstChild)
      for child in first..<first + Int(record.childCount) {
        let item = Int(childList[child].rawValue)
        let kind = nodes[item].kind
        if kind != .accessorDecl, !kind.isLandmark { add(under: item, isItem: true) }
      }
    default: break
    }
  }
  return found
}

extension NodeKind {
  /// Whether nodes of the kind are in every outline, wherever they stand.
  package var isLandmark: Bool {
    switch self {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl,
      .typealiasDecl, .associatedTypeDecl, .genericParameter, .importDecl, .ifConfig,
      .ifConfigClause, .operatorDecl, .precedenceGroupDecl, .macroDecl, .sourceLocation,
      .unexpected:
      true
    default: false
    }
  }
}

extension SyntaxTree {
  /// Returns the tree without what stands in bodies, for who will hardly ask for that; the same tree where it gains little.
  ///
  /// A text with an error, or nested as nobody nests code, stays whole: it is parsed on whatever is left of a stack.
  ///
  /// - Complexity: O(*n*) in the nodes and tokens.
  package func outlined() -> SyntaxTree {
    guard outline == nil, diagnostics.isEmpty, depth <= 100,
      let outline = TreeOutline(of: parts, source.bytes)
    else { return self }
    return SyntaxTree(self, as: outline)
  }

  /// What is known without the bodies; nil where all is known.
  private var onlyOutline: TreeOutline? { isWhole ? nil : outline }

  var tokenCount: Int { outline?.tokenCount ?? parts.tokens.count }
  var nodeCount: Int { outline?.nodeCount ?? parts.nodes.count }

  /// The indices of the nodes that are at hand, in their order: all but what stands in bodies of an outline.
  ///
  /// All nodes are among them whose kind is a landmark.
  package var shownNodes: FlattenSequence<[Range<Int>]> {
    (onlyOutline?.shownNodes ?? [0..<nodeCount]).joined()
  }

  /// The tokens that are at hand, in source order: all but what stands in bodies of an outline.
  package var shownTokens: [Token] { onlyOutline?.tokens ?? parts.tokens }

  /// Returns whether a word that is not among `shownTokens` may be one that is meant, by its `stableHash`.
  ///
  /// Any token that is no literal and no bracket, comma or point is a word; of `$name` and `_name` also `name`, and where a
  /// colon follows also `name:`.
  package func hidesWord(where isMeant: (UInt64) -> Bool) -> Bool {
    onlyOutline?.names.contains(where: isMeant) ?? false
  }

  /// Whether who looks for a name, or the `$name` or `_name` of a property with a wrapper, has to look at bodies.
  package func mayBeInBodies(_ name: String) -> Bool {
    let hash = stableHash(name.utf8)
    return onlyOutline.map { $0.names.contains(hash) } ?? true
  }

  /// The indices of tokens, in source order, among which are all that write a name, or the `$name` or `_name` of a property
  /// with a wrapper.
  package func indices(ofTokensLike name: String) -> [Int] {
    guard let outline = onlyOutline, !mayBeInBodies(name) else {
      return Array(0..<tokenCount)
    }
    return outline.shownTokens.flatMap { $0 }
  }

  /// Whether a word that is not among `shownTokens` may be the name of a type that a generator made up.
  package var hidesGeneratedType: Bool { onlyOutline?.spellsGeneratedType ?? false }
}
