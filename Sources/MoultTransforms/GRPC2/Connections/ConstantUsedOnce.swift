import MoultMatching
import MoultSemantics
import MoultSyntax

/// A local constant whose only use is rewritten, so that its value can stand there and its declaration goes.
struct ConstantUsedOnce {
  let value: Node

  /// The declaration.
  let statement: Node

  /// - Returns: nil for any other expression, for a declaration with a comment in it, and for one in a branch of an `#if`
  ///   behind which it is used: there each branch has one of its own.
  init?(_ use: Node, _ file: FileContext) {
    guard let constant = LocalVariable(named: use, file), let value = constant.value,
      let statement = constant.declaration, statement.introducer == .let,
      let block = statement.node.parent, block.isBlockOfStatements, use.isInside(block),
      file.semantics.references(to: constant.symbol) == [use],
      !file.tree.holdsComment(in: statement.range)
    else { return nil }
    self.value = value
    self.statement = statement.node
  }
}
