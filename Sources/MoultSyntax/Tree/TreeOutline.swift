import MoultSource

/// A tree without what stands in bodies, under the ids and indices that everything has in the whole tree.
///
/// Most files of a large project only declare what others use: nobody asks what is done in their bodies, which are two
/// thirds of the nodes. What is seen of a body from elsewhere (types, aliases, generic parameters, branches of `#if`)
/// keeps it in the outline.
///
/// An object of its own, and what is kept in lists that are chosen by a flag: a value, or lists in the cases of an enumeration, were
/// copied and counted as references for every node that somebody reads.
final class TreeOutline: Sendable {
  private let keptTokens: KeptIndices
  private let keptNodes: KeptIndices
  private let keptChildren: KeptIndices

  /// The nodes that are kept and of whose parts only the kind is known, in order.
  private let hollowNodes: [UInt32]

  /// Whether what is kept is short: of a text of less than 64 kB, as nearly all are, in little more than half the memory.
  private let isShort: Bool
  private let shortTokens: [ShortToken]
  private let shortNodes: [ShortNode]
  private let shortChildren: [UInt16]
  private let longTokens: [Token]
  private let longNodes: [NodeRecord]
  private let longChildren: [NodeID]

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
  fileprivate var shownTokens: [Range<Int>] { keptTokens.stretches }
  fileprivate var shownNodes: [Range<Int>] {
    guard !hollowNodes.isEmpty else { return keptNodes.stretches }
    var shown: [Range<Int>] = []
    var hollow = hollowNodes.makeIterator()
    var next = hollow.next()
    for stretch in keptNodes.stretches {
      var start = stretch.lowerBound
      while let node = next, Int(node) < stretch.upperBound {
        shown.append(start..<Int(node))
        start = Int(node) + 1
        next = hollow.next()
      }
      shown.append(start..<stretch.upperBound)
    }
    return shown
  }

  /// - Returns: nil for what stands in a body.
  @inline(__always)
  func token(at index: Int) -> Token? {
    guard let place = keptTokens.place(of: index) else { return nil }
    return isShort ? shortTokens[place].token : longTokens[place]
  }

  /// - Returns: nil for what stands in a body.
  @inline(__always)
  func kind(at index: Int) -> NodeKind? {
    guard let place = keptNodes.place(of: index) else { return nil }
    return isShort ? shortNodes[place].kind : longNodes[place].kind
  }

  /// - Returns: nil for what stands in a body.
  @inline(__always)
  func record(at index: Int) -> NodeRecord? {
    guard let place = keptNodes.place(of: index) else { return nil }
    return isShort ? shortNodes[place].record : longNodes[place]
  }

  /// - Returns: nil for what stands in a body.
  @inline(__always)
  func child(at index: Int) -> NodeID? {
    guard let place = keptChildren.place(of: index) else { return nil }
    return isShort ? NodeID(rawValue: UInt32(shortChildren[place])) : longChildren[place]
  }

  fileprivate var tokens: [Token] { isShort ? shortTokens.map(\.token) : longTokens }

