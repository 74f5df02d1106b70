import MoultSource

extension Parser {
  /// Skips one token that fits nowhere, with all that its bracket holds.
  mutating func skipUnexpected() {
    guard !at(.endOfFile) else { return }
    report("unexpected \(describe(token))")
    let start = mark()
    if at(.leftParen) || at(.leftSquare) || at(.leftBrace) { skipBalanced() } else { advance() }
    finish(.unexpected, start)
  }

  /// Skips tokens until `stop` holds at one outside of brackets, or a bracket closes, or the file ends.
  mutating func skipUnexpected(until stop: (Token) -> Bool) {
    guard !at(.endOfFile), !kind.isClosingBracket, !stop(token) else { return }
    report("unexpected \(describe(token))")
    let start = mark()
    while !at(.endOfFile), !kind.isClosingBracket, !stop(token) {
      if kind.isOpeningBracket { skipBalanced() } else { advance() }
    }
    finish(.unexpected, start)
  }

  /// Skips from an opening bracket past the one that closes it, or to the end of the file.
  @inline(never)
  mutating func skipBalanced() {
    var open = 0
    repeat {
      if kind.isOpeningBracket { open += 1 } else if kind.isClosingBracket { open -= 1 }
      advance()
    } while open > 0 && !at(.endOfFile)
  }

  /// Skips what lies too deep, up to the bracket that closes around it.
  mutating func skipNested() {
    report("nested too deeply")
    let start = mark()
    var open = 0
    while !at(.endOfFile) {
      if kind.isOpeningBracket { open += 1 }
      if kind.isClosingBracket {
        if open == 0 { break }
        open -= 1
      }
      advance()
    }
    finish(.unexpected, start)
  }

  /// Whether a declaration or a statement begins here by a reserved word at the start of a line, so that
  /// an unfinished construct before it should end.
  var atResynchronizationPoint: Bool {
    guard kind == .keyword, startsLine else { return false }
    switch keyword {
    case .import, .struct, .class, .enum, .protocol, .extension, .typealias, .associatedtype, .func,
      .var, .let, .deinit, .subscript, .operator, .precedencegroup, .public, .private, .fileprivate,
      .internal, .static, .guard, .return, .for, .while, .throw, .defer, .break, .continue, .case,
      .default:
      return true
    default:
      return false
    }
  }

  /// Whether a list in brackets was left unfinished before here: what follows is no label of it.
  var atListEnd: Bool {
    guard atResynchronizationPoint else { return false }
    // A reserved word may be a label: `init(for key: Key)`.
    let next = peek()
    if next.kind == .colon { return false }
    return !((next.kind == .identifier || next.kind == .wildcard) && peek(2).kind == .colon)
      || introducesBinding
  }

  /// `let name: Type` looks like two labels.
  private var introducesBinding: Bool { keyword == .let || keyword == .var }

  private func describe(_ token: Token) -> String {
    let text = bytes(of: token)
    guard text.count <= 32 else { return "text" }
    return "'\(String(decoding: text, as: UTF8.self))'"
  }
}

extension TokenKind {
  var isOpeningBracket: Bool {
    self == .leftParen || self == .leftSquare || self == .leftBrace
  }

  var isClosingBracket: Bool {
    self == .rightParen || self == .rightSquare || self == .rightBrace
  }

  /// Whether an expression is at its end before this token, whatever the expression is.
  var endsExpression: Bool { isClosingBracket || self == .comma || self == .colon }
}
