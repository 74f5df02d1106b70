import MoultSource
import MoultSyntax
import Testing

struct LexerNumberTests {
  @Test func `integers are read in all radices`() {
    for number in ["0", "1_000", "0xFF_ff", "0o17_0", "0b1_01", "00"] {
      let result = expectTokens(number, [.integerLiteral], texts: [number])
      #expect(result.diagnostics == [])
    }
  }

  @Test func `floating-point numbers need a digit behind the dot or an exponent`() {
    for number in ["1.5", "1e5", "1.5e-5", "1E+5_0", "0x1p3", "0x1.8p-3"] {
      let result = expectTokens(number, [.floatLiteral], texts: [number])
      #expect(result.diagnostics == [])
    }
  }

  @Test func `a member of a number is no fraction`() {
    expectTokens("1.a", [.integerLiteral, .period, .identifier])
    expectTokens("0xff.p", [.integerLiteral, .period, .identifier])
    expectTokens("0xff.description", [.integerLiteral, .period, .identifier])
    expectTokens("1.", [.integerLiteral, .period])
  }

  @Test func `the members of nested tuples are no fraction`() {
    expectTokens("x.0.1", [.identifier, .period, .integerLiteral, .period, .integerLiteral])
  }

  @Test func `a range of numbers is not a fraction`() {
    expectTokens("0..<1", [.integerLiteral, .binaryOperator, .integerLiteral])
    expectTokens("0...1", [.integerLiteral, .binaryOperator, .integerLiteral])
  }

  @Test func `a number swallows the letters behind it and is malformed`() {
    for number in ["1a", "0b12", "0o8", "0xg", "1e", "1e_", "0x1p", "0x1.8"] {
      let result = tokenize(Array(number.utf8))
      #expect(result.tokens.count == 2, "\(number)")
      #expect(result.tokens.first?.flags.contains(.isMalformed) == true, "\(number)")
      #expect(result.diagnostics.count == 1, "\(number)")
    }
  }
}
