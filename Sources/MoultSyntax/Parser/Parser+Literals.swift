extension Parser {
  /// Parses a string literal with its interpolations.
  mutating func parseString() {
    let start = mark()
    _ = advance(if: .rawStringPoundDelimiter)
    let main = tokenIndex
    let quote = kind
    guard quote == .stringQuote || quote == .multilineStringQuote || quote == .singleQuote else {
      return missing(.stringLiteral, "expected a string literal")
    }
    advance()
    while true {
      switch kind {
      case .stringSegment: advance()
      case .backslash: parseInterpolation()
      default:
        if at(quote) {
          advance()
          // Only a delimiter that closes this literal can follow its quote.
          if at(.rawStringPoundDelimiter), isImmediate(token) { advance() }
        } else {
          sawError = true
        }
        return finish(.stringLiteral, start, main: main)
      }
    }
  }

  private mutating func parseInterpolation() {
    let start = mark()
    advance()
    _ = advance(if: .rawStringPoundDelimiter)
    guard advance(if: .leftParen) else {
      report("expected '(' in a string interpolation")
      return finish(.interpolation, start)
    }
    let outer = beginContext(.basic, .none)
    parseArguments(closing: .rightParen)
    endContext(outer)
    if !at(.rightParen) {
      skipUnexpected { $0.kind == .stringSegment || $0.kind == .stringQuote }
    }
    expect(.rightParen, "expected ')' at the end of a string interpolation")
    finish(.interpolation, start)
  }

  mutating func parseRegex() {
    let start = mark()
    _ = advance(if: .regexPoundDelimiter)
    _ = advance(if: .regexSlash)
    _ = advance(if: .regexLiteralPattern)
    if !advance(if: .regexSlash) { sawError = true }
    if at(.regexPoundDelimiter), isImmediate(token) { advance() }
    finish(.regexLiteral, start)
  }

  // MARK: - Key paths

  /// Parses `\Type.a.b`, `\.a?.b[0]`.
  mutating func parseKeyPath() {
    let start = mark()
    advance()
    // A second period in `\..name` is one too many, and the compiler takes it.
    if !startsLine, bytes(of: token).elementsEqual("..".utf8) { advance(splitting: 1, as: .period) }
    if !at(.period), !at(.postfixQuestionMark), !at(.exclamationMark),
      !isOperatorPrefix(token, UInt8(ascii: ".")), !startsLine
    {
      parseSimpleType(.firstComponent)
    }
    while parseKeyPathComponent() {}
    finish(.keyPath, start)
  }

  private mutating func parseKeyPathComponent() -> Bool {
    let start = mark()
    // `.?.` is lexed as one operator.
    if kind != .period, isOperatorPrefix(token, UInt8(ascii: ".")), isComponentOperator {
      advance(splitting: 1, as: .period)
      return parseKeyPathName(start)
    }
    switch kind {
    case .period:
      guard flavor != .poundIf || !startsLine else { return false }
      advance()
      return parseKeyPathName(start)
    case .leftSquare:
      guard !startsLine else { return false }
      parseArgumentList(closing: .rightSquare)
      finish(.keyPathComponent, start)
    case .leftParen:
      guard !startsLine else { return false }
      parseArgumentList(closing: .rightParen)
      finish(.keyPathComponent, start)
    case .postfixQuestionMark, .exclamationMark:
      guard !startsLine else { return false }
      advance()
      finish(.keyPathComponent, start)
    case .infixQuestionMark, .postfixOperator, .binaryOperator:
      let byte = firstByte(of: token)
      guard isImmediate(token), byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") else {
        return false
      }
      guard kind != .binaryOperator || bytes(of: token).dropFirst().first == UInt8(ascii: ".")
      else {
        return false
      }
      advance(
        splitting: 1, as: byte == UInt8(ascii: "?") ? .postfixQuestionMark : .exclamationMark)
      finish(.keyPathComponent, start)
    default:
      return false
    }
    return true
  }

  /// Whether an operator consists of periods and marks that are key path components.
  private var isComponentOperator: Bool {
    bytes(of: token).allSatisfy {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!")
    }
  }

  private mutating func parseKeyPathName(_ start: Marker) -> Bool {
    let main = tokenIndex
    switch kind {
    case .identifier, .dollarIdentifier, .integerLiteral, .keyword, .editorPlaceholder:
      advance()
      parseArgumentLabels()
      if atLeftAngle { _ = parseGenericArgumentsIfPresent() }
    case .leftSquare:
      parseArgumentList(closing: .rightSquare)
    case _ where isOperatorPrefix(token, UInt8(ascii: "?")):
      advance(splitting: 1, as: .postfixQuestionMark)
    case _ where isOperatorPrefix(token, UInt8(ascii: "!")):
      advance(splitting: 1, as: .exclamationMark)
    default:
      report("expected the name of a member")
    }
    finish(.keyPathComponent, start, main: main)
    return true
  }
}
