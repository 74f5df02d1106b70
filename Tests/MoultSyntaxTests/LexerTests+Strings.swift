import MoultSource
import MoultSyntax
import Testing

struct LexerStringTests {
  private let quoted: [TokenKind] = [.stringQuote, .stringSegment, .stringQuote]

  @Test func `a string is two quotes and a segment, empty or not`() {
    expectTokens("\"\"", quoted, texts: ["\"", "", "\""])
    expectTokens("\"a'b\"", quoted, texts: ["\"", "a'b", "\""])
  }

  @Test func `an escaped quote does not end a string`() {
    expectTokens(#""a\"b""#, quoted, texts: ["\"", #"a\"b"#, "\""])
    expectTokens(#""a\\""#, quoted, texts: ["\"", #"a\\"#, "\""])
  }

  @Test func `an escaped line break ends a segment`() {
    expectTokens(
      #""a\nb""#, [.stringQuote, .stringSegment, .stringSegment, .stringQuote],
      texts: ["\"", #"a\n"#, "b", "\""])
  }

  @Test func `an interpolation is code between parentheses`() {
    expectTokens(
      #""a\(b)c""#,
      [
        .stringQuote, .stringSegment, .backslash, .leftParen, .identifier, .rightParen,
        .stringSegment, .stringQuote,
      ])
  }

  @Test func `parentheses and strings nest in an interpolation`() {
    expectTokens(
      #""\(f("\(g(1))"))""#,
      [
        .stringQuote, .stringSegment, .backslash, .leftParen, .identifier, .leftParen, .stringQuote,
        .stringSegment, .backslash, .leftParen, .identifier, .leftParen, .integerLiteral,
        .rightParen, .rightParen, .stringSegment, .stringQuote, .rightParen, .rightParen,
        .stringSegment, .stringQuote,
      ])
  }

  @Test func `parentheses behind a try mark are counted in an interpolation`() {
    expectTokens(
      #""\(try? (a))""#,
      [
        .stringQuote, .stringSegment, .backslash, .leftParen, .keyword, .postfixQuestionMark,
        .leftParen, .identifier, .rightParen, .rightParen, .stringSegment, .stringQuote,
      ])
  }

  @Test func `a string on one line ends with its line`() {
    let result = expectTokens("\"a\nb", [.stringQuote, .stringSegment, .identifier])
    #expect(result.diagnostics.map(\.message) == ["unterminated string literal"])
    expectTokens("\"\nb", [.stringQuote, .identifier])
  }

  @Test func `a line break in an interpolation ends a string on one line`() {
    expectTokens(
      "\"\\(a\nb)\"",
      [
        .stringQuote, .stringSegment, .backslash, .leftParen, .identifier, .stringSegment,
        .identifier, .rightParen, .stringQuote,
      ])
  }

  @Test func `a line break in an interpolation does not end a string of several lines`() {
    expectTokens(
      "\"\"\"\n\\(a\nb)\n\"\"\"",
      [
        .multilineStringQuote, .stringSegment, .backslash, .leftParen, .identifier, .identifier,
        .rightParen, .stringSegment, .stringSegment, .multilineStringQuote,
      ])
  }

  @Test func `a string of several lines has a segment for each line`() {
    let result = expectTokens(
      "\"\"\"\n a\r\n b\n \"\"\"",
      [
        .multilineStringQuote, .stringSegment, .stringSegment, .stringSegment,
        .multilineStringQuote,
      ],
      texts: ["\"\"\"", " a\r\n", " b\n", " ", "\"\"\""])
    #expect(result.tokens[1].flags == [.startsLine, .hasTriviaBefore])
    #expect(result.tokens[2].flags == .startsLine)
  }

  @Test func `a backslash joins lines of a string of several lines`() {
    expectTokens(
      "\"\"\"\na\\ \nb\n\"\"\"",
      [
        .multilineStringQuote, .stringSegment, .stringSegment, .stringSegment,
        .multilineStringQuote,
      ],
      texts: ["\"\"\"", "a", "b\n", "", "\"\"\""])
  }

  @Test func `quotes in a string of several lines are text`() {
    expectTokens(
      "\"\"\"\n\"a\" \"\"\n\"\"\"",
      [.multilineStringQuote, .stringSegment, .stringSegment, .multilineStringQuote])
  }

  @Test func `a raw string ends with as many pounds as opened it`() {
    expectTokens(
      ##"#"a"b\n\(c)"#"##,
      [
        .rawStringPoundDelimiter, .stringQuote, .stringSegment, .stringQuote,
        .rawStringPoundDelimiter,
      ],
      texts: ["#", "\"", ##"a"b\n\(c)"##, "\"", "#"])
    expectTokens(
      ###"##"a"#"##"###,
      [
        .rawStringPoundDelimiter, .stringQuote, .stringSegment, .stringQuote,
        .rawStringPoundDelimiter,
      ])
  }

  @Test func `an interpolation of a raw string has its pounds`() {
    expectTokens(
      ##"#"\#(a)"#"##,
      [
        .rawStringPoundDelimiter, .stringQuote, .stringSegment, .backslash,
        .rawStringPoundDelimiter,
        .leftParen, .identifier, .rightParen, .stringSegment, .stringQuote,
        .rawStringPoundDelimiter,
      ])
  }

  @Test func `three quotes that close on their line are a string with quotes`() {
    expectTokens(
      ##"#"""#"##,
      [
        .rawStringPoundDelimiter, .stringQuote, .stringSegment, .stringQuote,
        .rawStringPoundDelimiter,
      ],
      texts: ["#", "\"", "\"", "\"", "#"])
    expectTokens(
      ##"#"""a"""#"##,
      [
        .rawStringPoundDelimiter, .stringQuote, .stringSegment, .stringQuote,
        .rawStringPoundDelimiter,
      ],
      texts: ["#", "\"", #"""a"""#, "\"", "#"])
  }

  @Test func `a raw string of several lines needs its pounds to end`() {
    expectTokens(
      "#\"\"\"\n\"\"\"\n\"\"\"#",
      [
        .rawStringPoundDelimiter, .multilineStringQuote, .stringSegment, .stringSegment,
        .multilineStringQuote, .rawStringPoundDelimiter,
      ])
  }

  @Test func `a string in single quotes is lexed for the parser to complain`() {
    expectTokens("'a\"'", [.singleQuote, .stringSegment, .singleQuote])
  }

  @Test func `unknown escapes and bad scalars have one diagnostic each literal`() {
    for source in [#""\q""#, #""\u{110000}""#, #""\u""#, #""\u{1""#, #""\q\q""#] {
      #expect(messages(source).count == 1, "\(source)")
    }
    #expect(messages(#""\u{1F600}\t\0""#) == [])
  }

  @Test func `a comment start in a string is text`() {
    expectTokens("\"http://a /* b\" c", quoted + [.identifier])
  }
}
