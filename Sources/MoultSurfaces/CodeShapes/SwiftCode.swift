import MoultSource
import MoultSyntax

/// The shape of Swift: its pieces are declarations, statements, and whatever else begins behind a comment.
struct SwiftCode: CodeShape {
  let tree: SyntaxTree

  var comments: [ByteRange] {
    tree.commentRanges(in: ByteOffset(0)..<ByteOffset(tree.source.bytes.count))
  }

  func piece(after comment: ByteRange) -> ByteRange? {
    let token = tree.tokens[tree.tokenIndex(at: comment.upperBound)]
    switch token.kind {
    case .endOfFile, .rightBrace, .rightParen, .rightSquare, .poundEndif, .poundElse, .poundElseif:
      return nil
    default: break
    }
    let innermost = tree.innermostNode(at: token.start)
    var piece = innermost
    while piece.range.lowerBound == token.start, let parent = piece.parent,
      parent.kind != .sourceFile, parent.range.lowerBound == token.start
    {
      piece = parent
    }
    // A token that continues what began before the comment (`.`, `else`) stands for the whole.
    return piece.range
  }

  func piece(before comment: ByteRange) -> ByteRange? {
    let next = tree.tokenIndex(at: comment.lowerBound)
    let last = tree.tokens[next].end <= comment.lowerBound ? next : next - 1
    guard last >= 0 else { return nil }
    let token = tree.tokens[last]
    let item = item(around: tree.innermostNode(at: token.start))
    guard token.kind == .leftBrace else { return item.range }
    return head(of: item, before: token)
  }

  func endOfBlock(around offset: ByteOffset) -> ByteOffset {
    var node = tree.innermostNode(at: offset)
    while let parent = node.parent, !Self.holdsItems(node.kind) { node = parent }
    return node.kind == .sourceFile ? ByteOffset(tree.source.bytes.count) : node.range.upperBound
  }

