/// One operand of a sequence of operators.
struct Operand {
  /// Where the operand begins, behind its `try` and `await`.
  var marker: Marker
  /// Where its `try` and `await` begin in `Parser.wrappers`.
  var wrappers: Int
}

/// An operator that waits for its right operand to be complete.
struct PendingOperator {
  enum Form {
    case binary, assignment, ternary
  }

  let form: Form
  let token: UInt32
  let group: Int
}

/// A `try`, `await` or `unsafe` before an operand, which covers all to its right.
struct Wrapper {
  let kind: NodeKind
  let flags: NodeFlags
  let marker: Marker
}

extension Parser {
  mutating func parseExpression() {
    guard enter() else { return skipNestedExpression() }
    if patternMode != .none || !parseLoneOperand() { parseSequence() }
    leave()
  }

  /// Parses a name, a number, a plain string or `.name` if nothing follows that could belong to the same expression.
  ///
  /// Many arguments are such. `parseSequence` makes the same node of them, by way of all that they could have been.
  ///
  /// - Returns: whether it was one; if not, nothing is consumed.
  private mutating func parseLoneOperand() -> Bool {
    switch kind {
    case .identifier where keyword == .notKeyword && peek().kind.endsExpression:
      let start = mark()
      advance()
      finish(.declReference, start)
    case .integerLiteral where peek().kind.endsExpression:
      let start = mark()
      advance()
      finish(.integerLiteral, start)
    case .stringQuote
    where peek().kind == .stringSegment && peek(2).kind == .stringQuote
      && peek(3).kind.endsExpression:
      let start = mark()
      advance()
      advance()
      advance()
      finish(.stringLiteral, start)
    case .period where peek().kind == .identifier && peek(2).kind.endsExpression:
      let start = mark()
      advance()
      advance()
      finish(.memberAccess, start, main: start.token &+ 1)
    default:
      return false
    }
    return true
  }

  private mutating func skipNestedExpression() {
    report("nested too deeply")
    let start = mark()
    while !at(.endOfFile), !kind.isClosingBracket {
      if kind.isOpeningBracket { skipBalanced() } else { advance() }
    }
    finish(.missingExpr, start)
  }

  /// Parses operands and operators, folded by precedence.
  private mutating func parseSequence() {
    let firstOperand = operands.count
    let firstOperator = operators.count
    let firstWrapper = wrappers.count
    parseOperand()
    while lastKind != .missingExpr, atInfix {
      if at(.is) || at(.as) {
        parseCast(above: firstOperator)
        continue
      }
      parseInfix(above: firstOperator)
      parseOperand()
    }
    while operators.count > firstOperator { reduceLast() }
    wrap(downTo: firstWrapper)
    operands.truncate(to: firstOperand)
  }

  /// Consumes an operator, after what binds more tightly before it is finished.
  private mutating func parseInfix(above first: Int) {
    let form: PendingOperator.Form
    let group: Int
    switch kind {
    case .equal: (form, group) = (.assignment, OperatorTable.assignment)
    case .infixQuestionMark: (form, group) = (.ternary, OperatorTable.ternary)
    case .binaryOperator, .ellipsis: (form, group) = (.binary, table.group(of: bytes(of: token)))
    default: (form, group) = (.binary, OperatorTable.arrow)
    }
    reduce(before: group, above: first)
    // They can only stand before an arrow.
    parseEffects()
    operators.append(PendingOperator(form: form, token: tokenIndex, group: group))
    advance()
    if form == .ternary { parseTernaryMiddle() }
  }

  private mutating func parseTernaryMiddle() {
    parseExpression()
    expect(.colon, "expected ':' in a ternary")
  }

