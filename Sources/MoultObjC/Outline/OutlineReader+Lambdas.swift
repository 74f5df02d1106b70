import MoultSource

extension OutlineReader {
  /// Reads the parameters of every lambda of C++, and what it captures under a name of its own, as variables.
  mutating func readLambdas() {
    for open in code.tokens.indices where code.tokens[open].kind == .leftBracket {
      guard let close = code.closing(open), isCaptureList(open, close),
        let brace = bodyOfLambda(close), let end = code.closing(brace)
      else { continue }
      let body = code.range(brace, end + 1)
      if code.kind(close + 1) == .leftParen, let paren = code.closing(close + 1) {
        declare(readParameters(close + 1, paren), in: body)
      }
      readCaptures(open, close, in: body)
    }
  }

  /// Whether what stands between the brackets can be captured by a lambda: `&`, `=`, `this`, `self, a`, `b = c`.
  private func isCaptureList(_ open: Int, _ close: Int) -> Bool {
    switch code.kind(open - 1) {
    // The bracket of an element or of a literal.
    case .at, .rightParen, .rightBracket: return false
    case .identifier:
      guard code.isWord(open - 1, "return") || code.isWord(open - 1, "co_return") else {
        return false
      }
    default: break
    }
    guard open + 1 < close else { return true }
    var first = open + 1
    switch code.kind(first) {
    case .ampersand, .equal, .star: first += 1
    default: break
    }
    if first == close || code.kind(first) == .comma { return true }
    guard code.kind(first) == .identifier else { return false }
    switch code.kind(first + 1) {
    case .comma, .equal, .ellipsis, .rightBracket: return true
    default: return false
    }
  }

  /// The position of the brace of the lambda whose list of captures ends at `close`; looks at no more than 32 tokens.
  private func bodyOfLambda(_ close: Int) -> Int? {
    var index = close + 1
    if code.kind(index) == .leftParen {
      guard code.closing(index) != nil else { return nil }
      index = code.next(index)
    }
    while index < min(code.end, close + 32) {
      switch code.kind(index) {
      case .identifier where code.isWord(index, "noexcept") && code.kind(index + 1) == .leftParen:
        index = code.next(index + 1)
      case .identifier
      where code.isWord(index, "mutable") || code.isWord(index, "noexcept")
        || code.isWord(index, "constexpr"):
        index += 1
      case .arrow:
        guard let reading = readType(index + 1, code.end) else { return nil }
        index = reading.end
      case .leftBrace: return index
      default: return nil
      }
    }
    return nil
  }

  /// Declares what is captured as `name = value`.
  private mutating func readCaptures(_ open: Int, _ close: Int, in body: ByteRange) {
    var index = open + 1
    while index < close {
      var end = index
      while end < close, code.kind(end) != .comma { end = code.next(end) }
      if code.kind(index) == .ampersand { index += 1 }
      if code.kind(index) == .identifier, code.kind(index + 1) == .equal, index + 2 < end {
        mark(index, .declaration)
        let name = code.tokens[index].range
        variables.append(
          ObjCVariable(
            kind: .parameter, name: code.text(index), nameRange: name, type: ObjCType(name: "auto"),
            typeRange: name.lowerBound..<name.lowerBound, initializer: code.range(index + 2, end),
            scope: body))
      }
      index = end + 1
    }
  }
}
