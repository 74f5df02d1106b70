/// An escape sequence in a string literal.
struct Escape {
  let end: Int
  /// Whether it stands for a line feed or a carriage return, behind which a new piece of text starts.
  var isLineBreak = false
  var problem: String?
}

extension Lexer {
  /// Reads the escape sequence that the backslash at `start` begins, or the backslash alone.
  func readEscape(at start: Int, _ form: StringForm) -> Escape {
    var index = start + 1
    if form.pounds > 0 {
      let run = countOfPounds(at: index)
      guard run >= form.pounds else { return Escape(end: index) }
      index += min(run, form.pounds + 1)
    }
    switch bytes[index] {
    case "0", "t", "\"", "'", "\\":
      return Escape(end: index + 1)
    case "n", "r":
      return Escape(end: index + 1, isLineBreak: true)
    case "u":
      return readUnicodeEscape(at: index + 1)
    default:
      let isWordLike =
        hasTraits(.identifier, at: index) && bytes[index] != "_" && bytes[index] != "$"
      return Escape(
        end: isWordLike ? index + 1 : index, problem: "invalid escape sequence in literal")
    }
  }

  /// Reads `{…}` behind `\u`.
  private func readUnicodeEscape(at start: Int) -> Escape {
    guard bytes[start] == "{" else {
      return Escape(end: start, problem: "expected hexadecimal code in braces after '\\u'")
    }
    var index = start + 1
    var value: UInt32 = 0
    while hasTraits(.hexDigit, at: index) {
      let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue ?? 0
      value = value << 4 | UInt32(digit)
      index += 1
    }
    guard bytes[index] == "}" else {
      return Escape(end: index, problem: "expected '}' in '\\u{…}' escape sequence")
    }
    guard (1...8).contains(index - start - 1) else {
      return Escape(end: index + 1, problem: "'\\u{…}' expects between 1 and 8 digits")
    }
    guard Unicode.Scalar(value) != nil else {
      return Escape(end: index + 1, problem: "invalid unicode scalar")
    }
    return Escape(end: index + 1, isLineBreak: value == 0x0A || value == 0x0D)
  }

  /// Returns the end of the text up to a closing curly quote on the same line.
  mutating func endOfCurlyQuotes(from start: Int) -> Int? {
    guard start >= searches.curlyQuoteEnd else { return nil }
    let form = StringForm(kind: .singleLine, pounds: 0)
    var index = start
    while index < count, !isLineBreak(at: index) {
      switch bytes[index] {
      case "\"":
        return index + 1
      case "\\":
        let escape = readEscape(at: index, form)
        if bytes[index + 1] == "(" || escape.problem != nil {
          searches.curlyQuoteEnd = index
          return nil
        }
        index = escape.end
      case 0x80...0xFF:
        let decoded = decodeScalar(at: bytes + index)
        index += decoded.length
        if decoded.scalar == "\u{201D}" { return index }
        if decoded.scalar == nil {
          searches.curlyQuoteEnd = index
          return nil
        }
      case 0x20...0x7E:
        index += 1
      default:
        searches.curlyQuoteEnd = index
        return nil
      }
    }
    searches.curlyQuoteEnd = index
    return nil
  }
}
