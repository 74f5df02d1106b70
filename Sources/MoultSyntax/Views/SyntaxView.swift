package import MoultSource

/// A node of a known kind, with names for its children.
///
/// A view is its node and nothing else: two words, made without a look below the node. A child is found when it is
/// asked for.
package protocol SyntaxView: Hashable, Sendable {
  var node: Node { get }

  /// - Returns: nil if the node is of another kind.
  init?(_ node: Node)
}

extension SyntaxView {
  /// The bytes from the first token to the last, without trivia around them.
  package var range: ByteRange { node.range }

  package var tree: SyntaxTree { node.tree }
}

extension SyntaxView {
  /// The view of a node that may be missing.
  package init?(of node: Node?) {
    guard let node else { return nil }
    self.init(node)
  }
}

/// The children of a node that have one view, in source order.
///
/// Built by walking: nothing is collected.
package struct ChildViews<View: SyntaxView>: Sequence, Sendable {
  private let children: Node.Children?

  /// - Parameter node: whose children are looked at; nil for none.
  init(of node: Node?) { children = node?.children }

  /// Goes over the children in the order of the text, and skips those of another kind.
  package struct Iterator: IteratorProtocol {
    fileprivate let children: Node.Children?
    fileprivate var position = 0

    package mutating func next() -> View? {
      guard let children else { return nil }
      while position < children.count {
        defer { position += 1 }
        if let view = View(children[position]) { return view }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator { Iterator(children: children) }

  package var first: View? { first { _ in true } }

  package var last: View? {
    guard let children else { return nil }
    return children.lazy.reversed().lazy.compactMap { View($0) }.first
  }

  /// The only one; nil if there are more, or none.
  package var only: View? {
    var iterator = makeIterator()
    guard let first = iterator.next(), iterator.next() == nil else { return nil }
    return first
  }

  package var isEmpty: Bool { first == nil }

  /// - Complexity: O(*children*).
  package var count: Int { reduce(0) { count, _ in count + 1 } }
}

extension Node {
  /// The first child that has a view.
  func first<View: SyntaxView>(_ view: View.Type) -> View? {
    for child in children {
      if let found = View(child) { return found }
    }
    return nil
  }

  /// The child at a position that has a view; nil if there is none, or it has another.
  func child<View: SyntaxView>(at position: Int, _ view: View.Type) -> View? {
    position < children.count ? View(children[position]) : nil
  }
}
