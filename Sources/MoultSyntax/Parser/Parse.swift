package import MoultSource

/// Returns the tree of a Swift source file or interface.
///
/// Never fails: what is missing, surplus or too deep is in the tree's diagnostics, and the tree holds
/// every token. Operator sequences are folded by the standard operators and those that the file declares.
package func parse(_ source: SourceText) -> SyntaxTree {
  parse(source, operators: .standard)
}

/// Returns the tree of a Swift source file, folded by `operators` and those that the file declares.
package func parse(_ source: SourceText, operators: OperatorTable) -> SyntaxTree {
  let (parts, diagnostics) = parsed(source, operators)
  return SyntaxTree(source: source, parts: parts, diagnostics: diagnostics)
}

/// Returns what `parse` made of a text, made once more.
func partsOfText(_ source: SourceText) -> TreeParts { parsed(source, .standard).parts }

private func parsed(
  _ source: SourceText, _ operators: OperatorTable
) -> (parts: TreeParts, diagnostics: [SyntaxDiagnostic]) {
  let lexed = lex(source.bytes)
  let lexerDiagnostics = lexed.diagnostics
  var parser = Parser(source: source, tokens: lexed.tokens, operators: operators)
  parser.surveyTokens()
  parser.parseSourceFile()
  return parser.parts(lexerDiagnostics: lexerDiagnostics)
}

extension Parser {
  /// Looks once over all tokens for what is needed ahead: the ends of braces, and declared operators.
  mutating func surveyTokens() {
    braceEnds = [UInt32](repeating: 0, count: tokenCount)
    var open = Stack<UInt32>(capacity: 64)
    var declaresOperators = false
    for index in 0..<tokenCount {
      let token = input[index]
      switch token.kind {
      case .leftBrace: open.append(UInt32(truncatingIfNeeded: index))
      case .rightBrace:
        if let start = open.popLast() { braceEnds[Int(start)] = UInt32(truncatingIfNeeded: index) }
      case .keyword:
        if token.keyword == .operator || token.keyword == .precedencegroup {
          declaresOperators = true
        }
      default: break
      }
    }
    if declaresOperators {
      table.addDeclarations(in: Array(input.array.prefix(tokenCount)), bytes: source.bytes)
    }
  }

  /// Puts the parts together.
  consuming func parts(
    lexerDiagnostics: [SyntaxDiagnostic]
  ) -> (parts: TreeParts, diagnostics: [SyntaxDiagnostic]) {
    let tokens = tokensOfTree()
    var diagnostics = diagnostics
    if !lexerDiagnostics.isEmpty { diagnostics += lexerDiagnostics }
    diagnostics.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    return (
      TreeParts(tokens: tokens, nodes: nodes.array, childList: childList.array), diagnostics
    )
  }

  /// The tokens with those that were split in two.
  private func tokensOfTree() -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(tokenCount + splits.count)
    var next = 0
    for split in splits {
      input.append(next..<split.position, to: &tokens)
      tokens.append(split.front)
      next = split.position
    }
    input.append(next..<tokenCount, to: &tokens)
    return tokens
  }
}
