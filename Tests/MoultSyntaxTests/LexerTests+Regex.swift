import MoultSource
import MoultSyntax
import Testing

struct LexerRegexTests {
  private let literal: [TokenKind] = [.regexSlash, .regexLiteralPattern, .regexSlash]

  @Test func `a slash where an expression starts opens a regex literal`() {
    expectTokens("/a b/", literal, texts: ["/", "a b", "/"])
    expectTokens("let r = /a\\/b/", [.keyword, .identifier, .equal] + literal)
    expectTokens("f(/[(]/)", [.identifier, .leftParen] + literal + [.rightParen])
    expectTokens("return /a/", [.keyword] + literal)
  }

  @Test func `a slash behind an expression is an operator`() {
    expectTokens(
      "a / b / c", [.identifier, .binaryOperator, .identifier, .binaryOperator, .identifier])
    expectTokens(
      "a/b/c", [.identifier, .binaryOperator, .identifier, .binaryOperator, .identifier])
    expectTokens(
      "1 / 2 / 3",
      [.integerLiteral, .binaryOperator, .integerLiteral, .binaryOperator, .integerLiteral])
  }

  @Test func `a name of an operator is no regex literal`() {
    expectTokens("operator /^/", [.keyword, .binaryOperator])
    expectTokens(
      "func /(a: A)",
      [.keyword, .prefixOperator, .leftParen, .identifier, .colon, .identifier, .rightParen])
  }

  @Test func `an operator as an argument is no regex literal`() {
    expectTokens(
      "f(/) + g(/)",
      [
        .identifier, .leftParen, .binaryOperator, .rightParen, .binaryOperator, .identifier,
        .leftParen, .binaryOperator, .rightParen,
      ])
  }

  @Test func `a space behind the slash makes an operator`() {
    expectTokens(
      "f(/ a/)",
      [.identifier, .leftParen, .binaryOperator, .identifier, .postfixOperator, .rightParen])
  }

  @Test func `a prefix operator may stand before a regex literal`() {
    expectTokens("x = ^^/a/", [.identifier, .equal, .prefixOperator] + literal)
  }

  @Test func `a regex literal may follow a try mark`() {
    expectTokens("try? /^ a/", [.keyword, .postfixQuestionMark] + literal)
  }

  @Test func `pounds make a regex literal that may hold slashes and span lines`() {
    let pounded = [.regexPoundDelimiter] + literal + [.regexPoundDelimiter]
    expectTokens("#/a/b/#", pounded, texts: ["#", "/", "a/b", "/", "#"])
    expectTokens("##/a/#/##", pounded, texts: ["##", "/", "a/#", "/", "##"])
    expectTokens("#/\n a\n/#", pounded)
  }

  @Test func `an unterminated regex literal ends with its first line`() {
    expectTokens("#/a\nb", [.regexPoundDelimiter, .regexSlash, .regexLiteralPattern, .identifier])
    expectTokens(
      "#/\na b",
      [.regexPoundDelimiter, .regexSlash, .regexLiteralPattern, .identifier, .identifier])
    expectTokens("x = /a\nb", [.identifier, .equal, .prefixOperator, .identifier, .identifier])
  }

  @Test func `too few closing pounds are taken as the closing delimiter`() {
    expectTokens(
      "##/a/#\n",
      [.regexPoundDelimiter, .regexSlash, .regexLiteralPattern, .regexSlash, .regexPoundDelimiter])
    #expect(messages("##/a/#\n").count == 1)
  }
}
