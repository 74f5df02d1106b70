extension Parser {
  /// Parses the attributes that stand here, those inside `#if` included.
  mutating func parseAttributes() {
    while true {
      if at(.atSign) {
        parseAttribute()
      } else if at(.poundIf), ifConfigHoldsAttributes() {
        parseIfConfig(.attributes)
      } else {
        return
      }
    }
  }

  /// What an attribute stands before.
  enum AttributeSubject {
    case ofDeclaration, ofType
  }

  mutating func parseAttribute(_ subject: AttributeSubject = .ofDeclaration) {
    let start = mark()
    advance()
    let typeStart = mark()
    guard isName(token) || kind == .keyword, !atResynchronizationPoint else {
      report("expected the name of an attribute")
      return finish(.attribute, start)
    }
    var main = tokenIndex
    let name = token
    parseModuleSelector()
    main = tokenIndex
    advance()
    if atLeftAngle, isImmediate(token) { parseGenericArguments() }
    finish(.identifierType, typeStart, main: main)
    while at(.period), isName(peek()) || peek().kind == .keyword {
      advance()
      main = tokenIndex
      advance()
      if atLeftAngle, isImmediate(token) { parseGenericArguments() }
      finish(.memberType, typeStart, main: main)
    }
    if at(.leftParen), !startsLine,
      subject == .ofDeclaration || !neverHasArguments(name) && !atParametersOfFunctionType
    {
      if hasOwnGrammar(name) {
        skipBalanced()
      } else if isImmediate(token) {
        parseAttributeArguments()
      }
    }
    finish(.attribute, start, main: main)
  }

  private mutating func parseAttributeArguments() {
    let outer = beginContext(.basic, .none)
    parseArgumentList(closing: .rightParen)
    endContext(outer)
  }

  func isImmediate(_ token: Token) -> Bool { !token.flags.contains(.hasTriviaBefore) }

  /// Whether the parentheses here are a function type's, as in `@MainActor() -> Void`.
  private var atParametersOfFunctionType: Bool {
    let next = input[endOfBalanced(at: position)]
    switch next.keyword {
    case .async, .reasync, .throws, .rethrows: return true
    default: return next.kind == .arrow
    }
  }

  /// Whether parentheses behind an attribute of a type belong to the type.
  private func neverHasArguments(_ name: Token) -> Bool {
    switch name.keyword {
    case ._local, ._noMetadata, .async, .escaping, .noDerivative, .noescape, .preconcurrency,
      .retroactive, .Sendable, .unchecked, .autoclosure:
      return true
    default:
      return false
    }
  }

  /// Whether the parentheses of an attribute hold something else than arguments.
  private func hasOwnGrammar(_ name: Token) -> Bool {
    switch name.keyword {
    case .available, .backDeployed, ._backDeploy, .differentiable, .derivative, .transpose, .objc,
      ._specialize, .specialized, ._dynamicReplacement, ._documentation, ._spi_available, ._effects,
      ._implements, ._originallyDefinedIn, .abi:
      return true
    default:
      return false
    }
  }

  // MARK: - Modifiers

  mutating func parseModifiers() {
    while true {
      switch keyword {
      case .static, .public, .private, .fileprivate, .internal:
        parseModifier()
      case .class:
        guard isClassModifier else { return }
        parseModifier()
      case let word where word.isContextualModifier:
        parseModifier()
      default:
        // An attribute behind a modifier is wrong, but no reason to lose the declaration.
        guard at(.atSign) else { return }
        parseAttributes()
      }
    }
  }

  private var isClassModifier: Bool {
    let next = peek()
    if next.kind == .atSign { return true }
    if next.keyword.introducesDeclaration || next.keyword.isReservedModifier { return true }
    guard next.keyword.isContextualModifier else { return false }
    let after = peek(2)
    return after.keyword.introducesDeclaration || after.keyword.isReservedModifier
      || after.keyword.isContextualModifier
  }

  @inline(never)
  mutating func parseModifier() {
    let start = mark()
    let word = keyword
    advance()
    if at(.leftParen), !startsLine {
      switch word {
      case .public, .private, .fileprivate, .internal, .open, .package, .unowned, .nonisolated,
        .unsafe, .__setter_access:
        skipBalanced()
      default: break
      }
    }
    finish(.modifier, start)
  }

  // MARK: - Looking over attributes

  /// The index behind the attribute whose `@` stands at `index`.
  @inline(never)
  func endOfAttribute(at index: Int) -> Int {
    var index = index + 1
    guard index < tokenCount, input[index].kind == .identifier || input[index].kind == .keyword
    else { return index }
    index += 1
    while index + 1 < tokenCount, input[index].kind == .period,
      input[index + 1].kind == .identifier
    { index += 2 }
    guard index < tokenCount, input[index].kind == .leftParen else { return index }
    // As the parser decides in `parseAttribute`, though without knowing the attribute.
    return isImmediate(input[index]) ? endOfBalanced(at: index) : index
  }

  /// The index behind the bracket that closes the one at `index`.
  @inline(never)
  func endOfBalanced(at index: Int) -> Int {
    var index = index
    var open = 0
    while index < tokenCount - 1 {
      let kind = input[index].kind
      if kind.isOpeningBracket { open += 1 } else if kind.isClosingBracket { open -= 1 }
      index += 1
      if open <= 0 { break }
    }
    return index
  }
}
