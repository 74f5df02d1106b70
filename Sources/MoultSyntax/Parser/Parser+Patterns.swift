extension Parser {
  /// Parses the pattern of a `let`, a `for` or an `if let`: names, tuples of names, wildcards.
  mutating func parsePattern() {
    guard enter() else { return skipNested() }
    defer { leave() }
    let start = mark()
    switch kind {
    case .wildcard:
      advance()
      finish(.wildcardPattern, start)
    case .leftParen:
      parseTuplePattern()
    case .identifier where bindsByBorrowing:
      advance()
      parsePattern()
      finish(.valueBindingPattern, start)
    case .identifier, .dollarIdentifier, .editorPlaceholder:
      advance()
      finish(.identifierPattern, start)
    case .keyword:
      switch keyword {
      case .let, .var, .inout:
        advance()
        parsePattern()
        finish(.valueBindingPattern, start)
      case .`self`, .`init`, .`Self`:
        advance()
        finish(.identifierPattern, start)
      default:
        if startsLine {
          missing(.wildcardPattern, "expected a pattern")
        } else {
          report("a reserved word cannot be a name")
          advance()
          finish(.identifierPattern, start)
        }
      }
    default:
      missing(.wildcardPattern, "expected a pattern")
    }
  }

  private mutating func parseTuplePattern() {
    let start = mark()
    advance()
    while !at(.rightParen), !at(.endOfFile), !atListEnd {
      let element = mark()
      var flags: NodeFlags = []
      if peek().kind == .colon, kind == .identifier || kind == .keyword || kind == .wildcard {
        flags = .labeled
        advance()
        advance()
      }
      parsePattern()
      finish(.tuplePatternElement, element, flags: flags)
      if !advance(if: .comma) { break }
    }
    if !at(.rightParen) { skipToCommaOrBracket() }
    expect(.rightParen, "expected ')' after a pattern")
    finish(.tuplePattern, start)
  }

  /// Whether `borrowing` stands before a name here, rather than being one.
  var bindsByBorrowing: Bool {
    guard keyword == .borrowing || keyword == ._borrowing else { return false }
    let next = peek()
    return (next.kind == .identifier || next.kind == .wildcard) && !next.flags.contains(.startsLine)
  }

  /// Parses the pattern of a `case` or a `catch`, which may be an expression.
  mutating func parseMatchingPattern(_ mode: PatternMode = .matching) {
    guard enter() else { return skipNested() }
    defer { leave() }
    let start = mark()
    switch keyword {
    case .let, .var, .inout:
      advance()
      parseMatchingPattern(.binding)
      return finish(.valueBindingPattern, start)
    case .borrowing where bindsByBorrowing, ._borrowing where bindsByBorrowing:
      advance()
      parseMatchingPattern(.binding)
      return finish(.valueBindingPattern, start)
    case .is:
      advance()
      parseType()
      return finish(.isTypePattern, start)
    default: break
    }
    let outer = beginContext(.condition, mode)
    parseExpression()
    endContext(outer)
    unwrapPatternExpression(start)
  }

  /// Makes an expression a pattern: one that only holds a pattern becomes that pattern.
  private mutating func unwrapPatternExpression(_ start: Marker) {
    let last = nodes[nodes.count - 1]
    guard last.kind == .patternExpr, last.firstToken == start.token, last.childCount == 1 else {
      if last.kind == .discardAssignment, last.firstToken == start.token {
        nodes.removeLast()
        pending.removeLast()
        return finish(.wildcardPattern, start)
      }
      return finish(.expressionPattern, start)
    }
    let child = childList[childList.count - 1]
    childList.removeLast()
    nodes.removeLast()
    pending[pending.count - 1] = child
  }
}
