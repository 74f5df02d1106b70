import MoultSource
import MoultSyntax
import Testing

struct LexerWordTests {
  @Test func `every keyword is recognised, reserved ones as keywords`() {
    for keyword in Keyword.allCases where keyword != .notKeyword {
      let result = tokenize(Array(keyword.text.utf8))
      #expect(result.tokens.first?.keyword == keyword)
      #expect(result.tokens.first?.kind == (keyword.isReserved ? .keyword : .identifier))
    }
  }

  @Test func `a word that begins or ends as a keyword is none`() {
    for keyword in Keyword.allCases where keyword != .notKeyword {
      for word in [keyword.text + "9", "x" + keyword.text] {
        let result = tokenize(Array(word.utf8))
        #expect(result.tokens.map(\.kind) == [.identifier, .endOfFile])
        #expect(result.tokens.first?.keyword == .notKeyword)
      }
    }
  }

  @Test func `a name in back-ticks is no keyword and keeps its back-ticks`() {
    let result = expectTokens("`class`", [.identifier], texts: ["`class`"])
    #expect(result.tokens.first?.keyword == .notKeyword)
    #expect(result.tokens.first?.flags == [.startsLine, .isBackticked])
  }

  @Test func `a raw identifier holds spaces and punctuation`() {
    expectTokens("func `a (test) works`()", [.keyword, .identifier, .leftParen, .rightParen])
    #expect(messages("`a (test) works`") == [])
  }

  @Test func `a raw identifier that is empty, blank or an operator is malformed`() {
    for source in ["``", "` `", "`+`", "`a\\b`"] {
      let result = expectTokens(source, [.identifier])
      #expect(result.tokens.first?.flags.contains(.isMalformed) == true)
      #expect(result.diagnostics.count == 1)
    }
  }

  @Test func `a back-tick that its line does not close is a token of its own`() {
    expectTokens("`a\nb`", [.backtick, .identifier, .identifier, .backtick])
  }

  @Test func `identifiers of any length and script are one token`() {
    for word in [
      "a", "abcdefg", "abcdefgh", "abcdefghi", "a234567890123456", "été", "日本語", "a🎈", "_x$1",
    ] {
      expectTokens(word + " ", [.identifier], texts: [word])
    }
  }

  @Test func `a combining mark cannot start an identifier but continue one`() {
    expectTokens("e\u{301}", [.identifier])
    let result = expectTokens("\u{301}e", [.identifier])
    #expect(result.diagnostics.count == 1)
  }

  @Test func `an underscore is the wildcard`() {
    expectTokens("_ __", [.wildcard, .identifier])
  }

  @Test func `a dollar and digits are a closure's parameter`() {
    expectTokens(
      "$0 $12 $a $", [.dollarIdentifier, .dollarIdentifier, .identifier, .dollarIdentifier])
  }

  @Test func `a placeholder is one token on one line`() {
    expectTokens("f(<#T##Int#>)", [.identifier, .leftParen, .editorPlaceholder, .rightParen])
    expectTokens("<#a\n#>", [.prefixOperator, .pound, .identifier, .pound, .postfixOperator])
  }

  @Test func `directives are told from other pounds`() {
    expectTokens(
      "#if a\n#elseif b\n#else\n#endif",
      [.poundIf, .identifier, .poundElseif, .identifier, .poundElse, .poundEndif])
    expectTokens(
      "#available #unavailable #sourceLocation",
      [.poundAvailable, .poundUnavailable, .poundSourceLocation])
    expectTokens("#iffy #selector", [.pound, .identifier, .pound, .identifier])
  }

  @Test func `two colons are one token`() {
    expectTokens(
      "A::b a:b", [.identifier, .colonColon, .identifier, .identifier, .colon, .identifier])
  }

  @Test func `curly quotes are an identifier with a diagnostic`() {
    expectTokens("\u{201C}a b\u{201D} c", [.identifier, .identifier])
    #expect(messages("\u{201C}a b\u{201D} c").count == 1)
    expectTokens("\u{201C}a\n\u{201D}", [.identifier, .identifier, .unknown])
  }
}
