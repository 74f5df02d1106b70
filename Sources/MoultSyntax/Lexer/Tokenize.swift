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
  precondition(source.count < UInt32.max, "a file of 4 GiB is refused when it is loaded")
  // The lexer reads up to eight bytes at once, and a NUL behind the last byte ends every scan, so
  // no read of it has to ask whether there is a byte.
  let padding = 16
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: source.count + padding) { copy in
    let end = copy.initialize(fromContentsOf: source)
    copy[end...].initialize(repeating: 0)
    guard let start = copy.baseAddress else {
      preconditionFailure("an allocation that is not empty has an address")
    }
    var lexer = Lexer(bytes: UnsafePointer(start), count: source.count)
    let tokens = collectTokens(&lexer)
    return LexResult(tokens: tokens, diagnostics: lexer.diagnostics)
  }
}

/// Runs `lexer` to the end of its text.
private func collectTokens(_ lexer: inout Lexer) -> [Token] {
  var tokens: [Token] = []
  // Few files need more: a token with the space around it is eight bytes long on average.
  var capacity = lexer.count / 6 + 64
  var isDone = false
  while !isDone {
    tokens = Array(unsafeUninitializedCapacity: capacity) { room, count in
      _ = room.initialize(fromContentsOf: tokens)
      isDone = lexer.run(into: room)
      count = lexer.tokenCount
    }
    capacity *= 2
  }
  return tokens
}
