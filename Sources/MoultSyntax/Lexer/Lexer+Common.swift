import MoultSource

/// What `Lexer.lexCommonCode` writes tokens with, small enough to be kept in registers.
private struct TokenWriter {
  let room: UnsafeMutableBufferPointer<Token>
  /// The next byte to look at.
  var position: Int
  /// What stands in the trivia since the last token.
  var flags: TokenFlags
  var written = 0

  /// Adds to what stands before the next token, without a branch.
  @inline(__always)
  mutating func note(line: Bool, trivia: Bool) {
    let line = line ? TokenFlags.startsLine.rawValue : 0
    let trivia = trivia ? TokenFlags.hasTriviaBefore.rawValue : 0
    flags = TokenFlags(rawValue: flags.rawValue | line | trivia)
  }

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
    let bytes = bytes
    let kinds = kinds
    let keywords = keywords
    // A token for each byte of a block, and a string literal, which is three.
    let needed = 72
    var writer = TokenWriter(
      room: tokens.room(for: needed), position: position, flags: pendingFlags)
    let last = writer.room.count &- needed
    blocks: while writer.written <= last {
      let base = writer.position &- 1
      var block = CodeBlock(bytes + base, readBlock)
      while block.starts != 0 {
        let start = block.next()
        let place = start.trailingZeroBitCount
        writer.position = base &+ place
        writer.note(
          line: block.behindLineBreak & start != 0, trivia: block.behindTrivia & start != 0)
        let length = block.end(of: start) &- place
        if block.special & start == 0 {
          let found = keywords.token(
            at: bytes + writer.position, length: length,
            otherwise: kinds[Int(bytes[writer.position])])
          writer.write(found.kind, length, keyword: found.keyword)
          continue
        }
        if block.operators & start != 0 {
          guard let kind = commonOperator(at: writer.position, length) else { break blocks }
          writer.write(kind, length)
          continue
        }
        guard skipLineComments(&writer) || writePlainString(&writer) else { break blocks }
        guard writer.position &- base < 64 else { continue blocks }
        block.drop(writer.position &- base)
      }
      // Few tokens are longer than a block.
      guard block.count > 1 else { break }
      writer.position = base &+ block.count
      writer.note(line: block.endsInLineBreak, trivia: block.endsInTrivia)
    }
    tokens.didWrite(writer.written)
    position = writer.position
    pendingFlags = writer.flags
  }

  /// Skips the comment up to the end of its line that the writer stands at, and such comments on the lines that follow.
  ///
  /// - Returns: Whether there is one.
  @inline(__always)
  private func skipLineComments(_ writer: inout TokenWriter) -> Bool {
    guard bytes[writer.position] == "/", bytes[writer.position &+ 1] == "/" else { return false }
    writer.flags.formUnion([.hasTriviaBefore, .hasCommentBefore])
    writer.position = text.endOfLine(from: writer.position &+ 2)
    while bytes[writer.position] == "\n" {
      writer.flags.insert(.startsLine)
      writer.position = text.endOfSpaces(from: writer.position &+ 1)
      if bytes[writer.position] == "/", bytes[writer.position &+ 1] == "/" {
        writer.position = text.endOfLine(from: writer.position &+ 2)
      }
    }
    return true
  }

  /// Writes the string literal that the writer stands at, if it is closed and nothing in it needs a second look.
  @inline(__always)
  private func writePlainString(_ writer: inout TokenWriter) -> Bool {
    let start = writer.position &+ 1
    guard bytes[writer.position] == "\"" else { return false }
    let end = text.endOfPlainText(from: start)
    // Two quotes may be the start of three.
    guard bytes[end] == "\"", end > start || bytes[end &+ 1] != "\"" else { return false }
    writer.write(.stringQuote, 1)
    writer.write(.stringSegment, end &- start)
    writer.write(.stringQuote, 1)
    return true
  }

  /// Returns what the operator at `start` is, beside which neither a slash nor a dot stands, or nil if it may be several tokens
  /// or a wrong one.
  @inline(__always)
  private func commonOperator(at start: Int, _ length: Int) -> TokenKind? {
    let first = bytes[start]
    if length == 1, first == "=" {
      return bytes[start &- 1] == " " && bytes[start &+ 1] == " " ? .equal : nil
    }
    if first == "?" || first == "!", isLeftBound(at: start) { return nil }
    return operatorKind(start..<start &+ length)
  }
}
