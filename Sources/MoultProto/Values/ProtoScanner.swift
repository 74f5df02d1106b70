import MoultSource

/// Cuts a `.proto` text into words, strings and symbols, skipping blanks and comments.
///
/// It knows no grammar. Where libprotobuf's tokenizer complains, it goes on.
package struct ProtoScanner {
  /// What a piece of the text is; a symbol is any byte that belongs to no word and no string.
  package enum Kind {
    case word
    case string
    case symbol
  }

  /// A piece of the text; its range counts bytes, with the quotes of a string.
  package struct Token {
    package let kind: Kind
    package let range: Range<Int>
  }

  private let bytes: [UInt8]
  /// The index of the next byte.
  package private(set) var position: Int

  /// - Parameter position: an index of `bytes`, where no word or comment has begun; a byte order mark is skipped at 0.
  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
    if position == 0, bytes.starts(with: Self.byteOrderMark) {
      self.position = Self.byteOrderMark.count
    }
  }

  /// In UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the next word, string or symbol; nil at the end.
  package mutating func next() -> Token? {
    while position < bytes.count {
      let start = position
      switch bytes[position] {
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLineComment()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString()
        return Token(kind: .string, range: start..<position)
      case 0...0x20: position += 1
      case let byte where Self.isWord(byte):
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
        return Token(kind: .word, range: start..<position)
      default:
        position += 1
        return Token(kind: .symbol, range: start..<position)
      }
      precondition(position > start, "the scanner must move forward")
    }
    return nil
  }

  /// Whether `token` is spelled `text`.
  package func spells(_ text: StaticString, _ token: Token?) -> Bool {
    guard let token, token.range.count == text.utf8CodeUnitCount else { return false }
    return bytes[token.range].elementsEqual(text.description.utf8)
  }

  /// Skips the rest of the line and the comments on it, including the line break.
  ///
  /// Stops before anything else that stands on the line.
  package mutating func skipToNextLine() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x0A:
        position += 1
        return
      case 0x20, 0x09, 0x0B, 0x0C, 0x0D: position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLineComment()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
      default: return
      }
    }
  }

  private func peek(_ ahead: Int) -> UInt8 {
    position + ahead < bytes.count ? bytes[position + ahead] : 0
  }

  private mutating func skipLineComment() {
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0 { position += 1 }
  }

  private mutating func skipBlockComment() {
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    position = bytes.count
  }

  private mutating func skipString() {
    let quote = bytes[position]
    position += 1
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0 {
      let byte = bytes[position]
      position += 1
      if byte == quote { return }
      if byte == UInt8(ascii: "\\"), position < bytes.count, bytes[position] != 0x0A,
        bytes[position] != 0
      {
        position += 1
      }
    }
  }

  /// Whether a byte can stand in a word.
  package static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
