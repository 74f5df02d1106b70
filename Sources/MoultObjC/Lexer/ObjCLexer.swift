import MoultSource

/// Walks a text once and collects its tokens.
struct ObjCLexer {
  /// Where in a preprocessor line the lexer is.
  enum DirectiveState {
    /// Not in one.
    case none
    /// Behind its `#`.
    case beforeName
    /// Behind `import` or `include`, where a header's name stands.
    case beforeHeader
    case content
  }

  let bytes: [UInt8]
  var position = 0
  var isAtLineStart = true
  var directive = DirectiveState.none
  private(set) var tokens: [ObjCToken] = []
  var comments: [ByteRange] = []
  var unterminated: [ByteRange] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 5 + 8)
  }

  mutating func run() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while true {
      skipTrivia()
      guard position < bytes.count else { break }
      let before = position
      lexToken()
      precondition(position > before, "the lexer stands still at \(before)")
    }
    endDirective()
    emit(.endOfFile, from: position)
  }

  /// Returns the byte at `index`, or NUL behind the end.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func emit(_ kind: ObjCTokenKind, from start: Int) {
    tokens.append(
      ObjCToken(
        kind: kind, isInDirective: directive != .none, start: ByteOffset(start),
        end: ByteOffset(position)))
  }

  /// Closes the directive that the end of the line or of the text ends.
  mutating func endDirective() {
    guard directive != .none else { return }
    emit(.directiveEnd, from: position)
    directive = .none
  }

  private mutating func lexToken() {
    let start = position
    let startsLine = isAtLineStart
    isAtLineStart = false
    let first = bytes[position]
    if directive == .beforeHeader, lexHeaderName() { return }
    switch first {
    case "#" where startsLine && directive == .none:
      directive = .beforeName
      take(1, .hash)
    case "@": lexAt()
    case "\"": lexString(from: start, kind: .string)
    case "'": lexQuoted("'", from: start, kind: .character)
    case "." where isDigit(byte(position + 1)): lexNumber()
    case _ where isDigit(first): lexNumber()
    case _ where isIdentifierStart(first): lexWord()
    default: lexPunctuation(first)
    }
  }

  private mutating func lexWord() {
    let start = position
    skipIdentifier()
    if byte(position) == "\"" {
      let prefix = bytes[start..<position]
      if prefix.count <= 3, prefix.last.map({ $0 == "R" }) ?? false, lexRawString(from: start) {
        return
      }
      if ["L", "u", "U", "u8"].contains(where: { prefix.elementsEqual($0.utf8) }) {
        lexString(from: start, kind: .string)
        return
      }
    }
    emit(.identifier, from: start)
    guard directive != .none else { return }
    if directive == .beforeName {
      let name = bytes[start..<position]
      let isInclusion =
        name.elementsEqual("import".utf8) || name.elementsEqual("include".utf8)
        || name.elementsEqual("include_next".utf8)
      directive = isInclusion ? .beforeHeader : .content
    } else {
      directive = .content
    }
  }

  private mutating func lexAt() {
    let start = position
    position += 1
    if byte(position) == "\"" {
      lexString(from: start, kind: .objectString)
    } else if isIdentifierStart(byte(position)) {
      skipIdentifier()
      emit(.atWord, from: start)
    } else {
      emit(.at, from: start)
    }
  }

  mutating func skipIdentifier() {
    while position < bytes.count, isIdentifierByte(bytes[position]) { position += 1 }
  }

  private mutating func take(_ length: Int, _ kind: ObjCTokenKind) {
    let start = position
    position += length
    emit(kind, from: start)
  }

  private mutating func lexPunctuation(_ first: UInt8) {
    let second = byte(position + 1)
    switch first {
    case "(": take(1, .leftParen)
    case ")": take(1, .rightParen)
    case "[": take(1, .leftBracket)
    case "]": take(1, .rightBracket)
    case "{": take(1, .leftBrace)
    case "}": take(1, .rightBrace)
    case ";": take(1, .semicolon)
    case ",": take(1, .comma)
    case "?": take(1, .question)
    case ":": second == ":" ? take(2, .doubleColon) : take(1, .colon)
    case ".":
      second == "." && byte(position + 2) == "." ? take(3, .ellipsis) : take(1, .dot)
    case "-":
      if second == ">" { take(2, .arrow) } else { lexOperator(first, second, .minus) }
    case "+": lexOperator(first, second, .plus)
    case "*": lexOperator(first, second, .star)
    case "&": lexOperator(first, second, .ampersand)
    case "^": lexOperator(first, second, .caret)
    case "=": lexOperator(first, second, .equal)
    case "<":
      if second == "#", let end = placeholderEnd() {
        take(end - position, .placeholder)
      } else {
        lexOperator(first, second, .less)
      }
    // Two closing brackets of generic types touch, so '>' never joins another one.
    case ">": second == "=" ? take(2, .punctuator) : take(1, .greater)
    case "!", "/", "%", "|", "~", "#": lexOperator(first, second, .punctuator)
    default: take(1, .unknown)
    }
  }

  /// An operator alone, doubled, or with `=` behind it.
  private mutating func lexOperator(_ first: UInt8, _ second: UInt8, _ alone: ObjCTokenKind) {
    let doubles =
      first == "-" || first == "+" || first == "&" || first == "=" || first == "<" || first == "|"
      || first == "#"
    if second == "=" || second == first && doubles {
      take(2, .punctuator)
    } else {
      take(1, alone)
    }
  }

  /// Where the placeholder that begins here ends, if it does so on this line.
  ///
  /// Looks no farther than 512 bytes, so that many openings without an end cost little.
  private func placeholderEnd() -> Int? {
    var index = position + 2
    let limit = min(bytes.count, position + 512)
    while index + 1 < limit, bytes[index] != "\n", bytes[index] != "\r" {
      if bytes[index] == "#", bytes[index + 1] == ">" { return index + 2 }
      index += 1
    }
    return nil
  }
}
