package import MoultSource
package import MoultSyntax
import Synchronization

/// Trees by path, so that a round of fixes parses again only what changed.
package final class TreeCache: Sendable {
  private let trees = Mutex<[String: SyntaxTree]>([:])

  package init() {}

  /// Returns the tree of the text, parsed at most once as long as its bytes stay the same.
  package func tree(of source: SourceText) -> SyntaxTree {
    let known = trees.withLock { $0[source.path] }
    if let known, known.source.bytes == source.bytes { return known }
    let tree = parse(source)
    trees.withLock { $0[source.path] = tree }
    return tree
  }
}
