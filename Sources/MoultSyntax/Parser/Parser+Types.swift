import MoultSource

extension Parser {
  mutating func parseType() {
    guard enter() else { return skipNestedType() }
    defer { leave() }
    let start = mark()
    let isAttributed = parseTypeSpecifiers()
    let inner = mark()
    if at(.repeat) {
      advance()
      parseType()
      finish(.packExpansionType, inner)
    } else {
      parseCompositionType()
      if lastKind == .tupleType, atArrowWithEffects { parseFunctionType(from: inner) }
    }
    if isAttributed { finish(.attributedType, start) }
  }

  private mutating func parseFunctionType(from start: Marker) {
    parseEffects()
    parseReturnClause()
    finish(.functionType, start)
  }

  /// Whether `->` stands here, perhaps behind `async` and `throws`.
  var atArrowWithEffects: Bool {
    guard !at(.arrow) else { return true }
    guard atEffect else { return false }
    let next = peek()
    switch next.kind {
    case .arrow: return true
    case .keyword, .identifier:
      return next.keyword == .throws || next.keyword == .async || next.keyword == .rethrows
    case .leftParen:
      return keyword == .throws && input[endOfBalanced(at: position + 1)].kind == .arrow
    default: return false
    }
  }

  /// Parses attributes and words such as `inout` before a type.
  private mutating func parseTypeSpecifiers() -> Bool {
    var found = false
    while true {
      if at(.atSign) {
        parseAttribute(.ofType)
        found = true
        continue
      }
      switch keyword {
      case .inout, .__owned, .__shared, ._const:
        parseModifier()
      case .isolated, .borrowing, .consuming, .sending:
        // A type may bear the same name.
        guard isTypeStart(peek()), !peek().flags.contains(.startsLine) else { return found }
        parseModifier()
      case .nonisolated where peek().kind == .leftParen && !peek().flags.contains(.startsLine):
        parseModifier()
      default:
        return found
      }
      found = true
    }
  }

