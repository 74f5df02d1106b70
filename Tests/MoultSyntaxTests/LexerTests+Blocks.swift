import CMoultBytes
import MoultSource
import MoultSyntax
import Testing

/// The lexer looks at 64 bytes at once: where a token lies among them changes nothing.
struct LexerBlockTests {
  private let pieces = [
    "a", "_", "__", "class", "precedencegroup", "mutableAddressWithNativeOwner", "extensions",
    "nameThatIsLongerThanABlockOfSixtyFourBytesAndGoesOnBehindItsEndForAWhile",
    "é", "aé", "a$b", "$0", "0", "12", "1_0", "0x1F", "1.5", "1e3", "1.a", "1..<2", "9é",
    "x.0.1", "a.b", "..", "...", ".<", "=", " = ", "a=b", "a =b", "->", "-> ", "-=",
    "!", "!a", "a!", "a!.b", "a?.b", "a??b", ")?!", "?", " ? ", "a!=b", "&a", "a&", "&&",
    "<", ">", "Array<Int>", "a<b>.c", "+.d", "<#e#>", "+<#e#>", "+/", "a/b", "a*/", "/f/", "/  ",
    ":", "::", ":::", "(", ")", "[]", "{}", "@g", "\\.h", ";", ",",
    "\"\"", "\"i\"", "\"é1.5\"", "\"\\(j)\"", "#\"k\"#", "#if", "`l m`", "`", "'",
    "//n", "//o\n//p", "/*q*/", "\n", "\r\n", "\t", "\u{B}", "\u{A0}", "\u{2044}", "\0",
    "\n<<<<<<< r", "\n>s", " ",
  ]

  private struct Shape: Equatable {
    let kind: TokenKind
    let keyword: Keyword
    let flags: TokenFlags
    let start: Int
    let end: Int
  }

  private func shapes(of text: [UInt8], from start: Int) -> [Shape] {
    tokenize(text).tokens.filter { $0.start.index >= start }.map {
      Shape(
        kind: $0.kind, keyword: $0.keyword, flags: $0.flags, start: $0.start.index - start,
        end: $0.end.index - start)
    }
  }

  @Test func `two pieces of code are the same tokens at each place of a block`() {
    for first in pieces {
      for second in pieces {
        let code = Array((first + second + " t").utf8)
        // Behind a line break nothing of what stands before can be part of the first.
        let expected = shapes(of: [UInt8(ascii: "\n")] + code, from: 1)
        for blanks in [40, 57, 58, 59, 60, 61, 62, 63, 64, 65] {
          let before = [UInt8](repeating: UInt8(ascii: " "), count: blanks) + [UInt8(ascii: "\n")]
          let found = shapes(of: before + code, from: blanks + 1)
          if found != expected { Issue.record("\(first)|\(second) behind \(blanks) blanks") }
        }
      }
    }
  }

  @Test func `a blank that ends a token is no trivia before the next`() {
    #expect(tokenize(Array("a = {/  ".utf8)).tokens.last?.flags == [])
  }

  @Test func `both readers tell every byte apart as the table does, at every place`() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<64 {
        var bytes = [UInt8](repeating: UInt8(ascii: "`"), count: 64)
        bytes[place] = byte
        let bit: UInt64 = 1 << place
        for read in [moult_read_block, moult_choose_block_reader()] {
          var block = moult_block()
          read(bytes, &block)
          let all = [
            block.word, block.digit, block.trivia, block.line_break, block.closer,
            block.punctuation,
            block.colon, block.op, block.mark, block.dot, block.beyond,
          ]
          #expect(all.allSatisfy { $0 & ~bit == 0 })
          let characters = [
            "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789",
            " \t\n\r",
            "\n\r", ")]}", "()[]{},;@\\", ":", "=-+*%&|^~<>!?", "?!", ".", "$",
          ]
          let expected = characters.map { $0.utf8.contains(byte) }
          var found = all.map { $0 == bit }
          if byte >= 0x80 {
            #expect(found[10])
            found[10] = false
          }
          #expect(found == expected, "\(byte) at \(place)")
        }
      }
    }
  }
}
