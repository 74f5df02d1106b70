import MoultSource
import MoultSyntax
import Testing

/// Returns the tree of `text`.
func parsed(_ text: String) -> SyntaxTree {
  parse(SourceText(path: "Test.swift", bytes: Array(text.utf8)))
}

/// Expects that `text` parses without diagnostics into items that dump as `expected`.
///
/// White space between the parts of `expected` does not matter.
func expectTree(
  _ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let tree = parsed(text)
  let dumped = tree.root.children.map { dump($0) }.joined(separator: " ")
  #expect(withoutLayout(dumped) == withoutLayout(expected), sourceLocation: sourceLocation)
  #expect(tree.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
  expectConsistent(tree, sourceLocation: sourceLocation)
}

private func withoutLayout(_ text: String) -> String {
  text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
}

/// Expects that the nodes of `tree` nest, that each but the root has a parent, and that tokens and gaps
/// cover the text.
func expectConsistent(_ tree: SyntaxTree, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(tree.root.record.firstToken == 0, sourceLocation: sourceLocation)
  #expect(Int(tree.root.record.endToken) == tree.tokens.count, sourceLocation: sourceLocation)
  var problems: [String] = []
  for (index, record) in tree.nodes.enumerated() {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    var last = record.firstToken
    for child in node.children {
      if child.record.parent != UInt32(index) { problems.append("parent of \(child.kind)") }
      if child.record.firstToken < last { problems.append("order of \(child.kind)") }
      last = child.record.endToken
    }
    if last > record.endToken { problems.append("end of \(record.kind)") }
    if record.kind.hasMainBetweenChildren,
      node.children.contains(where: { $0.tokenIDs.contains(Int(record.mainToken)) })
    {
      problems.append("operator inside an operand of \(record.kind)")
    }
    if record.parent == UInt32.max, index != tree.nodes.count - 1 {
      problems.append("orphaned \(record.kind)")
    }
    if !node.isEmpty, !(record.firstToken..<record.endToken).contains(record.mainToken) {
      problems.append("main token of \(record.kind)")
    }
  }
  for (token, next) in zip(tree.tokens, tree.tokens.dropFirst()) where token.end > next.start {
    problems.append("tokens overlap at \(next.start)")
  }
  #expect(problems == [], sourceLocation: sourceLocation)
}

extension NodeKind {
  /// Whether the main token is an operator that stands between the children.
  fileprivate var hasMainBetweenChildren: Bool {
    switch self {
    case .binaryOperator, .assignment, .ternary, .isExpr, .asExpr: true
    default: false
    }
  }
}
