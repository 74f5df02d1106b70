import MoultSource
import MoultSyntax
import Testing

/// Expects the kinds of the tokens of `source`, and their texts if they are given.
///
/// The end of the file is left out: that it is there, and that tokens do not overlap, is expected of every source.
///
/// - Returns: What the lexer said, the end of the file included.
@discardableResult
func expectTokens(
  _ source: String, _ kinds: [TokenKind], texts: [String]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> LexResult {
  expectTokens(Array(source.utf8), kinds, texts: texts, sourceLocation: sourceLocation)
}

@discardableResult
func expectTokens(
  _ source: [UInt8], _ kinds: [TokenKind], texts: [String]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> LexResult {
  let result = tokenize(source)
  #expect(result.tokens.dropLast().map(\.kind) == kinds, sourceLocation: sourceLocation)
  if let texts {
    let found = result.tokens.dropLast().map {
      String(decoding: source[$0.range.indices], as: UTF8.self)
    }
    #expect(found == texts, sourceLocation: sourceLocation)
  }
  expectCover(result, of: source, sourceLocation: sourceLocation)
  return result
}

/// Expects that the tokens are in order and end with the file, and that only trivia is between them.
func expectCover(
  _ result: LexResult, of source: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) {
  let isInOrder = zip(result.tokens, result.tokens.dropFirst()).allSatisfy { token, next in
    token.end <= next.start
  }
  #expect(isInOrder, "tokens overlap", sourceLocation: sourceLocation)
  let last = result.tokens.last
  #expect(last?.kind == .endOfFile, sourceLocation: sourceLocation)
  #expect(last?.range.indices == source.count..<source.count, sourceLocation: sourceLocation)
  let outside = result.diagnostics.filter { $0.range.upperBound.index > source.count }
  #expect(outside == [], sourceLocation: sourceLocation)
}

/// Returns the flags of the tokens of `source`, the end of the file included.
func flags(_ source: String) -> [TokenFlags] { tokenize(Array(source.utf8)).tokens.map(\.flags) }

/// Returns the messages of the diagnostics of `source`.
func messages(_ source: String) -> [String] {
  tokenize(Array(source.utf8)).diagnostics.map(\.message)
}
