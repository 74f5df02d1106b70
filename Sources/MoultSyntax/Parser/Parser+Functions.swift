import MoultSource

/// What kind of parameters a clause holds.
enum ParameterStyle {
  case function
  /// Types may be missing.
  case closure
  /// Names may be missing.
  case enumCase
}

extension Parser {
  mutating func parseFunction(_ start: Marker) {
    advance()
    var main = tokenIndex
    if kind.isOperatorLike {
      // `func ==<T>` is lexed as one operator, whose last character opens the generic parameters.
      let count = token.range.utf8Count
      let next = peek()
      if count > 1, source.bytes[token.end.index - 1] == UInt8(ascii: "<"),
        next.kind == .identifier || next.kind == .atSign || next.keyword == .let,
        !next.flags.contains(.hasTriviaBefore)
      {
        advance(splitting: count - 1, as: .binaryOperator)
      } else {
        advance()
      }
    } else if at(.regexSlash) {
      advance()
    } else {
      main = parseName("expected the name of a function")
    }
    if atLeftAngle { parseGenericParameters() }
    parseFunctionSignature()
    parseGenericWhere()
    if at(.leftBrace) { parseCodeBlock() }
    finish(.functionDecl, start, main: main)
  }

  mutating func parseInitializer(_ start: Marker) {
    let main = tokenIndex
    advance()
    var flags: NodeFlags = []
    if isOperatorPrefix(token, UInt8(ascii: "?")) {
      flags = .question
      advance(splitting: 1, as: .postfixQuestionMark)
    } else if isOperatorPrefix(token, UInt8(ascii: "!")) {
      flags = .exclamation
      advance(splitting: 1, as: .exclamationMark)
    }
    if atLeftAngle { parseGenericParameters() }
    parseFunctionSignature()
    parseGenericWhere()
    if at(.leftBrace) {
      let saved = isInInitializer
      isInInitializer = true
      parseCodeBlock()
      isInInitializer = saved
    }
    finish(.initializerDecl, start, main: main, flags: flags)
  }

  mutating func parseDeinitializer(_ start: Marker) {
    let main = tokenIndex
    advance()
    if atEffect {
      let signature = mark()
      parseEffects()
      finish(.functionSignature, signature)
    }
    if at(.leftBrace) { parseCodeBlock() }
    finish(.deinitializerDecl, start, main: main)
  }

  mutating func parseSubscript(_ start: Marker) {
    let main = tokenIndex
    advance()
    if atLeftAngle { parseGenericParameters() }
    parseParameterClause(.function)
    if at(.arrow) { parseReturnClause() } else { report("expected '->'") }
    parseGenericWhere()
    if at(.leftBrace) { parseAccessorBlock() }
    finish(.subscriptDecl, start, main: main)
  }

  /// Parses `(…) async throws -> T`.
  mutating func parseFunctionSignature() {
    let start = mark()
    parseParameterClause(.function)
    parseEffects()
    if at(.arrow) {
      parseReturnClause()
      // `-> T throws` is wrong, but what was meant is clear.
      if atEffect, !startsLine {
        report("effects belong before '->'")
        parseEffects()
      }
    }
    finish(.functionSignature, start)
  }

  var atEffect: Bool {
    switch keyword {
    case .async, .reasync, .throws, .rethrows: return true
    default: return false
    }
  }

  /// Parses the effects that stand here, if any.
  @inline(never)
  mutating func parseEffects() {
    guard atEffect else { return }
    let start = mark()
    var flags: NodeFlags = []
    while true {
      switch keyword {
      case .async, .reasync:
        flags.insert(.isAsync)
        advance()
      case .throws, .rethrows:
        flags.insert(.isThrowing)
        advance()
        if at(.leftParen) {
          advance()
          parseType()
          expect(.rightParen, "expected ')' after the thrown type")
        }
      default:
        return finish(.effects, start, flags: flags)
      }
    }
  }

  mutating func parseReturnClause() {
    let start = mark()
    advance()
    if atLeftAngle { parseGenericParameters() }
    parseType()
    finish(.returnClause, start)
  }

  mutating func parseParameterClause(_ style: ParameterStyle) {
    let start = mark()
    guard advance(if: .leftParen) else {
      return missing(.parameterClause, "expected '(' before the parameters")
    }
    while !at(.rightParen), !at(.endOfFile), !atListEnd {
      let before = position
      parseParameter(style)
      if at(.comma) {
        advance()
      } else if !at(.rightParen) {
        if kind.isClosingBracket || atListEnd { break }
        skipToCommaOrBracket()
        if !advance(if: .comma), !at(.rightParen) { break }
      }
      if position == before { break }
    }
    expect(.rightParen, "expected ')' after the parameters")
    finish(.parameterClause, start)
  }

  /// Skips what does not belong into a list, up to its next comma or its end.
  @inline(never)
  mutating func skipToCommaOrBracket() {
    guard !at(.endOfFile), !kind.isClosingBracket, !at(.comma), !at(.leftBrace) else { return }
    report("expected ','")
    let start = mark()
    while !at(.endOfFile), !kind.isClosingBracket, !at(.comma), !at(.leftBrace),
      !atResynchronizationPoint, !at(.poundEndif), !at(.poundElse), !at(.poundElseif)
    {
      if kind.isOpeningBracket { skipBalanced() } else { advance() }
    }
    if start.token != tokenIndex { finish(.unexpected, start) }
  }

  private mutating func parseParameter(_ style: ParameterStyle) {
    let start = mark()
    if style != .enumCase {
      // In an enum case they belong to the type.
      parseAttributes()
      while isParameterModifier { parseModifier() }
    }
    var flags: NodeFlags = []
    var main = tokenIndex
    if style == .enumCase ? atLabel : isParameterName(token) {
      flags.insert(.labeled)
      main = tokenIndex
      advance()
      if isParameterName(token) {
        flags.insert(.secondName)
        advance()
      }
      if advance(if: .colon) {
        parseType()
      } else if style != .closure {
        missing(.missingType, "expected ':' and a type")
      }
    } else {
      parseType()
    }
    if isEllipsis(token) {
      flags.insert(.variadic)
      advance()
    } else if kind.isOperatorLike, beginsWithEllipsis(token) {
      flags.insert(.variadic)
      advance(splitting: 3, as: .ellipsis)
    }
    parseInitializerClause()
    finish(.parameter, start, main: main, flags: flags)
  }

  private func isParameterName(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .wildcard, .keyword, .editorPlaceholder, .dollarIdentifier: return true
    default: return false
    }
  }

  /// Whether one or two names and a colon stand here.
  var atLabel: Bool {
    guard isParameterName(token) else { return false }
    let next = peek()
    return next.kind == .colon || (isParameterName(next) && peek(2).kind == .colon)
  }

  /// Whether the word before a parameter's name is a modifier rather than the name.
  private var isParameterModifier: Bool {
    switch keyword {
    case .isolated, ._const, .sending, .borrowing, .consuming, .__owned, .__shared, .inout:
      // Two names are a label and a name; more begin with modifiers.
      var count = 1
      while isParameterName(peek(count)), count < 8 { count += 1 }
      return count > 2 && peek(count).kind == .colon
    default:
      return false
    }
  }

  mutating func parseInitializerClause() {
    guard at(.equal) else { return }
    let start = mark()
    advance()
    parseExpression()
    finish(.initializerClause, start)
  }
}
