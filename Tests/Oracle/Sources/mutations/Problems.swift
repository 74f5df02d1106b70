import MoultSource
import MoultSyntax

/// Returns what is wrong with the tokens of `input`, or nil if they cover it as they should.
func problem(of result: LexResult, in input: [UInt8]) -> String? {
  for diagnostic in result.diagnostics where diagnostic.range.upperBound.index > input.count {
    return "a diagnostic behind the end of the file"
  }
  return problem(of: result.tokens, in: input)
}

/// Returns what is wrong with `tree`, or nil if its nodes nest and its tokens cover the text.
func problem(of tree: SyntaxTree) -> String? {
  if let problem = problem(of: tree.tokens, in: tree.source.bytes) { return problem }
  let root = tree.root.record
  guard root.firstToken == 0, root.endToken == tree.tokens.count else {
    return "the root does not have all tokens"
  }
  for index in tree.nodes.indices {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    let record = node.record
    var last = record.firstToken
    for inner in node.children.lazy.map(\.record) {
      guard inner.firstToken >= last, inner.endToken <= record.endToken else {
        return "a \(inner.kind) reaches out of its \(record.kind)"
      }
      last = inner.endToken
    }
  }
  return nil
}

private func problem(of tokens: some BidirectionalCollection<Token>, in input: [UInt8]) -> String? {
  var end = 0
  for token in tokens {
    guard token.start.index >= end, token.end >= token.start else {
      return "tokens overlap at \(end)"
    }
    if token.start.index > end, !token.flags.contains(.hasTriviaBefore) {
      return "trivia without its flag at \(end)"
    }
    end = token.end.index
  }
  guard let last = tokens.last, last.kind == .endOfFile, last.start.index == input.count,
    last.end.index == input.count
  else { return "no end of file" }
  return nil
}