  /// Whether an infix operator, a cast, `=`, `?` or `->` stands here.
  private var atInfix: Bool {
    switch kind {
    case .binaryOperator, .infixQuestionMark, .arrow: return flavor != .poundIf || !startsLine
    case .equal: return patternMode == .none
    case .ellipsis: return isEllipsisInfix
    case .keyword:
      switch keyword {
      case .is, .as: return true
      case .throws, .rethrows: return atArrowWithEffects
      default: return false
      }
    case .identifier: return keyword == .async && atArrowWithEffects
    default: return false
    }
  }

  private var isEllipsisInfix: Bool {
    switch peek().kind {
    case .rightParen, .rightSquare, .rightBrace, .comma, .endOfFile: return false
    default: return true
    }
  }

  private mutating func parseCast(above first: Int) {
    reduce(before: OperatorTable.casting, above: first)
    guard let operand = operands.last else { return }
    let isTest = at(.is)
    let main = tokenIndex
    var flags: NodeFlags = []
    advance()
    if !isTest {
      if at(.postfixQuestionMark) {
        advance()
        flags = .question
      } else if at(.exclamationMark) {
        advance()
        flags = .exclamation
      }
    }
    parseType()
    finish(isTest ? .isExpr : .asExpr, operand.marker, main: main, flags: flags)
  }

  /// Finishes the operators that bind at least as tightly as one of `group` that follows.
  private mutating func reduce(before group: Int, above first: Int) {
    while operators.count > first, let last = operators.last, table.takes(last.group, before: group)
    {
      reduceLast()
    }
  }

  /// Finishes the last operator with the last two operands.
  private mutating func reduceLast() {
    guard let last = operators.popLast(), let right = operands.popLast(), let left = operands.last
    else { return }
    // A `try` on the right covers only what belongs to it; one on the left covers the result.
    wrap(downTo: right.wrappers)
    let kind: NodeKind
    switch last.form {
    case .binary: kind = .binaryOperator
    case .assignment: kind = .assignment
    case .ternary: kind = .ternary
    }
    finish(kind, left.marker, main: last.token)
  }

  /// Finishes the `try` and `await` before the last operand.
  private mutating func wrap(downTo first: Int) {
    while wrappers.count > first, let wrapper = wrappers.popLast() {
      finish(wrapper.kind, wrapper.marker, flags: wrapper.flags)
    }
  }

  /// Parses one operand, whose `try` and `await` wait on `wrappers`.
  private mutating func parseOperand() {
    let firstWrapper = wrappers.count
    if keyword != .notKeyword {
      while let wrapper = parseWrapper() { wrappers.append(wrapper) }
    }
    let marker = mark()
    parsePrefix()
    operands.append(Operand(marker: marker, wrappers: firstWrapper))
  }

  private mutating func parseWrapper() -> Wrapper? {
    switch keyword {
    case .try:
      let marker = mark()
      advance()
      var flags: NodeFlags = []
      if at(.exclamationMark), isImmediate(token) {
        advance()
        flags = .exclamation
      } else if at(.postfixQuestionMark), isImmediate(token) {
        advance()
        flags = .question
      }
      return Wrapper(kind: .tryExpr, flags: flags, marker: marker)
    case .await:
      let marker = mark()
      advance()
      return Wrapper(kind: .awaitExpr, flags: [], marker: marker)
    case .unsafe where standsBeforeExpression([.beforeClosure, .beforeBracket]):
      let marker = mark()
      advance()
      return Wrapper(kind: .unsafeExpr, flags: [], marker: marker)
    default:
      return nil
    }
  }

