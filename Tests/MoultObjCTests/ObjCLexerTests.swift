import MoultObjC
import MoultSource
import Testing

@Suite struct ObjCLexerTests {
  @Test func `words behind an at sign are one token`() {
    expectTokens("@end @YES @[", [.atWord, .atWord, .at, .leftBracket])
  }

  @Test func `an object string is one token, escapes and all`() {
    expectTokens(#"@"a \"b\" // c" x"#, [.objectString, .identifier])
  }

  @Test func `a string that is not closed ends with its line`() {
    expectTokens("\"abc\nx", [.string, .identifier])
    #expect(tokenizeObjectiveC(Array("\"abc\nx".utf8)).unterminated.count == 1)
  }

  @Test func `a backslash carries a string over the end of its line`() {
    expectTokens("\"a\\\r\nb\" x", [.string, .identifier])
  }

  @Test func `a raw string holds quotes and line breaks`() {
    expectTokens("R\"x(a \" )\" \n)x\" y", [.string, .identifier])
    expectTokens("u8R\"(a)\" y", [.string, .identifier])
  }

  @Test func `a word that only looks like a prefix stays a word`() {
    expectTokens("BAR\"x\"", [.identifier, .string])
  }

  @Test func `the header of an import is one token`() {
    expectTokens("#import <A/B.h>", [.hash, .identifier, .headerName, .directiveEnd])
    expectTokens("#  include \"a\\b.h\" // c", [.hash, .identifier, .headerName, .directiveEnd])
  }

  @Test func `a directive goes on behind a spliced line and a comment`() {
    expectTokens(
      "#define A \\\n b /* \n */ c\nd",
      [.hash, .identifier, .identifier, .identifier, .identifier, .directiveEnd, .identifier])
  }

  @Test func `an apostrophe in a warning ends with its line`() {
    expectTokens(
      "#warning don't\nx",
      [.hash, .identifier, .identifier, .character, .directiveEnd, .identifier])
  }

  @Test func `a number sign inside a line begins no directive`() {
    expectTokens("a # b\nc", [.identifier, .punctuator, .identifier, .identifier])
  }

  @Test func `closing angle brackets stay apart`() {
    expectTokens(
      "A<B<C>>", [.identifier, .less, .identifier, .less, .identifier, .greater, .greater])
  }

  @Test func `numbers take exponents, suffixes and separators`() {
    expectTokens("1e+5f 0x1p-3 1'000 .5 1.", [.number, .number, .number, .number, .number])
  }

  @Test func `a placeholder is one token`() {
    expectTokens("a(<#the host#>)", [.identifier, .leftParen, .placeholder, .rightParen])
  }

  @Test func `comments are trivia and are kept`() {
    let lexed = tokenizeObjectiveC(Array("a // b \\\n c\n/* d */ e".utf8))
    #expect(lexed.tokens.map(\.kind) == [.identifier, .identifier, .endOfFile])
    #expect(lexed.comments.map(\.utf8Count) == [9, 7])
  }

  @Test func `letters of other scripts are parts of words`() {
    expectTokens("größe = 1;", [.identifier, .equal, .number, .semicolon])
  }

  @Test(arguments: [
    "", "\u{FEFF}int a;", "a\\\nb", "@", "\"", "R\"(", "/*", "#", "#import <a", "'\\", "\0\u{7F}`",
    "<#a", "\\ \n", "a\\",
  ])
  func `tokens and trivia cover every byte`(_ text: String) {
    #expect(coverageFault(Array(text.utf8)) == nil)
  }
}