  func place(for offset: ByteOffset) -> SuppressionPlace? {
    let bytes = tree.source.bytes
    var item = item(around: tree.innermostNode(at: offset))
    if let brace = openingBrace(of: item, behind: offset) {
      let end = brace.end.index
      let line = bytes[end..<bytes.endOfLine(from: end)]
      // Above, the comment would cover the body as well.
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .behind(brace.end) }
    }
    while indentation(before: item.range.lowerBound.index, in: bytes) == nil {
      guard let parent = item.parent, parent.kind != .sourceFile else { break }
      item = self.item(around: parent)
    }
    let start = lineAboveDocumentation(of: item)
    return .above(ByteOffset(start.line), indentation: start.indentation)
  }

  func context(of offset: ByteOffset) -> [String] {
    let innermost = tree.innermostNode(at: offset)
    var names: [String] = []
    for node in [innermost] + Array(innermost.ancestors) {
      if let name = Self.name(of: node) { names.append(name) }
    }
    return names.reversed()
  }

  func words(around range: ByteRange) -> (words: [ByteRange], marked: Range<Int>) {
    let item = item(around: tree.innermostNode(at: range.lowerBound))
    let first = tree.tokenIndex(at: range.lowerBound)
    var end = first
    while end < tree.tokens.count, tree.tokens[end].start < range.upperBound { end += 1 }
    // Signatures and bodies may be long, and only what stands near can matter.
    let near =
      max(
        item.tokenIDs.lowerBound, first - 16)..<max(
        first, min(item.tokenIDs.upperBound, end + 16))
    let words = near.lazy.map { tree.tokens[$0] }.filter { $0.kind != .endOfFile }
    return (words.map(\.range), first - near.lowerBound..<max(first, end) - near.lowerBound)
  }

  /// The name of a declaration that others can refer to from outside of it.
  private static func name(of node: Node) -> String? {
    switch node.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl: node.name
    case .extensionDecl: node.subjectType?.text
    case .functionDecl, .initializerDecl, .subscriptDecl:
      node.name + "(" + labels(of: node).map { $0 + ":" }.joined() + ")"
    case .variableDecl where isGlobalOrMember(node):
      node.child(.patternBinding)?.child(.identifierPattern)?.name
    default: nil
    }
  }

  private static func isGlobalOrMember(_ node: Node) -> Bool {
    node.parent?.kind == .memberBlock || node.parent?.kind == .sourceFile
  }

  private static func labels(of node: Node) -> [String] {
    let clause =
      node.child(.functionSignature)?.child(.parameterClause)
      ?? node.child(.parameterClause)
    return clause?.children.filter { $0.kind == .parameter }.map(\.name) ?? []
  }

  /// The node or the nearest one around it that stands as an item in a block, a type or a file.
  private func item(around node: Node) -> Node {
    var item = node
    while let parent = item.parent {
      if Self.holdsItems(parent.kind), !Self.isHead(item.kind) { return item }
      if parent.kind == .sourceFile { return item }
      item = parent
    }
    return item
  }

  private static func holdsItems(_ kind: NodeKind) -> Bool {
    switch kind {
    case .sourceFile, .codeBlock, .memberBlock, .accessorBlock, .switchCase, .ifConfigClause,
      .closure, .switchExpr:
      true
    default: false
    }
  }

  /// What stands among items and is none.
  private static func isHead(_ kind: NodeKind) -> Bool {
    switch kind {
    case .switchCaseLabel, .switchDefaultLabel, .closureSignature: true
    default: false
    }
  }

  /// From where the part with this brace begins to the brace: a signature, a condition, a `catch`.
  private func head(of item: Node, before brace: Token) -> ByteRange {
    let part = part(of: item, at: brace.start)
    var start = part.range.lowerBound
    for node in part.children where node.kind == .codeBlock && node.range.upperBound <= brace.start
    {
      start = node.range.upperBound
    }
    return start..<brace.end
  }

  /// The brace of the item's own body, if it opens behind `offset`.
  private func openingBrace(of item: Node, behind offset: ByteOffset) -> Token? {
    let part = part(of: item, at: offset)
    let first: Int
    if part.kind == .switchExpr, let subject = part.children.first {
      first = Int(subject.record.endToken)
    } else {
      let body = part.children.first { node in
        (node.kind == .codeBlock || node.kind == .memberBlock || node.kind == .accessorBlock)
          && node.range.lowerBound > offset
      }
      guard let body else { return nil }
      first = Int(body.record.firstToken)
    }
    guard first < tree.tokens.count else { return nil }
    let brace = tree.tokens[first]
    return brace.kind == .leftBrace && brace.start > offset ? brace : nil
  }

  /// The part of a statement with a body of its own that holds `offset`: an `else if`, a `catch`.
  private func part(of item: Node, at offset: ByteOffset) -> Node {
    var part = item
    while let inner = part.children.first(where: { $0.range.contains(offset) }) {
      switch inner.kind {
      case .ifExpr, .catchClause, .patternBinding, .labeledStmt, .whileStmt, .forStmt, .switchExpr:
        part = inner
      default: return part
      }
    }
    return part
  }

  /// The start of the item's line, or of the documentation comments right above it.
  private func lineAboveDocumentation(of item: Node) -> (line: Int, indentation: [UInt8]) {
    let bytes = tree.source.bytes
    let start = item.range.lowerBound.index
    var line = lineStart(start, in: bytes)
    let blanks = bytes[line..<start].prefix { $0 == 0x20 || $0 == 0x09 }
    let trivia = item.leadingTrivia
    for comment in tree.commentRanges(in: trivia).reversed() {
      let isDocumentation =
        bytes[comment.indices].starts(with: "///".utf8)
        || bytes[comment.indices].starts(with: "/**".utf8)
      let first = comment.lowerBound.index
      guard isDocumentation, indentation(before: first, in: bytes) != nil,
        bytes.endOfLine(from: comment.upperBound.index) >= line - 2
      else { break }
      line = lineStart(first, in: bytes)
    }
    return (line, Array(blanks))
  }
}