  /// Parses prefix operators and what they stand before.
  private mutating func parsePrefix() {
    let start = mark()
    switch kind {
    case .atSign:
      // An attributed type such as `@convention(c) () -> Void`.
      parseType()
      finish(.typeExpr, start)
    case .prefixOperator, .binaryOperator, .postfixOperator, .ellipsis, .exclamationMark:
      parsePrefixOperator(start)
    case .prefixAmpersand:
      advance()
      parseNestedPrefix()
      finish(.inOut, start)
    case .backslash:
      parseKeyPath()
    case .identifier:
      switch keyword {
      case .notKeyword: break
      case .consume where standsBeforeExpression(): return parseWord(.consumeExpr, start)
      case .copy where standsBeforeExpression(): return parseWord(.copyExpr, start)
      case ._borrow where standsBeforeExpression(): return parseWord(.borrowExpr, start)
      case .borrow where standsBeforeExpression(): return parseWord(.borrowExpr, start)
      case ._move where standsBeforeExpression(): return parseWord(.consumeExpr, start)
      case .each where standsBeforeExpression(): return parseWord(.packElement, start)
      case .any where standsBeforeExpression(), .some where standsBeforeExpression():
        parseType()
        finish(.typeExpr, start)
        return parsePostfixSuffixes(from: start)
      case .nonisolated where peek().kind == .leftParen && peek(2).keyword == .nonsending:
        parseType()
        return finish(.typeExpr, start)
      default: break
      }
      parsePostfix()
    case .keyword:
      switch keyword {
      case .repeat:
        advance()
        parseExpression()
        finish(.packExpansion, start)
      case .if, .switch, .do:
        // Nothing can hang on these: `.member` on the next line begins anew.
        parseStatementExpression()
      case .inout:
        parseType()
        finish(.typeExpr, start)
      default: parsePostfix()
      }
    default:
      parsePostfix()
    }
  }

  /// How a word that may stand before an expression reads where that is open.
  struct WordReading: OptionSet {
    let rawValue: UInt8

    /// A brace behind it opens a closure that it stands before.
    static let beforeClosure = WordReading(rawValue: 1 << 0)
    /// A period or bracket behind it and a space begins an expression that it stands before.
    static let beforeBracket = WordReading(rawValue: 1 << 1)
  }

  /// Whether the contextual word here stands before an expression rather than being one.
  func standsBeforeExpression(_ reading: WordReading = []) -> Bool {
    let next = peek()
    guard !next.flags.contains(.startsLine) else { return false }
    switch next.kind {
    case .identifier, .dollarIdentifier, .wildcard, .integerLiteral, .floatLiteral, .stringQuote,
      .multilineStringQuote, .singleQuote, .rawStringPoundDelimiter, .regexSlash,
      .regexPoundDelimiter, .prefixAmpersand, .prefixOperator, .atSign, .backslash, .pound,
      .editorPlaceholder:
      return true
    case .keyword:
      switch next.keyword {
      case .`Any`, .`Self`, .`self`, .super, .`init`, .true, .false, .nil, .repeat, .try, .if,
        .switch:
        return true
      default: return false
      }
    case .period, .leftParen, .leftSquare:
      return reading.contains(.beforeBracket) && next.flags.contains(.hasTriviaBefore)
    case .leftBrace:
      return reading.contains(.beforeClosure) && flavor == .basic
    default: return false
    }
  }

  private mutating func parseWord(_ kind: NodeKind, _ start: Marker) {
    advance()
    parseNestedPrefix()
    finish(kind, start)
  }

  private mutating func parseNestedPrefix() {
    guard enter() else { return skipNestedExpression() }
    // A `try` in this place covers only the operand.
    let firstWrapper = wrappers.count
    parseOperand()
    operands.removeLast()
    wrap(downTo: firstWrapper)
    leave()
  }

  private mutating func parsePrefixOperator(_ start: Marker) {
    let isLone: Bool
    switch peek().kind {
    case .rightParen, .rightSquare, .comma, .rightBrace, .colon, .endOfFile: isLone = true
    default: isLone = false
    }
    if isLone {
      // An operator as a value, as in `reduce(0, +)`.
      advance()
      return finish(.declReference, start)
    }
    if kind != .prefixOperator, kind != .ellipsis {
      report("expected an expression before an operator")
    }
    advance()
    parseNestedPrefix()
    finish(.prefixOperator, start)
  }
}
