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
    var reader = NotationReader(rest: notation.utf8[...])
    return reader.node()
  }
}

private struct NotationReader {
  var rest: Substring.UTF8View

  mutating func node() -> MatterNode {
    let line = number(upTo: UInt8(ascii: " "))
    guard let kind = rest.popFirst() else { preconditionFailure("the notation ends too early") }
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
    default: preconditionFailure("'\(kind)' is no kind of value")
    }
    return MatterNode(content: content, line: line)
  }

  private mutating func number(upTo end: UInt8) -> Int {
    var result = 0
    while let byte = rest.popFirst(), byte != end {
      result = result * 10 + Int(byte) - Int(UInt8(ascii: "0"))
    }
    return result
  }

  private mutating func text() -> String {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest[line.endIndex...].dropFirst()
    guard line.contains(UInt8(ascii: "\\")) else { return String(Substring(line)) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if isEscaped {
        bytes.append(byte == UInt8(ascii: "n") ? 0x0A : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
