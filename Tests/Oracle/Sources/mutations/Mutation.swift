import MoultSource
import MoultSyntax

/// What is done to a source file to break it.
enum Mutation: CaseIterable {
  case truncateAtToken, deleteToken, repeatToken, swapBracket, insertFragment, replaceByte
  case truncateAnywhere

  /// Texts that open something, close something, or are no text.
  private static let fragments: [[UInt8]] =
    [
      "\"", "\"\"\"", "#\"", "\"#", "##\"\"\"", "\\(", "\\#(", "\\##(", "'", "`", "/*", "*/", "//",
      "/",
      "#/", "/#", "#/\n", "##/", "<#", "#>", "<#a#>", "#", "####", "#if", "#!", "$", "$0", "::",
      "?",
      "!", "&", "=", "->", ".", "...", "..<", "<", ">>", "\n", "\r", "\r\n", "\\", "\\\n", "\\u{a}",
      "\\u{", "\\u{D800}", "0x", "0x1.", "0x1.p", "1.", "1e", "0b2", "try?", "try! ", "func /",
      "\u{201C}",
      "\u{201D}", "\u{FEFF}", "\u{A0}", "\u{300}", "é", "→", "<<<<<<< \n", "\n<<<<<<< a\n",
      "\n>>>>>>> b\n",
      "\n>>>> x\n", "\n<<<<\n", "{", "}", "(", ")", "[", "]", " ", "\t", "\u{B}", "_",
    ].map { Array($0.utf8) } + [
      [0], [0xFF], [0xC2], [0xE2, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
    ]

  private static let brackets = Array("()[]{}<>".utf8)

  /// Returns `bytes` with the damage, and where it starts; `tokens` are its tokens.
  func apply(
    to bytes: [UInt8], tokens: [Token], using generator: inout SeededGenerator
  ) -> (bytes: [UInt8], start: Int) {
    guard let token = tokens.randomElement(using: &generator) else { return (bytes, bytes.count) }
    let range = token.range.indices
    var start = range.lowerBound
    var result = bytes
    switch self {
    case .truncateAtToken:
      result.removeSubrange(range.lowerBound...)
    case .truncateAnywhere:
      start = Int.random(in: 0...bytes.count, using: &generator)
      result.removeSubrange(start...)
    case .deleteToken:
      result.removeSubrange(range)
    case .repeatToken:
      result.insert(contentsOf: bytes[range], at: start)
    case .swapBracket:
      let brackets = tokens.filter { token in
        token.range.utf8Count == 1 && Self.brackets.contains(bytes[token.start.index])
      }
      guard let bracket = brackets.randomElement(using: &generator),
        let other = Self.brackets.randomElement(using: &generator)
      else { return (bytes, bytes.count) }
      start = bracket.start.index
      result[start] = other
    case .insertFragment:
      if Bool.random(using: &generator) {
        start = Int.random(in: 0...bytes.count, using: &generator)
      }
      guard let fragment = Self.fragments.randomElement(using: &generator) else { break }
      result.insert(contentsOf: fragment, at: start)
    case .replaceByte:
      guard !bytes.isEmpty else { break }
      start = Int.random(in: 0..<bytes.count, using: &generator)
      result[start] = UInt8.random(in: 0...255, using: &generator)
    }
    return (result, start)
  }
}
