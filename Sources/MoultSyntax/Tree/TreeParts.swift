/// All tokens and nodes of a text, as the parser made them.
///
/// A class, so that a tree can let go of it or have it made again.
final class TreeParts: Sendable {
  let tokens: [Token]
  let nodes: [NodeRecord]

  /// The children of all nodes; each node owns one contiguous stretch.
  let childList: [NodeID]

  init(tokens: [Token], nodes: [NodeRecord], childList: [NodeID]) {
    self.tokens = tokens
    self.nodes = nodes
    self.childList = childList
  }
}

extension SyntaxTree {
  /// The tokens by their index, in source order; the last is the end of the file.
  package var tokens: Tokens { Tokens(tree: self) }

  /// What is stored of the nodes, by their id.
  package var nodes: Nodes { Nodes(tree: self) }

  /// The tokens of a tree.
  package struct Tokens: RandomAccessCollection, Sendable {
    fileprivate let tree: SyntaxTree

    package var startIndex: Int { 0 }
    package var endIndex: Int { tree.tokenCount }
    /// - Complexity: O(1), unless it stands in a body of an outline: then the text is parsed again.
    package subscript(position: Int) -> Token { tree.token(at: position) }

    /// Goes through all of them at hand, which takes no look at the tree for each.
    package func makeIterator() -> IndexingIterator<[Token]> { tree.parts.tokens.makeIterator() }
  }

  /// What is stored of the nodes of a tree.
  package struct Nodes: RandomAccessCollection, Sendable {
    fileprivate let tree: SyntaxTree

    package var startIndex: Int { 0 }
    package var endIndex: Int { tree.nodeCount }
    /// - Complexity: O(1), unless it stands in a body of an outline: then the text is parsed again.
    package subscript(position: Int) -> NodeRecord { tree.record(at: position) }

    /// Goes through all of them at hand, which takes no look at the tree for each.
    package func makeIterator() -> IndexingIterator<[NodeRecord]> {
      tree.parts.nodes.makeIterator()
    }
  }
}
