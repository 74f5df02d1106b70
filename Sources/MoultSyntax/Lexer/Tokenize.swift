/// The tokens of a source file and what is wrong with them.
package struct LexResult: Sendable {
  /// In source order, without overlap.
  ///
  /// The last one is `endOfFile`, empty and at the end of the text.
  package let tokens: [Token]

  /// Sorted by the position of the tokens they were found in.
  package let diagnostics: [SyntaxDiagnostic]
}

/// Returns the tokens of `source`, which together with the trivia between them cover every byte.
///
/// Never fails: what starts no token is trivia or a token of kind `unknown`, and comes with a
/// diagnostic.
///
/// - Complexity: linear in the number of bytes.
/// - Precondition: `source` has less than 4 GiB.
package func tokenize(_ source: [UInt8]) -> LexResult {
  let lexed = lex(source)
  return LexResult(tokens: lexed.tokens.array, diagnostics: lexed.diagnostics)
}

/// What the parser takes over from the lexer.
struct LexedText: ~Copyable {
  let tokens: Stack<Token>
  let diagnostics: [SyntaxDiagnostic]
}

/// Lexes `source` as `tokenize` does.
func lex(_ source: [UInt8]) -> LexedText {
  precondition(source.count < UInt32.max, "a file of 4 GiB is refused when it is loaded")
  let padding = PaddedText.padding
  let copy = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: padding + source.count + padding)
  defer { copy.deallocate() }
  copy[..<padding].initialize(repeating: 0)
  let end = copy[padding...].initialize(fromContentsOf: source)
  copy[end...].initialize(repeating: 0)
  guard let start = copy.baseAddress else {
    preconditionFailure("an allocation that is not empty has an address")
  }
  var lexer = Lexer(PaddedText(bytes: UnsafePointer(start + padding), count: source.count))
  lexer.run()
  let diagnostics = lexer.diagnostics
  return LexedText(tokens: lexer.tokens, diagnostics: diagnostics)
}
