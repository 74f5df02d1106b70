import MoultSource

/// What `Lexer.lexCommonCode` writes tokens with, small enough to be kept in registers.
private struct TokenWriter {
  let room: UnsafeMutableBufferPointer<Token>
  /// The next byte to look at.
  var position: Int
  /// What stands in the trivia since the last token.
  var flags: TokenFlags
  var written = 0

  /// Writes the token of `length` bytes at `position`.
  @inline(__always)
  mutating func write(_ kind: TokenKind, _ length: Int, keyword: Keyword = .notKeyword) {
    let end = position &+ length
    room.initializeElement(
      at: written,
      to: Token(
        kind: kind, keyword: keyword, flags: flags,
        start: ByteOffset(utf8: UInt32(truncatingIfNeeded: position)),
        end: ByteOffset(utf8: UInt32(truncatingIfNeeded: end))))
    written &+= 1
    position = end
    flags = []
  }
}

extension Lexer {
  /// Lexes code as long as its tokens are such as most are, for which the bytes at hand are enough.
  ///
  /// Stops before anything else, which `skipTrivia` and `lexCode` look at; they would lex the same tokens. What
  /// changes with each token is in local variables here, which the memory that tokens are written to cannot overlap.
  mutating func lexCommonCode() {
    let text = text
    let bytes = bytes
    let classes = classes
    let punctuation = punctuation
    let keywords = keywords
    var writer = TokenWriter(room: tokens.room(for: 64), position: position, flags: pendingFlags)
    // A string literal is three tokens.
    let last = writer.room.count &- 3
    scan: while writer.written <= last {
      var position = writer.position
      var byte = bytes[position]
      // Whether a space stands here nobody can foresee, so this takes no branch.
      let isSpace: UInt8 = byte == " " ? 1 : 0
      writer.flags = TokenFlags(
        rawValue: writer.flags.rawValue | isSpace &* TokenFlags.hasTriviaBefore.rawValue)
      position &+= Int(isSpace)
      writer.position = position
      byte = bytes[position]
      switch classes[Int(byte)] {
      case .space:
        writer.flags.insert(.hasTriviaBefore)
        writer.position = position &+ 1
      case .lineBreak:
        writer.flags.formUnion([.hasTriviaBefore, .startsLine])
        writer.position = text.endOfSpaces(from: position &+ 1)
      case .slash:
        guard bytes[position &+ 1] == "/" else { break scan }
        writer.flags.formUnion([.hasTriviaBefore, .hasCommentBefore])
        writer.position = text.endOfLine(from: position &+ 2)
      case .identifier:
        let end = text.endOfName(from: position)
        guard bytes[end] < 0x80 else { break scan }
        let length = end &- position
        if byte == "_", length == 1 {
          writer.write(.wildcard, 1)
        } else {
          let keyword = keywords.keyword(at: bytes + position, length: length)
          writer.write(keyword.isReserved ? .keyword : .identifier, length, keyword: keyword)
        }
      case .punctuation:
        writer.write(punctuation[Int(byte)], 1)
      case .colon:
        let isDouble = bytes[position &+ 1] == ":"
        writer.write(isDouble ? .colonColon : .colon, isDouble ? 2 : 1)
      case .operatorCharacter:
        let next = bytes[position &+ 1]
        if byte == ".", endsOperator(classes[Int(next)]) {
          writer.write(.period, 1)
        } else if byte == "=", next == " ", position > 0, bytes[position &- 1] == " " {
          writer.write(.equal, 1)
        } else if byte == "-", next == ">", bytes[position &+ 2] == " " {
          writer.write(.arrow, 2)
        } else {
          break scan
        }
      case .postfixMark:
        // What sticks to a name or a bracket before it stands before nothing.
        guard position > 0, isBound(to: bytes[position &- 1]) else { break scan }
        writer.write(byte == "!" ? .exclamationMark : .postfixQuestionMark, 1)
      case .quote:
        let end = text.endOfPlainText(from: position &+ 1)
        // Two quotes may be the start of three.
        guard byte == "\"", bytes[end] == "\"", end > position &+ 1 || bytes[end &+ 1] != "\""
        else { break scan }
        writer.write(.stringQuote, 1)
        writer.write(.stringSegment, end &- position &- 1)
        writer.write(.stringQuote, 1)
      case .digit, .angle, .pound, .dollar, .backtick, .nonASCII, .control:
        break scan
      }
    }
    tokens.didWrite(writer.written)
    position = writer.position
    pendingFlags = writer.flags
  }

  /// Whether a byte of this class continues no operator.
  @inline(__always)
  private func endsOperator(_ next: ByteClass) -> Bool {
    switch next {
    case .operatorCharacter, .slash, .angle, .postfixMark, .nonASCII: false
    default: true
    }
  }

  /// Whether a mark behind this byte belongs to what the byte ends: a name or something in brackets.
  @inline(__always)
  private func isBound(to before: UInt8) -> Bool {
    switch before {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, "_", ")", "]": true
    default: false
    }
  }
}
