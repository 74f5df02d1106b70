package import MoultSource

extension SyntaxTree {
  /// Returns the smallest node whose range holds `offset`, the root if none does.
  ///
  /// An offset between two tokens belongs to the node around both.
  ///
  /// - Complexity: O(*depth* × log *children*).
  package func innermostNode(at offset: ByteOffset) -> Node {
    var node = root
    descending: while true {
      let children = node.children
      // Empty nodes share their start with what follows, so more than one may have to be asked.
      var index = children.partitioningIndex { $0.range.lowerBound > offset } - 1
      while index >= 0 {
        let child = children[index]
        if child.range.contains(offset) {
          node = child
          continue descending
        }
        guard child.isEmpty else { break }
        index -= 1
      }
      return node
    }
  }

  /// Returns the index of the first token that ends behind `offset`; the last token if none does.
  ///
  /// - Complexity: O(log *tokens*).
  package func tokenIndex(at offset: ByteOffset) -> Int {
    min(tokens.partitioningIndex { $0.end > offset }, tokens.count - 1)
  }

  /// The bytes between the token before `index` and the token at `index`.
  package func triviaRange(before index: Int) -> ByteRange {
    let start = index > 0 ? tokens[index - 1].end : ByteOffset(0)
    return start..<tokens[index].start
  }

  /// Returns the comments that lie wholly in `range`, in source order, each without its line break.
  package func commentRanges(in range: ByteRange) -> [ByteRange] {
    var found: [ByteRange] = []
    var index = tokenIndex(at: range.lowerBound)
    if index > 0, tokens[index].start <= range.lowerBound { index += 0 }
    while index < tokens.count {
      let trivia = triviaRange(before: index)
      guard trivia.lowerBound < range.upperBound else { break }
      if tokens[index].flags.contains(.hasCommentBefore) {
        appendComments(of: trivia, within: range, to: &found)
      }
      index += 1
    }
    return found
  }

  private func appendComments(
    of trivia: ByteRange, within range: ByteRange, to found: inout [ByteRange]
  ) {
    var index = trivia.lowerBound.index
    let end = trivia.upperBound.index
    while index + 1 < end {
      guard source.bytes[index] == UInt8(ascii: "/") else {
        index += 1
        continue
      }
      let start = index
      switch source.bytes[index + 1] {
      case UInt8(ascii: "/"): index = endOfLine(from: index, before: end)
      case UInt8(ascii: "*"): index = endOfBlockComment(from: index, before: end)
      default:
        index += 1
        continue
      }
      let comment = ByteRange(indices: start..<index)
      if comment.lowerBound >= range.lowerBound, comment.upperBound <= range.upperBound {
        found.append(comment)
      }
    }
  }

  private func endOfLine(from start: Int, before end: Int) -> Int {
    var index = start
    while index < end, source.bytes[index] != 0x0A, source.bytes[index] != 0x0D { index += 1 }
    return index
  }

  /// Block comments nest.
  private func endOfBlockComment(from start: Int, before end: Int) -> Int {
    var index = start
    var open = 0
    while index + 1 < end {
      switch (source.bytes[index], source.bytes[index + 1]) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        open += 1
        index += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        open -= 1
        index += 2
        if open == 0 { return index }
      default: index += 1
      }
    }
    return end
  }
}

extension Node {
  /// The bytes between the token before the node and its first token.
  package var leadingTrivia: ByteRange { tree.triviaRange(before: Int(record.firstToken)) }

  /// The comments between the node's first and last token, those of its children included.
  package var commentRanges: [ByteRange] { tree.commentRanges(in: range) }

  /// The nodes under this one in post-order, itself last.
  ///
  /// All that a node holds lies before it in `SyntaxTree.nodes`, so this walk needs no stack.
  package var descendants: some Sequence<Node> {
    let tree = tree
    let last = id.rawValue
    let first = firstDescendant
    return (first...last).lazy.map { Node(tree: tree, id: NodeID(rawValue: $0)) }
  }

  private var firstDescendant: UInt32 {
    var node = self
    while let first = node.children.first { node = first }
    return node.id.rawValue
  }
}
