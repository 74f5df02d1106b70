package import MoultSource
package import MoultSyntax

/// Statements of the source that follow one another in a block and stay together.
///
/// What stands between them stays as it is. Comments above the first belong to it, and so do those behind the last: all
/// up to the brace if it closes the block, else what is left of its line.
package struct ItemRun: Hashable, Sendable {
  let first: Node
  package let range: ByteRange

  /// - Parameter items: of one block, in source order, with none left out between.
  /// - Returns: nil without items.
  package init?(_ items: [Node]) {
    guard let first = items.first, let last = items.last else { return nil }
    self.first = first
    range = Self.start(of: first)..<Self.end(of: last)
  }

  var tree: SyntaxTree { first.tree }

  private static func start(of first: Node) -> ByteOffset {
    let bytes = first.tree.source.bytes
    let comments = first.tree.commentRanges(in: first.leadingTrivia)
    let own = comments.first { bytes.blanks(before: $0.lowerBound.index) != nil }
    return own?.lowerBound ?? first.range.lowerBound
  }

  private static func end(of last: Node) -> ByteOffset {
    let (tree, end) = (last.tree, last.range.upperBound)
    let next = tree.tokens[tree.tokenIndex(at: end)]
    let comments = tree.commentRanges(in: end..<next.start)
    if next.kind == .rightBrace { return comments.last?.upperBound ?? end }
    let line = tree.source.bytes.endOfLine(from: end.index)
    return comments.last { $0.lowerBound.index < line }?.upperBound ?? end
  }

  /// Whether it is written over lines, or on a line of its own.
  var hasLines: Bool {
    let bytes = tree.source.bytes
    return bytes.blanks(before: range.lowerBound.index) != nil
      || bytes[range.indices].contains(where: \.isLineBreak)
  }
}

extension Code {
  /// Statements of the source that follow one another, with what stands between them; nothing without statements.
  package static func kept(items: [Node]) -> [Code] {
    ItemRun(items).map { [.form(.items($0))] } ?? []
  }
}
