import MoultSource
import MoultSyntax
import Testing

struct LexerTriviaTests {
  @Test func `an empty file is its end`() {
    let result = expectTokens("", [])
    #expect(result.tokens.map(\.flags) == [.startsLine])
  }

  @Test func `a token knows the space before it`() {
    #expect(flags("a b") == [.startsLine, .hasTriviaBefore, []])
  }

  @Test func `each kind of line break starts a line`() {
    for lineBreak in ["\n", "\r", "\r\n"] {
      #expect(flags("a\(lineBreak)b")[1] == [.startsLine, .hasTriviaBefore])
    }
  }

  @Test func `a line break in a block comment starts a line`() {
    #expect(flags("a/*\n*/b")[1] == [.startsLine, .hasTriviaBefore, .hasCommentBefore])
    #expect(flags("a/**/b")[1] == [.hasTriviaBefore, .hasCommentBefore])
  }

  @Test func `block comments nest`() {
    expectTokens("a /* b /* c */ d */ e", [.identifier, .identifier], texts: ["a", "e"])
  }

  @Test func `the star of an opening comment does not close it`() {
    expectTokens("/*/ a */ b", [.identifier], texts: ["b"])
  }

  @Test func `an unterminated comment ends with the file`() {
    expectTokens("a /* b /* c */", [.identifier])
    #expect(messages("a /* b /* c */") == ["unterminated '/*' comment"])
  }

  @Test func `a line comment ends before its line break`() {
    expectTokens("a // b\rc", [.identifier, .identifier], texts: ["a", "c"])
    expectTokens("a // b and more than eight bytes\nc", [.identifier, .identifier])
  }

  @Test func `a byte order mark is trivia, at the start and elsewhere`() {
    expectTokens("\u{FEFF}a", [.identifier], texts: ["a"])
    expectTokens("a \u{FEFF}b", [.identifier, .identifier], texts: ["a", "b"])
    #expect(messages("\u{FEFF}a") == [])
  }

  @Test func `a NUL is trivia with a diagnostic`() {
    let result = expectTokens([0x61, 0x20, 0, 0x20, 0x62], [.identifier, .identifier])
    #expect(result.diagnostics.map(\.range.indices) == [2..<3])
  }

  @Test func `invalid UTF-8 is trivia with a diagnostic`() {
    let result = expectTokens([0x61, 0xFF, 0x80, 0x62], [.identifier, .identifier])
    #expect(result.diagnostics.map(\.range.indices) == [1..<3])
    expectTokens([0x61, 0x20, 0xE2, 0x80], [.identifier])
  }

  @Test func `a non-breaking space is trivia with a diagnostic`() {
    expectTokens("a\u{A0}\u{A0}b", [.identifier, .identifier])
    #expect(messages("a\u{A0}\u{A0}b").count == 1)
  }

  @Test func `a shebang is a token at the start of the file alone`() {
    expectTokens("#!/usr/bin/swift\na", [.shebang, .identifier], texts: ["#!/usr/bin/swift", "a"])
    expectTokens(" #!a", [.pound, .exclamationMark, .identifier])
  }

  @Test func `a conflict is trivia up to the end of its closing line`() {
    let conflict = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\nd"
    expectTokens(conflict, [.identifier, .identifier], texts: ["a", "d"])
    #expect(messages(conflict).count == 1)
  }

  @Test func `a conflict marker that nothing closes is an operator`() {
    expectTokens("a\n<<<<<<< b", [.identifier, .binaryOperator, .identifier])
  }
}
