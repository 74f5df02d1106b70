import MoultSource
import MoultSyntax
import Testing

struct LexerOperatorTests {
  @Test func `white space on both sides or none makes a binary operator`() {
    expectTokens("a + b", [.identifier, .binaryOperator, .identifier])
    expectTokens("a+b", [.identifier, .binaryOperator, .identifier])
    expectTokens("a+\nb", [.identifier, .postfixOperator, .identifier])
  }

  @Test func `white space on one side makes a prefix or postfix operator`() {
    expectTokens("a +b", [.identifier, .prefixOperator, .identifier])
    expectTokens("a+ b", [.identifier, .postfixOperator, .identifier])
    expectTokens("(+a)", [.leftParen, .prefixOperator, .identifier, .rightParen])
    expectTokens("(a+)", [.leftParen, .identifier, .postfixOperator, .rightParen])
    expectTokens("a++.b", [.identifier, .postfixOperator, .period, .identifier])
  }

  @Test func `a comment is white space beside an operator`() {
    expectTokens("a/* */+b", [.identifier, .prefixOperator, .identifier])
    expectTokens("a+/* */b", [.identifier, .postfixOperator, .identifier])
    expectTokens("a+// b", [.identifier, .postfixOperator])
  }

  @Test func `marks that stick to what is before them are single`() {
    expectTokens("a?", [.identifier, .postfixQuestionMark])
    expectTokens("a!", [.identifier, .exclamationMark])
    expectTokens(
      "a??.b", [.identifier, .postfixQuestionMark, .postfixQuestionMark, .period, .identifier])
    expectTokens("a ? b", [.identifier, .infixQuestionMark, .identifier])
    expectTokens("a ?? b", [.identifier, .binaryOperator, .identifier])
    expectTokens("!a", [.prefixOperator, .identifier])
    expectTokens("a != b", [.identifier, .binaryOperator, .identifier])
  }

  @Test func `equal, arrow, ampersand and period have kinds of their own`() {
    expectTokens("a = b", [.identifier, .equal, .identifier])
    expectTokens("() -> a", [.leftParen, .rightParen, .arrow, .identifier])
    expectTokens("f(&a)", [.identifier, .leftParen, .prefixAmpersand, .identifier, .rightParen])
    expectTokens("a & b", [.identifier, .binaryOperator, .identifier])
    expectTokens("a .b", [.identifier, .period, .identifier])
  }

  @Test func `an equal sign with space on one side has a diagnostic`() {
    #expect(messages("a =b") == ["'=' must have consistent whitespace on both sides"])
    #expect(messages("a=b") == [])
  }

  @Test func `a dot continues only an operator that starts with one`() {
    expectTokens("a...b", [.identifier, .binaryOperator, .identifier], texts: ["a", "...", "b"])
    expectTokens("a +. b", [.identifier, .prefixOperator, .period, .identifier])
  }

  @Test func `angle brackets stay together until the parser splits them`() {
    let source = Array("A<B<C>>?".utf8)
    let result = expectTokens(
      source,
      [.identifier, .binaryOperator, .identifier, .binaryOperator, .identifier, .postfixOperator],
      texts: ["A", "<", "B", "<", "C", ">>?"])
    let (first, rest) = result.tokens[5].split(after: 1, as: .rightAngle, in: source)
    #expect(first.kind == .rightAngle)
    #expect(first.range.indices == 5..<6)
    #expect(rest.range.indices == 6..<8)
    let (second, mark) = rest.split(after: 1, as: .rightAngle, in: source)
    #expect(second.range.indices == 6..<7)
    #expect(mark.kind == .postfixQuestionMark)
  }

  @Test func `the rest of a split token is what it would be alone`() {
    for (text, kind) in [
      (">=", TokenKind.equal), (">!", .exclamationMark), (">->", .arrow), (">>", .postfixOperator),
    ] {
      let source = Array(text.utf8)
      let token = Token(
        kind: .binaryOperator, start: ByteOffset(0), end: ByteOffset(text.utf8.count))
      #expect(token.split(after: 1, as: .rightAngle, in: source).rest.kind == kind)
    }
  }

  @Test func `operators of other scripts are operators`() {
    expectTokens("a → b", [.identifier, .binaryOperator, .identifier])
    expectTokens("a ≠\u{338} b", [.identifier, .binaryOperator, .identifier])
    expectTokens("√a", [.prefixOperator, .identifier])
  }

  @Test func `the end of a comment without its start is unknown`() {
    expectTokens("a */ b", [.identifier, .unknown, .identifier])
    #expect(messages("a */ b") == ["unexpected end of block comment"])
  }
}
