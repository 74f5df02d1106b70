import MoultSource
import MoultSyntax
import Testing

struct LexerDamageTests {
  private let everything = """
    #!/usr/bin/swift
    import A // b
    /* c /* d */ e */ @f(g) func `h i`<J>(_ k: L? = nil) async throws -> M<N<O>> {
      let p = #"q\\#(r + "s\\(t)")"#, u = \"""
        v \\(w)
        \"""
      return x / y + 0x1F - 1.5e3 * /z[/]/ ?? #/a/# ... $0.b!.c
    #if d
      <#e#>
    #endif
    }
    """

  @Test func `a file cut anywhere is covered by tokens`() {
    let bytes = Array(everything.utf8)
    for count in bytes.indices {
      let part = Array(bytes[..<count])
      expectCover(tokenize(part), of: part)
    }
  }

  @Test func `a file with any byte replaced is covered by tokens`() {
    for byte in [0, 0x0A, 0x22, 0x23, 0x28, 0x29, 0x2F, 0x5C, 0x60, 0x80, 0xE2, 0xFF] as [UInt8] {
      var bytes = Array(everything.utf8)
      for index in bytes.indices {
        let kept = bytes[index]
        bytes[index] = byte
        expectCover(tokenize(bytes), of: bytes)
        bytes[index] = kept
      }
    }
  }

  @Test func `every pair of bytes is covered by tokens`() {
    var uncovered: [[UInt8]] = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let end = tokenize([first, second]).tokens.last?.start.index
        if end != 2 { uncovered.append([first, second]) }
      }
    }
    #expect(uncovered == [])
  }

  @Test(arguments: [
    "(", "[", "{", "\"\\(", "#\"\\#(", "\"\"\"\n\\(", "##\"\"\"\\##(", "/*", "#", "`", "<#", "+<#",
    "/a(", "#/\n",
    "\\", "\u{201C}", "\n<<<<<<< a", "\n>>>> a", "try? /",
  ])
  func `a hundred thousand openings are lexed in time that grows with them alone`(opening: String) {
    let bytes = Array(String(repeating: opening, count: 100_000).utf8)
    // Were each opening looked at from every other, this would take minutes.
    let time = ContinuousClock().measure { expectCover(tokenize(bytes), of: bytes) }
    #expect(time < .seconds(300))
  }
}
