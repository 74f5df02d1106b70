import MoultSource
import MoultSyntax

/// What stands between two kept nodes, and what comes in its place.
struct Gap {
  let range: ByteRange
  let text: String
  private let tree: SyntaxTree

  init(_ range: ByteRange, _ text: String, _ tree: SyntaxTree) {
    self.range = range
    self.text = text
    self.tree = tree
  }

  /// Whether an edit goes with what the gap had; what comes right before or behind it is no part of it.
  func takes(_ edit: Edit) -> Bool {
    guard edit.range.isEmpty else { return range.holds(edit.range) }
    return range.lowerBound < edit.range.lowerBound && edit.range.lowerBound < range.upperBound
  }

  /// Whether the last line break of the source before what follows the gap stays.
  var keepsLineBreak: Bool {
    if isOnlyLaidOutAnew { return hasLineBreak(range.indices) }
    return hasLineBreak(narrowed.range.upperBound.index..<range.upperBound.index)
  }

  /// The gap without the end of the line that it begins on, if the line ends there in both.
  ///
  /// So a fix that takes the statement before away, with its line, meets no edit of the gap.
  var withoutEndOfLine: Gap {
    let bytes = tree.source.bytes
    let end = bytes.endOfLine(from: range.lowerBound.index)
    let next = bytes.startOfNextLine(from: range.lowerBound.index)
    guard next <= range.upperBound.index, text.utf8.first?.isLineBreak == true,
      bytes[range.lowerBound.index..<end].allSatisfy(\.isBlank),
      tree.commentRanges(in: range).isEmpty
    else { return self }
    return Gap(ByteOffset(next)..<range.upperBound, String(text.dropFirst()), tree)
  }

  /// The gap without what stays as a person laid it out.
  ///
  /// All of it, if its tokens stay; else the blanks and comments behind its last token, if a line ends there in both.
  var narrowed: Gap {
    if isOnlyLaidOutAnew { return Gap(range.upperBound..<range.upperBound, "", tree) }
    let comments = tree.commentRanges(in: range)
    func isTrivia(_ index: Int) -> Bool {
      tree.source.bytes[index].isSpace || comments.contains { $0.indices.contains(index) }
    }
    let end = range.indices.last { !isTrivia($0) }.map { $0 + 1 }
    let newEnd = text.utf8.lastIndex { !$0.isSpace }.map { text.utf8.index(after: $0) }
    guard let end, let newEnd, hasLineBreak(end..<range.upperBound.index),
      text.utf8[newEnd...].contains(where: \.isLineBreak)
    else { return self }
    return Gap(range.lowerBound..<ByteOffset(end), String(text[..<newEnd]), tree)
  }

  /// Whether the gap has the tokens that are wanted, and lines or comments of a person.
  private var isOnlyLaidOutAnew: Bool {
    let comments = tree.commentRanges(in: range)
    guard hasLineBreak(range.indices) || !comments.isEmpty else { return false }
    let code = range.indices.filter { index in
      !tree.source.bytes[index].isSpace && !comments.contains { $0.indices.contains(index) }
    }
    // Of several tokens, brackets that close, the lines are those of the brackets that they had.
    let isOne = code.count < 2 || !comments.isEmpty
    guard isOne || range.indices.count(where: isLineFeed) == text.utf8.count(where: { $0 == 0x0A })
    else { return false }
    return code.map { tree.source.bytes[$0] } == text.utf8.filter { !$0.isSpace }
      && !movesClosingBrace
  }

  /// Whether the gap is a brace on a line of its own that comes to stand deeper, or less deep.
  private var movesClosingBrace: Bool {
    func marginOfBrace(_ text: String) -> [UInt8]? {
      let lines = text.utf8.split { $0 == 0x0A || $0 == 0x0D }
      let whole = lines.filter { line in line.contains { !$0.isBlank } }
      guard whole.count == 1, whole[0].elementsEqual(whole[0].prefix(while: \.isBlank) + "}".utf8)
      else { return nil }
      return Array(whole[0].prefix(while: \.isBlank))
    }
    guard let old = marginOfBrace(tree.source.text(range)), let new = marginOfBrace(text) else {
      return false
    }
    return old != new
  }

  private func isLineFeed(_ index: Int) -> Bool { tree.source.bytes[index] == 0x0A }

  /// The text with the comments of the gap where a person would have them, and those that have no place in it.
  ///
  /// A comment behind code stays at the end of the line that comes in its place, unless another one ends the line already; one
  /// on a line of its own stays above what follows. Where the new text has no line break there is no place for either.
  ///
  /// - Parameter moved: what goes elsewhere with its comments.
  func written(
    apartFrom moved: [ByteRange], _ layout: SourceLayout
  ) -> (text: String, left: [ByteRange]) {
    var comments = tree.commentRanges(in: range).filter { comment in
      !moved.contains {
        $0.lowerBound <= comment.lowerBound && comment.upperBound <= $0.upperBound
      }
    }
    var lines = text.split(separator: layout.lineEnding, omittingEmptySubsequences: false).map(
      String.init)
    guard !comments.isEmpty, let last = lines.last, lines.count > 1 else { return (text, comments) }
    if let first = comments.first, !layout.startsLine(first.lowerBound), !isBehindLineComment {
      lines[0] += blanks(before: first) + tree.source.text(first)
      comments.removeFirst()
    }
    let margin = last.prefix { $0 == " " || $0 == "\t" }
    lines.insert(
      contentsOf: comments.map { margin + tree.source.text($0) }, at: lines.count - 1)
    return (lines.joined(separator: layout.lineEnding), [])
  }

  /// Whether what is kept before the gap ends with a comment up to the end of its line.
  private var isBehindLineComment: Bool {
    let bytes = tree.source.bytes
    let start = ByteOffset(bytes.startOfLine(at: range.lowerBound.index))
    return tree.commentRanges(in: start..<range.lowerBound).contains { comment in
      comment.upperBound == range.lowerBound
        && bytes[comment.lowerBound.index + 1] == UInt8(ascii: "/")
    }
  }

  private func blanks(before comment: ByteRange) -> String {
    let blanks = tree.source.bytes[..<comment.lowerBound.index].reversed().prefix(while: \.isBlank)
    return blanks.isEmpty ? " " : String(decoding: blanks.reversed(), as: UTF8.self)
  }

  private func hasLineBreak(_ range: Range<Int>) -> Bool {
    tree.source.bytes[range].contains(where: \.isLineBreak)
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { isBlank || isLineBreak }
}
