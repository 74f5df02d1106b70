extension Parser {
  /// Parses a statement or an expression.
  mutating func parseStatement() {
    if peek().kind == .colon, kind == .identifier, isLabelled(peek(2)) {
      return parseLabeledStatement()
    }
    let start = mark()
    switch keyword {
    case .if:
      parseIf()
      parseCoercion(of: start)
    case .switch:
      parseSwitch()
      parseCoercion(of: start)
    case .guard: parseGuard(start)
    case .while: parseWhile(start)
    case .repeat where peek().kind == .leftBrace: parseRepeat(start)
    case .for: parseFor(start)
    case .do: parseDo()
    case .defer:
      advance()
      parseCodeBlock()
      finish(.deferStmt, start)
    case .return: parseJump(.returnStmt, start)
    case .throw: parseJump(.throwStmt, start)
    case .break: parseLabelUse(.breakStmt, start)
    case .continue: parseLabelUse(.continueStmt, start)
    case .fallthrough:
      advance()
      finish(.fallthroughStmt, start)
    case .yield where standsBeforeExpression(): parseJump(.yieldStmt, start)
    case .discard where standsBeforeExpression(): parseJump(.discardStmt, start)
    case .case, .default:
      parseStrayCase(start)
    default:
      let outer = beginContext(.basic, .none)
      parseExpression()
      endContext(outer)
    }
  }

  /// Parses the `as T` that makes a value of the `if` or `switch` at `start`.
  private mutating func parseCoercion(of start: Marker) {
    guard at(.as) else { return }
    let main = tokenIndex
    advance()
    var flags: NodeFlags = []
    if advance(if: .postfixQuestionMark) { flags = .question }
    if advance(if: .exclamationMark) { flags = .exclamation }
    parseType()
    finish(.asExpr, start, main: main, flags: flags)
  }

  private func isLabelled(_ token: Token) -> Bool {
    switch token.keyword {
    case .for, .while, .repeat, .if, .switch, .do: return true
    default: return token.kind == .leftBrace
    }
  }

  private mutating func parseLabeledStatement() {
    let start = mark()
    advance()
    advance()
    if enter() {
      if at(.leftBrace) { parseCodeBlock() } else { parseStatement() }
      leave()
    } else {
      skipNested()
    }
    finish(.labeledStmt, start)
  }

  /// A `case` outside of a `switch`, left over from something broken.
  private mutating func parseStrayCase(_ start: Marker) {
    report("'case' outside of a 'switch' or an enum")
    advance()
    while !at(.endOfFile), !startsLine, !kind.isClosingBracket {
      if kind.isOpeningBracket { skipBalanced() } else { advance() }
    }
    finish(.unexpected, start)
  }

  private mutating func parseJump(_ kind: NodeKind, _ start: Marker) {
    advance()
    // What follows on the next line is returned too, unless it can be no expression.
    if isExpressionStart {
      let outer = beginContext(.basic, .none)
      parseExpression()
      endContext(outer)
    }
    finish(kind, start)
  }

  private mutating func parseLabelUse(_ kind: NodeKind, _ start: Marker) {
    advance()
    if at(.identifier), !startsLine { advance() }
    finish(kind, start)
  }

  private mutating func parseGuard(_ start: Marker) {
    advance()
    parseConditions()
    if !advance(if: .else) { report("expected 'else' after the conditions of a 'guard'") }
    parseCodeBlock("expected '{' after 'else'")
    finish(.guardStmt, start)
  }

  private mutating func parseWhile(_ start: Marker) {
    advance()
    parseConditions()
    parseCodeBlock()
    finish(.whileStmt, start)
  }

  private mutating func parseRepeat(_ start: Marker) {
    advance()
    parseCodeBlock()
    if advance(if: .while) {
      parseExpression()
    } else {
      missing(.missingExpr, "expected 'while' after the body of a 'repeat'")
    }
    finish(.repeatStmt, start)
  }

  private mutating func parseFor(_ start: Marker) {
    advance()
    var flags: NodeFlags = []
    while true {
      if at(.try) {
        flags.insert(.question)
        advance()
        if at(.exclamationMark) || at(.postfixQuestionMark) { advance() }
      } else if at(.await), peek().keyword != .in {
        flags.insert(.isAsync)
        advance()
      } else if at(.unsafe), peek().keyword != .in {
        advance()
      } else {
        break
      }
    }
    if advance(if: .case) { parseMatchingPattern() } else { parsePattern() }
    parseTypeAnnotation()
    if advance(if: .in) {
      parseConditionExpression()
    } else {
      missing(.missingExpr, "expected 'in' after the pattern of a 'for'")
    }
    parseWhere()
    parseCodeBlock()
    finish(.forStmt, start, flags: flags)
  }

  mutating func parseWhere() {
    guard at(.where) else { return }
    let start = mark()
    advance()
    parseConditionExpression()
    finish(.whereClause, start)
  }

  mutating func parseConditionExpression() {
    let outer = beginContext(.condition, .none)
    parseExpression()
    endContext(outer)
  }

  // MARK: - Conditions

  mutating func parseConditions() {
    repeat {
      // A comma may stand behind the last condition.
      if at(.else) || (at(.leftBrace) && opensBody) {
        if input[max(position - 1, 0)].kind == .comma { return }
        return missing(.missingExpr, "expected a condition")
      }
      parseCondition()
    } while advance(if: .comma)
  }

  /// Whether the brace where a condition may stand opens the body, rather than a closure that is called
  /// or compared.
  private var opensBody: Bool {
    let end = Int(braceEnds[position])
    guard end > 0, end + 1 < tokenCount else { return true }
    let next = input[end + 1]
    switch next.kind {
    case .leftBrace, .comma: return false
    case .leftParen, .leftSquare: return next.flags.contains(.startsLine)
    case .period, .binaryOperator, .postfixOperator, .infixQuestionMark, .postfixQuestionMark,
      .exclamationMark:
      return false
    case .keyword: return next.keyword != .as && next.keyword != .is && next.keyword != .else
    default: return true
    }
  }

  private mutating func parseCondition() {
    let start = mark()
    switch kind {
    case .poundAvailable, .poundUnavailable:
      advance()
      if at(.leftParen) { skipBalanced() } else { report("expected '('") }
      finish(.availabilityCondition, start)
    case .keyword where keyword == .let || keyword == .var || keyword == .inout:
      advance()
      if at(.case) { advance() }
      parsePattern()
      parseTypeAnnotation()
      parseConditionInitializer()
      finish(.optionalBinding, start)
    case .keyword where keyword == .case:
      advance()
      parseMatchingPattern()
      parseTypeAnnotation()
      if !at(.equal) { report("expected '=' after a pattern") }
      parseConditionInitializer()
      finish(.matchingPattern, start)
    default:
      parseConditionExpression()
    }
  }

  private mutating func parseConditionInitializer() {
    guard at(.equal) else { return }
    let start = mark()
    advance()
    parseConditionExpression()
    finish(.initializerClause, start)
  }

  // MARK: - if

  /// Parses an `if` with all that follow its `else`, without recursion along the chain.
  mutating func parseIf() {
    let start = mark()
    // Empty for most: an array that holds nothing is not allocated.
    var starts: [Marker] = []
    advance()
    parseConditions()
    parseCodeBlock()
    while advance(if: .else) {
      guard at(.if) else {
        parseCodeBlock("expected '{' or 'if' after 'else'")
        break
      }
      starts.append(mark())
      advance()
      parseConditions()
      parseCodeBlock()
    }
    while let start = starts.popLast() { finish(.ifExpr, start) }
    finish(.ifExpr, start)
  }

  // MARK: - switch

  mutating func parseSwitch() {
    let start = mark()
    advance()
    parseConditionExpression()
    let outer = beginContext(.basic, .none)
    expect(.leftBrace, "expected '{' after the subject of a 'switch'")
    parseSwitchCases()
    endContext(outer)
    expect(.rightBrace, "expected '}' at the end of a 'switch'")
    finish(.switchExpr, start)
  }

  mutating func parseSwitchCases() {
    while true {
      switch kind {
      case .keyword where keyword == .case || keyword == .default: parseSwitchCase()
      case .atSign where atAttributedCase: parseSwitchCase()
      case .poundIf where ifConfigHoldsCases(): parseIfConfig(.switchCases)
      case .poundSourceLocation: parseSourceLocation()
      case .rightBrace, .endOfFile, .poundElse, .poundElseif, .poundEndif: return
      case .poundIf: parseIfConfig(.switchCases)
      case .pound: parseMacroExpansion(from: mark())
      default:
        if atResynchronizationPoint || startsLine {
          // Statements before the first case; declarations among them are still found.
          let before = position
          report("expected 'case' or 'default'")
          parseItem(.switchCase)
          if position == before { skipUnexpected() }
        } else {
          skipUnexpected()
        }
      }
    }
  }

  private mutating func parseSwitchCase() {
    guard enter() else { return skipNested() }
    defer { leave() }
    let start = mark()
    while at(.atSign) { parseAttribute() }
    let label = mark()
    if advance(if: .default) {
      expect(.colon, "expected ':' after 'default'")
      finish(.switchDefaultLabel, label)
    } else {
      advance()
      parseCaseItems()
      expect(.colon, "expected ':' after the patterns of a 'case'")
      finish(.switchCaseLabel, label)
    }
    parseItems(.switchCase)
    finish(.switchCase, start, main: label.token)
  }

  private mutating func parseCaseItems() {
    repeat {
      if at(.colon) { break }
      let item = mark()
      parseMatchingPattern()
      parseWhere()
      finish(.switchCaseItem, item)
    } while advance(if: .comma)
  }

  // MARK: - do

  mutating func parseDo() {
    let start = mark()
    advance()
    parseEffects()
    parseCodeBlock()
    while at(.catch) { parseCatch() }
    finish(.doStmt, start)
  }

  private mutating func parseCatch() {
    let start = mark()
    advance()
    while !at(.leftBrace), !at(.endOfFile) {
      let item = mark()
      if !at(.where) { parseMatchingPattern() }
      parseWhere()
      finish(.catchItem, item)
      if !advance(if: .comma) { break }
    }
    parseCodeBlock()
    finish(.catchClause, start)
  }
}
