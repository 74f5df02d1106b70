import MoultSource

/// Returns the content of a Ruby string as the program has it; interpolations are opaque.
func decodeRuby(_ content: Range<Int>, _ style: RubyStringStyle, in text: MappedText) -> MappedText
{
  var decoder = RubyDecoder(text: text, content: content, style: style)
  return decoder.decode()
}

private struct RubyDecoder {
  let text: MappedText
  let content: Range<Int>
  let style: RubyStringStyle
  var index: Int
  var builder: MappedTextBuilder

  private var bytes: [UInt8] { text.bytes }

  init(text: MappedText, content: Range<Int>, style: RubyStringStyle) {
    self.text = text
    self.content = content
    self.style = style
    index = content.lowerBound
    let start = text.range(of: content.lowerBound..<content.lowerBound).lowerBound
    builder = MappedTextBuilder(start: start.utf8)
  }

  mutating func decode() -> MappedText {
    let indentation = self.indentation
    var isLineStart = true
    while index < content.upperBound {
      if isLineStart, indentation > 0 {
        let end = min(index + indentation, content.upperBound)
        while index < end, bytes[index].isBlank { index += 1 }
        isLineStart = false
        continue
      }
      isLineStart = bytes[index] == "\n"
      decodeOne()
    }
    return builder.finish()
  }

  private mutating func decodeOne() {
    let byte = bytes[index]
    switch style {
    case .rawDocument, .indentedRawDocument, .words: appendOne()
    case .single:
      if byte == "\\", let next = bytes.byte(at: index + 1), next == "\\" || next == "'" {
        appendEscape(next)
      } else {
        appendOne()
      }
    case .double, .command, .document, .indentedDocument:
      if byte == "#", bytes.byte(at: index + 1) == "{" {
        let end = rubyInterpolationEnd(from: index, in: bytes, limit: content.upperBound)
        builder.appendOpaque(text, index..<end)
        index = end
      } else if byte == "\\", index + 1 < content.upperBound {
        decodeEscape(bytes[index + 1])
      } else {
        appendOne()
      }
    }
  }

  private mutating func decodeEscape(_ next: UInt8) {
    switch next {
    case "n": appendEscape(0x0A)
    case "t": appendEscape(0x09)
    case "r": appendEscape(0x0D)
    case "\n": index += 2
    case "\r" where bytes.byte(at: index + 2) == "\n": index += 3
    case "x", "u", "0", "e", "a", "b", "s", "v", "f": appendOne()
    default: appendEscape(next)
    }
  }

  private mutating func appendOne() {
    builder.append(bytes[index], from: text.origin(index))
    index += 1
  }

  private mutating func appendEscape(_ byte: UInt8) {
    let end = min(index + 1, content.upperBound - 1)
    builder.append(
      byte,
      from: MappedText.Origin(start: text.origin(index).start, end: text.origin(end).end))
    index = end + 1
  }

  /// The blanks that every line of a `<<~` document begins with.
  private var indentation: Int {
    guard style == .indentedDocument || style == .indentedRawDocument else { return 0 }
    var least = Int.max
    var line = content.lowerBound
    while line < content.upperBound {
      let start = bytes.skippingBlanks(from: line)
      if start < content.upperBound, !bytes[start].isLineBreak { least = min(least, start - line) }
      line = bytes.startOfNextLine(from: start)
    }
    return least == Int.max ? 0 : least
  }
}
