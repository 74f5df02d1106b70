import MoultSource
import MoultSyntax
import Testing

/// `/Root.name`: a prefix operator where no second slash makes a regex literal of it.
struct LexerCasePathTests {
  private let path: [TokenKind] = [.prefixOperator, .identifier, .period, .identifier]
  private let regex: [TokenKind] = [.regexSlash, .regexLiteralPattern, .regexSlash]

  @Test func `a slash before a name is a prefix operator where no slash closes a literal`() {
    expectTokens("f(/A.b)", [.identifier, .leftParen] + path + [.rightParen])
    expectTokens(
      "x = /A.b\ny = /A.b", [.identifier, .equal] + path + [.identifier, .equal] + path)
    expectTokens("[/A.b]", [.leftSquare] + path + [.rightSquare])
    expectTokens("return /A.b", [.keyword] + path)
    expectTokens("case /A.b:", [.keyword] + path + [.colon])
    expectTokens("/A.b ~= x", path + [.binaryOperator, .identifier])
  }

  @Test func `labels of a case belong to the expression behind the operator`() {
    expectTokens(
      "f(/A.b(c:))",
      [.identifier, .leftParen] + path
        + [.leftParen, .identifier, .colon, .rightParen, .rightParen])
  }

  @Test func `a blank before the second slash keeps two paths apart`() {
    expectTokens(
      "f(/A.b, /A.b)", [.identifier, .leftParen] + path + [.comma] + path + [.rightParen])
    expectTokens(
      "f(x: /A.b, y: /A.b)",
      [.identifier, .leftParen, .identifier, .colon] + path + [.comma, .identifier, .colon] + path
        + [.rightParen])
  }

  @Test func `without the blank Swift 6 reads a regex literal`() {
    expectTokens(
      "f(/A.b,/A.c)",
      [.identifier, .leftParen] + regex + [.identifier, .period, .identifier, .rightParen],
      texts: ["f", "(", "/", "A.b,", "/", "A", ".", "c", ")"])
  }

  @Test func `a parenthesis that closes before the second slash makes it no literal`() {
    expectTokens(
      "(/A.b).p(/A.b)",
      [.leftParen] + path + [.rightParen, .period, .identifier, .leftParen] + path + [.rightParen])
  }

  @Test func `a slash behind a value divides`() {
    expectTokens(
      "a/B.c/d",
      [
        .identifier, .binaryOperator, .identifier, .period, .identifier, .binaryOperator,
        .identifier,
      ])
    expectTokens(
      "a / B.c", [.identifier, .binaryOperator, .identifier, .period, .identifier])
  }

  @Test func `slashes in strings and comments are their text`() {
    expectTokens("\"/A.b\"", [.stringQuote, .stringSegment, .stringQuote])
    expectTokens("x // /A.b", [.identifier])
    expectTokens("/* /A.b */ x", [.identifier])
  }
}