  /// - Returns: nil if too little stands in bodies.
  init?(of parts: TreeParts, _ bytes: [UInt8]) {
    let bodies = bodies(in: parts)
    let removed = bodies.reduce(0) { $0 + $1.nodes.count }
    guard removed > parts.nodes.count / 4 else { return nil }
    keptTokens = KeptIndices(parts.tokens.count, without: bodies.lazy.map(\.tokens))
    keptNodes = KeptIndices(parts.nodes.count, without: bodies.lazy.map(\.nodes))
    keptChildren = KeptIndices(parts.childList.count, without: bodies.lazy.map(\.children))
    hollowNodes = bodies.filter(\.isItem).map { UInt32($0.nodes.upperBound) }
    (tokenCount, nodeCount) = (parts.tokens.count, parts.nodes.count)
    isShort = max(bytes.count, tokenCount, nodeCount) < UInt16.max
    shortTokens = isShort ? keptTokens.rest(of: parts.tokens, ShortToken.init) : []
    shortNodes = isShort ? keptNodes.rest(of: parts.nodes, ShortNode.init) : []
    shortChildren =
      isShort
      ? keptChildren.rest(of: parts.childList) { UInt16(truncatingIfNeeded: $0.rawValue) } : []
    longTokens = isShort ? [] : keptTokens.rest(of: parts.tokens) { $0 }
    longNodes = isShort ? [] : keptNodes.rest(of: parts.nodes) { $0 }
    longChildren = isShort ? [] : keptChildren.rest(of: parts.childList) { $0 }
    var found = WordsOfBodies()
    for body in bodies { found.add(parts.tokens, body.tokens, bytes) }
    let (keywords, mentioned) = (found.keywords.all, found.mentioned.all)
    let others = found.others.all
    var words: [UInt64] = []
    words.reserveCapacity(keywords.count + mentioned.count + others.count)
    for part in [keywords, mentioned, others] { words += part }
    self.words = words
    keywordCount = keywords.count
    mentionedCount = keywordCount + mentioned.count
    spellsGeneratedType = found.spellsGeneratedType
  }
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
  let kind: NodeKind
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

/// Which indices of a list are kept, and where they stand in what is left.
private struct KeptIndices: Sendable {
  /// A bit for each index, in words of 64.
  private var bits: [UInt64]

  /// How many are kept before each word.
  private var before: [UInt32] = []
  private let count: Int
  private var keptCount = 0

  /// - Parameter ranges: what is left out, sorted, without overlap.
  init(_ count: Int, without ranges: some Sequence<Range<Int>>) {
    self.count = count
    bits = [UInt64](repeating: .max, count: (count + 63) / 64)
    if count % 64 > 0 { bits[bits.count - 1] = ~(.max << UInt64(count % 64)) }
    for range in ranges where !range.isEmpty {
      let (first, last) = (range.lowerBound / 64, (range.upperBound - 1) / 64)
      for word in first...last {
        var left = UInt64.max
        if word == first { left &= .max << UInt64(range.lowerBound % 64) }
        if word == last { left &= .max >> UInt64(63 - (range.upperBound - 1) % 64) }
        bits[word] &= ~left
      }
    }
    before.reserveCapacity(bits.count)
    for word in bits {
      before.append(UInt32(keptCount))
      keptCount += word.nonzeroBitCount
    }
  }

  /// - Returns: nil for what is left out.
  /// - Complexity: O(1).
  @inline(__always)
  func place(of index: Int) -> Int? {
    let word = bits[index >> 6]
    let bit: UInt64 = 1 << UInt64(index & 63)
    guard word & bit != 0 else { return nil }
    return Int(before[index >> 6]) + (word & (bit - 1)).nonzeroBitCount
  }

  /// The stretches that are not left out, in order.
  ///
  /// - Complexity: O(*n*) in the stretches, and in the list by 64.
  var stretches: [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = next(kept: true, from: 0)
    while start < count {
      let end = next(kept: false, from: start)
      stretches.append(start..<end)
      start = next(kept: true, from: end)
    }
    return stretches
  }

  /// The first index from `index` that is kept, or left out; `count` if there is none.
  private func next(kept: Bool, from index: Int) -> Int {
    guard index < count else { return count }
    let flip: UInt64 = kept ? 0 : .max
    var position = index >> 6
    var word = (bits[position] ^ flip) & (.max << UInt64(index & 63))
    while word == 0 {
      position += 1
      guard position < bits.count else { return count }
      word = bits[position] ^ flip
    }
    return min(position << 6 + word.trailingZeroBitCount, count)
  }

  /// What is not left out, as it is kept.
  func rest<Element, Kept>(of all: [Element], _ kept: (Element) -> Kept) -> [Kept] {
    var rest: [Kept] = []
    rest.reserveCapacity(keptCount)
    for stretch in stretches {
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
