/// What the build has read of a text already.
package struct EmbeddedMatter: Sendable {
  /// The YAML of the text in the notation that `embed-catalogue` writes.
  ///
  /// There is one line for each value, the outer before the inner. It has the value's own line, a space, a
  /// letter and the rest: `p` and `q` a plain or quoted text, in which `\n` and `\\` stand for a line feed
  /// and a backslash; `s` and `m` the number of a sequence's values or a mapping's pairs.
  package let notation: String

  /// The first heading of a page, without `#`; empty for other texts.
  package let title: String

  package init(notation: String, title: String) {
    self.notation = notation
    self.title = title
  }

  /// - Precondition: the notation is what the build wrote.
  /// - Complexity: O(*n*).
  package var root: MatterNode {
    var notation = notation
    return notation.withUTF8 { bytes in
      var reader = NotationReader(bytes)
      return reader.node()
    }
  }
}

/// Reads bytes where they lie in the program: every start reads those of all pages.
private struct NotationReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ notation: UnsafeBufferPointer<UInt8>) { bytes = notation }

  mutating func node() -> MatterNode {
    let line = number(upTo: UInt8(ascii: " "))
    guard position < bytes.count else { preconditionFailure("the notation ends too early") }
    let kind = bytes[position]
    position += 1
    let content: MatterNode.Content
    switch kind {
    case UInt8(ascii: "p"): content = .scalar(text(), isPlain: true)
    case UInt8(ascii: "q"): content = .scalar(text(), isPlain: false)
    case UInt8(ascii: "s"):
      let count = number(upTo: UInt8(ascii: "\n"))
      content = .sequence((0..<count).map { _ in node() })
    case UInt8(ascii: "m"):
      let count = number(upTo: UInt8(ascii: "\n"))
      content = .mapping(
        MatterTable((0..<count).map { _ in MatterTable.Entry(key: node(), value: node()) }))
    default: preconditionFailure("'\(kind)' is not a kind of value")
    }
    return MatterNode(content: content, line: line)
  }

  private mutating func number(upTo end: UInt8) -> Int {
    var result = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == end { break }
      result = result * 10 + Int(byte) - Int(UInt8(ascii: "0"))
    }
    return result
  }

  private mutating func text() -> String {
    let start = position
    var hasEscapes = false
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      if bytes[position] == UInt8(ascii: "\\") { hasEscapes = true }
      position += 1
    }
    let line = UnsafeBufferPointer(rebasing: bytes[start..<position])
    position += 1
    guard hasEscapes else { return String(decoding: line, as: UTF8.self) }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if isEscaped {
        text.append(byte == UInt8(ascii: "n") ? 0x0A : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