  private func isTypeStart(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .leftParen, .leftSquare, .atSign, .wildcard, .editorPlaceholder: return true
    case .keyword:
      return token.keyword == .`Self` || token.keyword == .`Any` || token.keyword == .inout
        || token.keyword == .repeat
    case .prefixOperator: return isOperator(token, UInt8(ascii: "~"))
    default: return false
    }
  }

  /// Parses `some A & B`, `any A`, `each T`, `A & B` or a simple type.
  private mutating func parseCompositionType() {
    let start = mark()
    switch keyword {
    case .some, .any:
      guard isTypeStart(peek()), !peek().flags.contains(.startsLine) else { break }
      advance()
      guard enter() else { return skipNestedType() }
      parseCompositionType()
      leave()
      return finish(.someOrAnyType, start)
    case .each:
      guard isTypeStart(peek()), !peek().flags.contains(.startsLine) else { break }
      advance()
      parseSimpleType()
      return finish(.packElementType, start)
    default: break
    }
    parseSimpleType()
    guard atTypeAmpersand else { return }
    while atTypeAmpersand {
      advance(splitting: 1, as: .binaryOperator)
      parseSimpleType()
    }
    finish(.compositionType, start)
  }

  private var atTypeAmpersand: Bool {
    kind.isOperatorLike && isOperator(token, UInt8(ascii: "&"))
  }

  /// How far a simple type goes.
  enum TypeExtent {
    case whole
    /// Up to the first period, as the root of a key path does.
    case firstComponent
  }

  mutating func parseSimpleType(_ extent: TypeExtent = .whole) {
    let start = mark()
    switch kind {
    case .identifier, .wildcard, .editorPlaceholder, .dollarIdentifier:
      parseTypeName(.identifierType, start)
    case .leftParen:
      parseTupleType()
    case .leftSquare:
      parseBracketType()
    case .keyword:
      switch keyword {
      case .`Self`, .`Any`, .`self`:
        parseTypeName(.identifierType, start)
      case .class:
        advance()
        finish(.classRestrictionType, start)
      default:
        return missing(.missingType, "expected a type")
      }
    case .prefixOperator where isOperator(token, UInt8(ascii: "~")),
      .binaryOperator where isOperator(token, UInt8(ascii: "~")):
      advance()
      guard enter() else { return skipNestedType() }
      parseSimpleType()
      leave()
      return finish(.suppressedType, start)
    default:
      return missing(.missingType, "expected a type")
    }
    parseTypeSuffixes(from: start, extent)
  }

  private mutating func parseTypeSuffixes(from start: Marker, _ extent: TypeExtent) {
    while true {
      switch kind {
      case .period:
        guard extent == .whole else { return }
        let next = peek()
        guard next.kind == .identifier || next.kind == .keyword || next.kind == .editorPlaceholder
        else { return }
        if next.keyword == .`self` || next.keyword == .`init` { return }
        advance()
        if next.keyword == .`Type` || next.keyword == .`Protocol` {
          let main = tokenIndex
          advance()
          finish(.metatype, start, main: main)
        } else {
          parseTypeName(.memberType, start)
        }
      case .postfixQuestionMark:
        guard !startsLine else { return }
        advance()
        finish(.optionalType, start)
      case .exclamationMark:
        guard !startsLine else { return }
        advance()
        finish(.implicitlyUnwrappedType, start)
      case .infixQuestionMark, .binaryOperator, .postfixOperator:
        guard isImmediate(token) else { return }
        switch firstByte(of: token) {
        case UInt8(ascii: "?"):
          advance(splitting: 1, as: .postfixQuestionMark)
          finish(.optionalType, start)
        case UInt8(ascii: "!"):
          advance(splitting: 1, as: .exclamationMark)
          finish(.implicitlyUnwrappedType, start)
        default: return
        }
      default:
        return
      }
    }
  }

  private mutating func parseTypeName(_ kind: NodeKind, _ start: Marker) {
    parseModuleSelector()
    let main = tokenIndex
    advance()
    if atLeftAngle { parseGenericArguments() }
    finish(kind, start, main: main)
  }

  // MARK: - Generic arguments

  /// Parses `<A, B>`.
  mutating func parseGenericArguments() {
    let start = mark()
    let opening = position
    advance(splitting: 1, as: .leftAngle)
    while !atRightAngle, !at(.endOfFile) {
      parseGenericArgument()
      if !advance(if: .comma) { break }
    }
    if atRightAngle {
      advance(splitting: 1, as: .rightAngle)
    } else {
      report("expected '>' after the generic arguments")
      // What does not close here will not close when it is tried for itself.
      if attempts > 0 { refusedAngles.insert(opening) }
    }
    finish(.genericArgumentClause, start)
  }

  /// Parses a type or the number of a value generic.
  mutating func parseGenericArgument() {
    let start = mark()
    switch kind {
    case .integerLiteral:
      advance()
      finish(.integerLiteral, start)
    case _ where isOperator(token, UInt8(ascii: "-")) && peek().kind == .integerLiteral:
      advance()
      let number = mark()
      advance()
      finish(.integerLiteral, number)
      finish(.prefixOperator, start)
    default:
      parseType()
    }
  }

  /// Parses `<A, B>` behind a name in an expression, if that is what it is.
  ///
  /// - Returns: whether it was; if not, nothing is consumed.
  mutating func parseGenericArgumentsIfPresent() -> Bool {
    guard !refusedAngles.contains(position) else { return false }
    let before = snapshot()
    attempts += 1
    parseGenericArguments()
    attempts -= 1
    if diagnostics.count == before.diagnostics, !sawError, endsGenericArguments { return true }
    restore(before)
    // Only inside another attempt can this place be tried again.
    if attempts > 0 { refusedAngles.insert(position) }
    return false
  }

  /// Whether the next token tells that `<…>` before it were generic arguments.
  private var endsGenericArguments: Bool {
    switch kind {
    case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .semicolon,
      .endOfFile,
      .exclamationMark, .postfixQuestionMark, .colon:
      return true
    case .leftParen, .leftSquare:
      return !startsLine
    case .binaryOperator:
      return isOperator(token, UInt8(ascii: "&"))
    default:
      return false
    }
  }

  // MARK: - Brackets

  private mutating func parseBracketType() {
    let start = mark()
    advance()
    parseGenericArgument()
    switch true {
    case at(.of) && !startsLine:
      advance()
      parseType()
      expect(.rightSquare, "expected ']'")
      finish(.inlineArrayType, start)
    case at(.colon):
      advance()
      parseType()
      expect(.rightSquare, "expected ']'")
      finish(.dictionaryType, start)
    default:
      expect(.rightSquare, "expected ']'")
      finish(.arrayType, start)
    }
  }

  private mutating func parseTupleType() {
    let start = mark()
    advance()
    while !at(.rightParen), !at(.endOfFile), !atListEnd {
      let before = position
      parseTupleTypeElement()
      if advance(if: .comma) { continue }
      if at(.rightParen) { break }
      guard attempts == 0, !kind.isClosingBracket else { break }
      skipToCommaOrBracket()
      guard at(.comma), position > before else { break }
      advance()
    }
    expect(.rightParen, "expected ')'")
    finish(.tupleType, start)
  }

  private mutating func parseTupleTypeElement() {
    let start = mark()
    var flags: NodeFlags = []
    if at(.inout), isLabel(at: position + 1) { parseModifier() }
    let main = tokenIndex
    if isLabel(at: position) {
      flags.insert(.labeled)
      advance()
      if !at(.colon) {
        flags.insert(.secondName)
        advance()
      }
      advance()
    }
    parseType()
    if isEllipsis(token) {
      flags.insert(.variadic)
      advance()
    }
    if at(.equal), attempts == 0 { parseInitializerClause() }
    finish(.tupleTypeElement, start, main: main, flags: flags)
  }

  private func isLabel(at index: Int) -> Bool {
    guard index + 2 < tokenCount, isLabelName(input[index]) else { return false }
    if input[index + 1].kind == .colon { return true }
    return isLabelName(input[index + 1]) && input[index + 2].kind == .colon
  }

  private func isLabelName(_ token: Token) -> Bool {
    token.kind == .identifier || token.kind == .wildcard || token.kind == .keyword
  }

  private mutating func skipNestedType() {
    report("nested too deeply")
    let start = mark()
    // An attempt has failed by now; what it leaves is looked at again.
    if attempts > 0 { return finish(.missingType, start) }
    while !at(.endOfFile), !kind.isClosingBracket, !atRightAngle, !at(.comma), !at(.equal),
      !at(.leftBrace), position == 0 || !startsLine
    {
      if kind.isOpeningBracket { skipBalanced() } else { advance() }
    }
    finish(.missingType, start)
  }
}
