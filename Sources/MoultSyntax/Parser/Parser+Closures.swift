extension Parser {
  /// Parses `{ signature in item* }`.
  mutating func parseClosure() {
    guard enter() else { return skipNested() }
    defer { leave() }
    let start = mark()
    let outer = beginContext(.basic, .none)
    advance()
    if atClosureSignature { parseClosureSignature() }
    parseItems(.block)
    endContext(outer)
    expect(.rightBrace, "expected '}' at the end of a closure")
    finish(.closure, start)
  }

  /// Whether tokens up to an `in` are the closure's signature.
  private var atClosureSignature: Bool {
    switch kind {
    case .atSign, .leftSquare, .leftParen: break
    case .identifier, .wildcard, .dollarIdentifier:
      // Most closures end here, after one token.
      let next = peek()
      guard
        next.kind == .comma || next.keyword == .in || next.kind == .arrow
          || next.keyword == .throws || next.keyword == .async || next.keyword == .rethrows
      else { return false }
    case .keyword: return keyword == .in
    default: return false
    }
    var index = position
    while input[index].kind == .atSign { index = endOfAttribute(at: index) }
    if input[index].kind == .leftSquare { index = endOfBalanced(at: index) }
    if input[index].kind == .leftParen {
      index = endOfBalanced(at: index)
    } else {
      while isParameterToken(input[index]) {
        index += 1
        guard input[index].kind == .comma else { break }
        index += 1
      }
    }
    return signatureEnds(at: index)
  }

  private func isParameterToken(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .dollarIdentifier: return !(token.keyword == .async)
    case .wildcard: return true
    default: return false
    }
  }

  /// Whether effects, a result and `in` stand at `index`.
  private func signatureEnds(at index: Int) -> Bool {
    var index = index
    while index < tokenCount - 1 {
      switch input[index].keyword {
      case .in: return true
      case .async, .throws, .rethrows, .reasync:
        index += 1
        if input[index].kind == .leftParen { index = endOfBalanced(at: index) }
        continue
      default: break
      }
      guard input[index].kind == .arrow else { return false }
      index += 1
      break
    }
    // The result's type goes on until `in`.
    while index < tokenCount - 1 {
      switch input[index].kind {
      case .leftParen, .leftSquare: index = endOfBalanced(at: index)
      case .leftBrace, .rightBrace, .rightParen, .rightSquare, .semicolon, .endOfFile, .equal:
        return false
      case .keyword where input[index].keyword == .in: return true
      default: index += 1
      }
    }
    return false
  }

  private mutating func parseClosureSignature() {
    let start = mark()
    parseAttributes()
    if at(.leftSquare) { parseCaptureList() }
    if at(.leftParen) {
      parseParameterClause(.closure)
    } else {
      while isParameterToken(token) {
        let parameter = mark()
        advance()
        finish(.closureParameter, parameter)
        if !advance(if: .comma) { break }
      }
    }
    parseEffects()
    if at(.arrow) { parseReturnClause() }
    expect(.in, "expected 'in' after the signature of a closure")
    finish(.closureSignature, start)
  }

  private mutating func expect(_ keyword: Keyword, _ message: String) {
    if !advance(if: keyword) { report(message) }
  }

  private mutating func parseCaptureList() {
    let start = mark()
    advance()
    while !at(.rightSquare), !at(.endOfFile) {
      let before = position
      parseCapture()
      if advance(if: .comma) { continue }
      if at(.rightSquare) { break }
      skipToCommaOrBracket()
      guard position > before, advance(if: .comma) else { break }
    }
    expect(.rightSquare, "expected ']' after the captures")
    finish(.captureList, start)
  }

  private mutating func parseCapture() {
    let start = mark()
    switch keyword {
    case .weak, .unowned:
      let next = peek()
      if next.kind == .identifier || next.keyword == .`self` {
        advance()
      } else if next.kind == .leftParen {
        advance()
        skipBalanced()
      }
    default: break
    }
    let main = tokenIndex
    if peek().kind == .equal, isName(token) || kind == .keyword {
      advance()
      advance()
      parseExpression()
    } else if isName(token) {
      advance()
    } else {
      parseExpression()
    }
    finish(.capture, start, main: main)
  }
}
