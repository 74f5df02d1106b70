import MoultManifests
import MoultSource

/// The lines of a YAML file, for edits that leave all others as they are.
struct YAMLLines {
  let source: SourceText
  let stream: YAMLStream

  init(_ source: SourceText) {
    self.source = source
    stream = parseYAML(source)
  }

  private var bytes: [UInt8] { source.bytes }

  /// The line break of the first line, or `\n` where there is none.
  var lineBreak: String { bytes.lineEnding }

  /// Whether the file's last line ends with a line break.
  var endsWithLineBreak: Bool { bytes.last == UInt8(ascii: "\n") }

  var end: ByteOffset { ByteOffset(bytes.count) }

  /// Returns where the line of an offset begins.
  func lineStart(of offset: ByteOffset) -> ByteOffset {
    ByteOffset(bytes.startOfLine(at: offset.index))
  }

  /// Returns where the text of an offset's line ends, before its line break.
  func textEnd(of offset: ByteOffset) -> ByteOffset {
    ByteOffset(bytes.endOfLine(from: offset.index))
  }

  /// Returns where the line behind an offset's line begins.
  func nextLine(of offset: ByteOffset) -> ByteOffset {
    ByteOffset(bytes.startOfNextLine(from: offset.index))
  }

  /// Returns the lines on which something stands, with their line breaks.
  func lines(of range: ByteRange) -> ByteRange {
    // A block scalar ends behind its last line's break, everything else before it.
    var last = range.upperBound
    if last > range.lowerBound, bytes[last.index - 1] == UInt8(ascii: "\n") {
      last = ByteOffset(last.index - 1)
    }
    return lineStart(of: range.lowerBound)..<nextLine(of: last)
  }

  /// Returns how many bytes stand before an offset on its line.
  func column(of offset: ByteOffset) -> Int { offset.index - lineStart(of: offset).index }

  func text(_ range: ByteRange) -> String { source.text(range) }

  /// Whether only blanks stand before the offset on its line.
  func beginsLine(_ offset: ByteOffset) -> Bool {
    bytes[lineStart(of: offset).index..<offset.index].allSatisfy(\.isBlank)
  }

  /// Whether a line has nothing but a comment.
  func isComment(lineOf offset: ByteOffset) -> Bool {
    let start = lineStart(of: offset).index
    let line = bytes[start..<textEnd(of: offset).index]
    return line.first { !$0.isBlank } == UInt8(ascii: "#")
  }

  /// Returns the comments that begin in the range, in order.
  func comments(in range: ByteRange) -> [ByteRange] {
    stream.comments.filter { range.contains($0.lowerBound) }
  }

  /// Returns where the comment lines directly above an offset's line begin.
  func startOfCommentsAbove(_ offset: ByteOffset) -> ByteOffset {
    var start = lineStart(of: offset)
    while start.index > 0 {
      // Both bytes of a CR LF belong to the line above.
      let isPair = bytes.lineBreakLength(at: start.index - 2) == 2
      let above = lineStart(of: ByteOffset(start.index - (isPair ? 2 : 1)))
      guard isComment(lineOf: above) else { break }
      start = above
    }
    return start
  }

  /// Whether a collection is written between brackets.
  func isFlow(_ node: YAMLNode) -> Bool {
    guard node.range.lowerBound.index < bytes.count else { return false }
    let first = bytes[node.range.lowerBound.index]
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }
}
