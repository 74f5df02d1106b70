extension Parser {
  mutating func parsePostfix() {
    let start = mark()
    parsePrimary()
    if lastKind == .missingExpr { return }
    parsePostfixSuffixes(from: start)
  }

  /// Parses members, calls, subscripts and postfix operators behind the expression at `start`.
  mutating func parsePostfixSuffixes(from start: Marker) {
    while true {
      switch kind {
      case .period:
        guard flavor != .poundIf || !startsLine else { return }
        guard parseMember(start) else { return }
      case .leftParen:
        guard !startsLine else { return }
        parseCall(start)
      case .leftSquare:
        guard !startsLine else { return }
        parseArgumentList(closing: .rightSquare)
        if atTrailingClosure { parseTrailingClosures() }
        finish(.subscriptCall, start)
      case .leftBrace:
        guard mayHaveTrailingClosure, atTrailingClosure else { return }
        parseTrailingClosures()
        finish(.functionCall, start)
        // A second brace is a statement of its own.
        if at(.leftBrace) { return }
      case .postfixQuestionMark:
        guard !startsLine else { return }
        advance()
        finish(.optionalChaining, start)
      case .exclamationMark:
        guard !startsLine else { return }
        advance()
        finish(.forceUnwrap, start)
      case .postfixOperator:
        advance()
        finish(.postfixOperator, start, main: tokenIndex &- 1)
      case .ellipsis:
        guard isImmediate(token), isPostfixEllipsis else { return }
        advance()
        finish(.postfixOperator, start, main: tokenIndex &- 1)
      case .poundIf:
        guard flavor != .poundIf, ifConfigHoldsPostfix() else { return }
        parseIfConfig(.postfix, from: start)
      default:
        return
      }
    }
  }

  private var isPostfixEllipsis: Bool {
    switch peek().kind {
    case .rightParen, .rightSquare, .rightBrace, .comma, .endOfFile, .leftBrace: return true
    default: return peek().flags.contains(.hasTriviaBefore)
    }
  }

  /// Literals and collections are never called with a closure.
  private var mayHaveTrailingClosure: Bool {
    switch lastKind {
    case .integerLiteral, .floatLiteral, .booleanLiteral, .nilLiteral, .regexLiteral,
      .stringLiteral,
      .tuple, .arrayLiteral, .dictionaryLiteral, .missingExpr:
      return false
    default: return true
    }
  }

  private mutating func parseCall(_ start: Marker) {
    parseArgumentList(closing: .rightParen)
    if atTrailingClosure { parseTrailingClosures() }
    finish(.functionCall, start)
  }

  /// Parses `.name` and what belongs to the name; returns false if no member follows.
  @inline(never)
  private mutating func parseMember(_ start: Marker) -> Bool {
    advance()
    parseModuleSelector()
    let main = tokenIndex
    guard parseMemberName() else {
      report("expected the name of a member")
      finish(.memberAccess, start, main: main)
      return true
    }
    finish(.memberAccess, start, main: main)
    if atLeftAngle, parseGenericArgumentsIfPresent() { finish(.genericSpecialization, start) }
    return true
  }

  /// Parses `.name` without a base.
  mutating func parseImplicitMember() {
    _ = parseMember(mark())
  }

  private mutating func parseMemberName() -> Bool {
    switch kind {
    case .identifier, .dollarIdentifier, .integerLiteral, .editorPlaceholder: break
    case .floatLiteral: break
    case .keyword:
      // After a broken `a.`, what stands on the next line is no member.
      if startsLine, keyword != .`init`, keyword != .`self` { return false }
    default: return false
    }
    let isIdentifier = kind == .identifier || kind == .keyword
    advance()
    if isIdentifier { parseArgumentLabels() }
    return true
  }

  /// Consumes `(a:b:)` behind a name.
  mutating func parseArgumentLabels() {
    guard at(.leftParen) else { return }
    var index = position + 1
    while index + 1 < tokenCount, input[index + 1].kind == .colon,
      input[index].kind == .identifier || input[index].kind == .wildcard
        || input[index].kind == .keyword
    { index += 2 }
    guard index > position + 1, input[index].kind == .rightParen else { return }
    while position <= index, !at(.endOfFile) { advance() }
  }

  // MARK: - Arguments

  /// Parses `( argument* )` or `[ argument* ]`.
  mutating func parseArgumentList(closing: TokenKind) {
    let start = mark()
    let savedFlavor = flavor
    flavor = .basic
    advance()
    parseArguments(closing: closing)
    flavor = savedFlavor
    expect(closing, closing == .rightParen ? "expected ')'" : "expected ']'")
    finish(.argumentList, start)
  }

  mutating func parseArguments(closing: TokenKind) {
    while !at(closing), !at(.endOfFile), !atResynchronizationPointInArguments {
      let before = position
      parseArgument()
      if advance(if: .comma) { continue }
      if at(closing) || kind.isClosingBracket { break }
      skipToCommaOrBracket()
      guard position > before, advance(if: .comma) else { break }
    }
  }

  /// In a pattern, `let` and `var` go on; a word is an argument in `@attached(extension, …)`.
  private var atResynchronizationPointInArguments: Bool {
    guard atResynchronizationPoint else { return false }
    if peek().kind == .colon || peek().kind == .comma { return false }
    return patternMode == .none || (keyword != .let && keyword != .var)
  }

  private mutating func parseArgument() {
    let start = mark()
    var flags: NodeFlags = []
    if peek().kind == .colon,
      kind == .identifier || kind == .keyword || kind == .wildcard
        || kind == .editorPlaceholder || kind == .dollarIdentifier
    {
      flags = .labeled
      advance()
      advance()
    }
    if kind == .keyword, isDeclarationWord {
      // `@attached(extension, …)`, `named(subscript(a:))`
      let name = mark()
      advance()
      parseArgumentLabels()
      finish(.declReference, name)
    } else {
      parseExpression()
    }
    finish(.argument, start, flags: flags)
  }

  private var isDeclarationWord: Bool {
    switch keyword {
    case .extension, .subscript, .deinit: return true
    default: return false
    }
  }

  // MARK: - Trailing closures

  /// Whether the `{` here begins a closure that belongs to the expression before it.
  var atTrailingClosure: Bool {
    guard at(.leftBrace) else { return false }
    if peek().keyword == .case || holdsObservers { return false }
    switch flavor {
    case .basic: return true
    case .poundIf: return false
    case .condition: return isClosureInCondition
    }
  }

  /// Whether the brace opens `willSet` or `didSet`, which belong to a variable.
  var holdsObservers: Bool {
    var index = position + 1
    while index < tokenCount, input[index].kind == .atSign { index = endOfAttribute(at: index) }
    guard index < tokenCount else { return false }
    switch input[index].keyword {
    case .willSet, .didSet, .`init`: return true
    default: return false
    }
  }

  /// In a condition a brace opens the body, unless what follows the brace shows otherwise.
  private var isClosureInCondition: Bool {
    guard !peek().flags.contains(.startsLine) else { return false }
    let end = Int(braceEnds[position])
    guard end > 0, end + 1 < tokenCount else { return false }
    let next = input[end + 1]
    switch next.kind {
    case .leftBrace, .comma: return true
    case .leftSquare, .leftParen, .period, .postfixQuestionMark, .infixQuestionMark,
      .exclamationMark, .colon, .equal, .postfixOperator, .binaryOperator:
      return !next.flags.contains(.startsLine)
    case .keyword:
      switch next.keyword {
      case .where: return true
      case .is, .as: return !next.flags.contains(.startsLine)
      default: return false
      }
    default: return false
    }
  }

  private mutating func parseTrailingClosures() {
    parseClosure()
    while peek().kind == .colon, peek(2).kind == .leftBrace,
      kind == .identifier || kind == .wildcard || (kind == .keyword && !isCaseWord)
    {
      let start = mark()
      advance()
      advance()
      parseClosure()
      finish(.labeledClosure, start)
    }
  }

  private var isCaseWord: Bool { keyword == .default || keyword == .case }
}

extension Parser {
  /// Parses `#name<…>(…) {…}` that began at `start`, its attributes and modifiers included.
  mutating func parseMacroExpansion(from start: Marker) {
    advance()
    parseModuleSelector()
    let main = tokenIndex
    if isName(token) || kind == .keyword || kind == .wildcard {
      advance()
    } else {
      report("expected the name of a macro")
    }
    if atLeftAngle, isImmediate(token) { _ = parseGenericArgumentsIfPresent() }
    if at(.leftParen), !startsLine { parseArgumentList(closing: .rightParen) }
    if atTrailingClosure { parseTrailingClosures() }
    finish(.macroExpansion, start, main: main)
  }
}
