import MoultSource

extension Token {
  /// Splits an operator for the parser, which alone knows what is an angle bracket or an optional.
  ///
  /// The lexer reads `>>`, `>?`, `&&` and the like as one operator. A parser that needs only the first
  /// bytes of it appends `first` to the tokens of its tree and goes on with `rest`, which may be split
  /// again: the `?>` of `A<B<C>?>` is a `postfixOperator` until the `?` is split off as well. So a
  /// parser asks `bytes[rest.start.index]` for `<`, `>`, `?`, `!` and `&`, not only the kind.
  ///
  /// - Parameters:
  ///   - length: How many bytes the first part has; less than the token has.
  ///   - kind: What the first part is, such as `rightAngle`.
  ///   - bytes: The source text that the token was lexed from.
  package func split(
    after length: Int, as kind: TokenKind, in bytes: [UInt8]
  ) -> (first: Token, rest: Token) {
    precondition(length > 0 && length < range.utf8Count, "both parts of a split token have bytes")
    let middle = ByteOffset(start.index + length)
    let first = Token(kind: kind, flags: flags, start: start, end: middle)
    let restKind = Self.kindOfRest(
      bytes[middle.index..<end.index], followedBy: bytes.dropFirst(end.index).first)
    return (first, Token(kind: restKind, start: middle, end: end))
  }

  /// Returns what an operator is that sticks to an angle bracket or a mark before it.
  private static func kindOfRest(_ text: ArraySlice<UInt8>, followedBy next: UInt8?) -> TokenKind {
    switch String(decoding: text, as: UTF8.self) {
    case "=": return .equal
    case ".": return .period
    case "->": return .arrow
    case "?": return .postfixQuestionMark
    case "!": return .exclamationMark
    default: break
    }
    switch next.map({ Unicode.Scalar($0) }) {
    case nil, " ", "\t", "\n", "\r", ")", "]", "}", ",", ";", ":", ".", "\0":
      return .postfixOperator
    default: return .binaryOperator
    }
  }
}
