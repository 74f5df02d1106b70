extension Parser {
  /// Parses an expression without operators and suffixes.
  mutating func parsePrimary() {
    let start = mark()
    switch kind {
    case .identifier:
      parseIdentifier(start)
    case .integerLiteral:
      advance()
      finish(.integerLiteral, start)
    case .floatLiteral:
      advance()
      finish(.floatLiteral, start)
    case .stringQuote, .multilineStringQuote, .singleQuote, .rawStringPoundDelimiter:
      parseString()
    case .regexSlash, .regexPoundDelimiter:
      parseRegex()
    case .keyword:
      parseKeywordExpression(start)
    case .leftParen:
      parseTuple()
    case .leftSquare:
      parseCollection()
    case .leftBrace:
      parseClosure()
    case .period:
      parseImplicitMember()
    case .pound:
      parseMacroExpansion(from: start)
    case .dollarIdentifier:
      if patternMode == .binding { return parseBoundName(start) }
      advance()
      finish(.declReference, start)
    case .wildcard:
      advance()
      if patternMode == .none { return finish(.discardAssignment, start) }
      finish(.wildcardPattern, start)
      finish(.patternExpr, start)
    case .editorPlaceholder:
      advance()
      finish(.placeholderExpr, start)
    case .poundAvailable, .poundUnavailable:
      advance()
      if at(.leftParen) { skipBalanced() }
      finish(.availabilityCondition, start)
    default:
      missing(.missingExpr, "expected an expression")
    }
  }

  private mutating func parseIdentifier(_ start: Marker) {
    if patternMode != .none, bindsByBorrowing {
      parseMatchingPattern()
      return finish(.patternExpr, start)
    }
    if patternMode == .binding, !isCalledInPattern { return parseBoundName(start) }
    parseModuleSelector()
    let main = tokenIndex
    advance()
    parseArgumentLabels()
    finish(.declReference, start, main: main)
    if atLeftAngle, parseGenericArgumentsIfPresent() { finish(.genericSpecialization, start) }
  }

  private mutating func parseBoundName(_ start: Marker) {
    advance()
    finish(.identifierPattern, start)
    finish(.patternExpr, start)
  }

  /// Whether a name behind `let` in a pattern is no new name: `let Foo.bar(x)`, `let .bar(x)`.
  private var isCalledInPattern: Bool {
    switch peek().kind {
    case .period, .leftParen, .leftSquare: return true
    default: return isOperatorPrefix(peek(), UInt8(ascii: "<"))
    }
  }

  private mutating func parseKeywordExpression(_ start: Marker) {
    switch keyword {
    case .true, .false:
      advance()
      finish(.booleanLiteral, start)
    case .nil:
      advance()
      finish(.nilLiteral, start)
    case .`Any`:
      advance()
      finish(.identifierType, start)
      finish(.typeExpr, start)
    case .`self`, .super, .`init`, .`Self`:
      if patternMode == .binding, keyword == .`self`, !isCalledInPattern {
        return parseBoundName(start)
      }
      let mayBeGeneric = keyword == .`Self` || keyword == .`init`
      advance()
      if input[position - 1].keyword == .`init` { parseArgumentLabels() }
      finish(.declReference, start)
      if mayBeGeneric, atLeftAngle, parseGenericArgumentsIfPresent() {
        finish(.genericSpecialization, start)
      }
    case .if, .switch, .do: parseStatementExpression()
    case .let, .var, .inout:
      guard patternMode != .none else { return missing(.missingExpr, "expected an expression") }
      parseMatchingPattern()
      finish(.patternExpr, start)
    case .is:
      guard patternMode != .none else { return missing(.missingExpr, "expected an expression") }
      parseMatchingPattern()
      finish(.patternExpr, start)
    case .try:
      // Behind an operator that takes no `try`.
      parseExpression()
    default:
      missing(.missingExpr, "expected an expression")
    }
  }

  /// Parses an `if`, `switch` or `do` that stands as an expression.
  mutating func parseStatementExpression() {
    guard enter() else { return skipNested() }
    let outer = beginContext(.basic, .none)
    switch keyword {
    case .if: parseIf()
    case .switch: parseSwitch()
    default: parseDo()
    }
    endContext(outer)
    leave()
  }

  /// Whether an expression can begin here.
  var isExpressionStart: Bool {
    switch kind {
    case .identifier, .dollarIdentifier, .wildcard, .integerLiteral, .floatLiteral, .stringQuote,
      .multilineStringQuote, .singleQuote, .rawStringPoundDelimiter, .regexSlash,
      .regexPoundDelimiter, .prefixOperator, .prefixAmpersand, .backslash, .leftBrace, .leftParen,
      .leftSquare, .period, .pound, .editorPlaceholder, .poundAvailable, .poundUnavailable:
      return !(kind == .identifier && startsLine && isDeclarationStart(.block))
    case .binaryOperator, .ellipsis: return !startsLine
    case .atSign: return !startsLine
    case .keyword:
      switch keyword {
      case .true, .false, .nil, .`self`, .`Self`, .super, .`init`, .`Any`, .if, .switch, .try,
        .repeat:
        return true
      case .do: return !startsLine
      default: return false
      }
    default: return false
    }
  }

  // MARK: - Tuples and collections

  private mutating func parseTuple() {
    let start = mark()
    let savedFlavor = flavor
    flavor = .basic
    advance()
    parseArguments(closing: .rightParen)
    flavor = savedFlavor
    expect(.rightParen, "expected ')'")
    finish(.tuple, start)
  }

  private mutating func parseCollection() {
    let start = mark()
    let savedFlavor = flavor
    flavor = .basic
    defer { flavor = savedFlavor }
    advance()
    if at(.colon), peek().kind == .rightSquare {
      advance()
      advance()
      return finish(.dictionaryLiteral, start)
    }
    var kind = NodeKind.arrayLiteral
    while !at(.rightSquare), !at(.endOfFile), !atListEnd {
      let before = position
      let element = mark()
      parseExpression()
      if at(.colon) {
        kind = .dictionaryLiteral
        advance()
        parseExpression()
        finish(.dictionaryElement, element)
      } else if at(.of), !startsLine {
        // `[3 of Int]`
        advance()
        parseType()
        finish(.inlineArrayType, start)
        expect(.rightSquare, "expected ']'")
        return finish(.typeExpr, start)
      }
      if advance(if: .comma) { continue }
      if self.kind.isClosingBracket { break }
      skipToCommaOrBracket()
      guard position > before, advance(if: .comma) else { break }
    }
    expect(.rightSquare, "expected ']'")
    finish(kind, start)
  }
}
