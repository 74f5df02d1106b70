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
  let lexed = tokenize(source.bytes)
  var parser = Parser(source: source, tokens: lexed.tokens, operators: operators)
  parser.surveyTokens()
  parser.parseSourceFile()
  return parser.tree(lexerDiagnostics: lexed.diagnostics)
}

extension Parser {
  /// Looks once over all tokens for what is needed ahead: the ends of braces, and declared operators.
  mutating func surveyTokens() {
    braceEnds = [UInt32](repeating: 0, count: input.count)
    var open: [Int] = []
    var declaresGroups = false
    for index in input.indices {
      let token = input[index]
      switch token.kind {
      case .leftBrace: open.append(index)
      case .rightBrace: if let start = open.popLast() { braceEnds[start] = UInt32(index) }
      case .keyword where token.keyword == .precedencegroup:
        declaresGroups = true
        table.declareGroup(at: index, in: input, bytes: source.bytes)
      default: break
      }
    }
    let groupCount = table.groups.count
    for index in input.indices where input[index].keyword == .operator {
      table.declareOperator(at: index, in: input, bytes: source.bytes)
    }
    if declaresGroups || table.groups.count != groupCount { table.relate() }
  }

  /// Puts the parts together.
  consuming func tree(lexerDiagnostics: [SyntaxDiagnostic]) -> SyntaxTree {
    var tokens: [Token] = []
    if splits.isEmpty {
      tokens = input
    } else {
      tokens.reserveCapacity(input.count + splits.count)
      var next = 0
      for split in splits {
        tokens += input[next..<split.position]
        tokens.append(split.front)
        next = split.position
      }
      tokens += input[next...]
    }
    var diagnostics = diagnostics
    if !lexerDiagnostics.isEmpty { diagnostics += lexerDiagnostics }
    diagnostics.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    return SyntaxTree(
      source: source, tokens: tokens, nodes: nodes, childList: childList, diagnostics: diagnostics)
  }
}
