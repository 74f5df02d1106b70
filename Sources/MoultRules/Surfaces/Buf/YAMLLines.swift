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
  var lineBreak: String {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0,
      bytes[end - 1] == UInt8(ascii: "\r")
    else { return "\n" }
    return "\r\n"
  }

  /// Whether the file's last line ends with a line break.
  var endsWithLineBreak: Bool { bytes.last == UInt8(ascii: "\n") }

  var end: ByteOffset { ByteOffset(bytes.count) }

  /// Returns where the line of an offset begins.
  func lineStart(of offset: ByteOffset) -> ByteOffset {
    var index = min(offset.index, bytes.count)
    while index > 0, bytes[index - 1] != UInt8(ascii: "\n") { index -= 1 }
    return ByteOffset(index)
  }

  /// Returns where the text of an offset's line ends, before its line break.
  func textEnd(of offset: ByteOffset) -> ByteOffset {
    var index = offset.index
    while index < bytes.count, !isBreak(bytes[index]) { index += 1 }
    return ByteOffset(index)
  }

  /// Returns where the line behind an offset's line begins.
  func nextLine(of offset: ByteOffset) -> ByteOffset {
    var index = textEnd(of: offset).index
    if index < bytes.count, bytes[index] == UInt8(ascii: "\r") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
    return ByteOffset(index)
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
    bytes[lineStart(of: offset).index..<offset.index].allSatisfy(isBlank)
  }

  /// Whether a line has nothing but a comment.
  func isComment(lineOf offset: ByteOffset) -> Bool {
    let start = lineStart(of: offset).index
    let line = bytes[start..<textEnd(of: offset).index]
    return line.first { !isBlank($0) } == UInt8(ascii: "#")
  }

  /// Returns the comments that begin in the range, in order.
  func comments(in range: ByteRange) -> [ByteRange] {
    stream.comments.filter { range.contains($0.lowerBound) }
  }

  /// Returns where the comment lines directly above an offset's line begin.
  func startOfCommentsAbove(_ offset: ByteOffset) -> ByteOffset {
    var start = lineStart(of: offset)
    while start.index > 0 {
      let above = lineStart(of: ByteOffset(start.index - 1))
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

  private func isBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
