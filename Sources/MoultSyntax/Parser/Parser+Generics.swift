extension Parser {
  /// Parses `<T: P, let N: Int, each U>`.
  mutating func parseGenericParameters() {
    let start = mark()
    advance(splitting: 1, as: .leftAngle)
    while !atRightAngle, !at(.endOfFile) {
      let before = position
      parseGenericParameter()
      if !advance(if: .comma) || position == before { break }
    }
    if at(.where) { parseGenericWhere() }
    if atRightAngle {
      advance(splitting: 1, as: .rightAngle)
    } else {
      report("expected '>' after the generic parameters")
    }
    finish(.genericParameterClause, start)
  }

  private mutating func parseGenericParameter() {
    let start = mark()
    parseAttributes()
    if at(.let) || at(.each) { advance() }
    let main = tokenIndex
    if isName(token) || at(.wildcard) {
      advance()
      if isEllipsis(token) { advance() }
    } else {
      report("expected the name of a generic parameter")
    }
    if advance(if: .colon) { parseType() }
    finish(.genericParameter, start, main: main)
  }

  mutating func parseInheritance() {
    guard at(.colon) else { return }
    let start = mark()
    advance()
    repeat {
      let inherited = mark()
      parseAttributes()
      while isInheritanceModifier { parseModifier() }
      parseType()
      finish(.inheritedType, inherited)
    } while advance(if: .comma)
    finish(.inheritanceClause, start)
  }

  private var isInheritanceModifier: Bool {
    switch keyword {
    case .nonisolated, .unsafe: return peek().kind == .identifier || peek().kind == .leftParen
    default: return false
    }
  }

  mutating func parseGenericWhere() {
    guard at(.where) else { return }
    let start = mark()
    advance()
    repeat {
      if at(.leftBrace) { break }
      parseRequirement()
    } while advance(if: .comma)
    finish(.genericWhereClause, start)
  }

  private mutating func parseRequirement() {
    let start = mark()
    parseGenericArgument()
    let main = tokenIndex
    if at(.colon) || at(.equal) || kind == .binaryOperator {
      advance()
      parseGenericArgument()
      // A layout such as `_Trivial(64)`.
      if at(.leftParen), !startsLine { skipBalanced() }
    } else {
      missing(.missingType, "expected ':' or '=='")
    }
    finish(.genericRequirement, start, main: main)
  }
}
