import MoultSource

extension Lexer {
  /// Lexes the token, or the pieces of a literal, at `position`, where no trivia stands.
  ///
  /// - Returns: Whether the text is at its end.
  @inline(__always)
  mutating func lexCode() -> Bool {
    switch classes[Int(bytes[position])] {
    case .identifier: lexIdentifier()
    case .digit: lexNumber()
    case .operatorCharacter, .slash: lexOperator()
    case .angle: lexAngle()
    case .postfixMark: lexPostfixMark()
    case .quote: openString(pounds: 0)
    case .punctuation: emitPunctuation(punctuation[Int(bytes[position])])
    case .colon: lexColon()
    case .pound: lexPound()
    case .dollar: lexDollar()
    case .backtick: lexBacktick()
    case .nonASCII: lexNonASCII()
    case .control:
      precondition(position == count, "control characters are trivia")
      emit(.endOfFile, from: position)
      return true
    case .space, .lineBreak:
      preconditionFailure("white space is trivia")
    }
    return false
  }

  /// Lexes a token of the code between `\(` and `)`.
  mutating func lexInterpolation(_ form: StringForm, openParens: Int) -> Bool {
    switch bytes[position] {
    case "(":
      emitPunctuation(.leftParen)
      state = .interpolation(form, openParens: openParens + 1)
    case ")":
      emitPunctuation(.rightParen)
      if openParens == 0 {
        pop()
      } else {
        state = .interpolation(form, openParens: openParens - 1)
      }
    case "\n", "\r":
      // The string ends with its line. An empty piece of text tells the parser so.
      diagnose("unterminated string literal", from: position, to: position)
      emit(.stringSegment, from: position, flags: .isMalformed)
      pop()
    default:
      return lexCode()
    }
    return false
  }

  private mutating func lexColon() {
    let start = position
    position += bytes[position + 1] == ":" ? 2 : 1
    emit(position == start + 1 ? .colon : .colonColon, from: start)
  }

  /// Lexes a token that starts with a scalar beyond ASCII.
  private mutating func lexNonASCII() {
    let start = position
    let decoded = decodeScalar(at: bytes + start)
    guard let scalar = decoded.scalar else { preconditionFailure("invalid UTF-8 is trivia") }
    if scalar.isNonASCIIIdentifierStart {
      lexIdentifier()
    } else if scalar.isNonASCIIOperatorStart {
      lexOperator()
    } else if scalar.isNonASCIIIdentifierCharacter {
      position = endOfIdentifier(from: start)
      diagnose("an identifier cannot begin with this character", from: start, to: position)
      emit(.identifier, from: start, flags: .isMalformed)
    } else {
      position = start + decoded.length
      let isOpening = scalar == "\u{201C}"
      if isOpening, let end = endOfCurlyQuotes(from: position) { position = end }
      diagnose("unicode curly quote found; use '\"' instead", from: start, to: position)
      emit(isOpening ? .identifier : .unknown, from: start, flags: .isMalformed)
    }
  }
}
