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
    guard use.kind == .declReference, let symbol = file.semantics.symbol(of: use),
      symbol.kind == .local, let declaration = symbol.declaration, declaration.tree === file.tree,
      let binding = ([declaration] + declaration.ancestors.prefix(2))
        .first(where: { $0.kind == .patternBinding }), let value = binding.initialValue,
      let statement = binding.parent, statement.kind == .variableDecl, statement.name == "let",
      statement.bindings.count == 1, let block = statement.parent, block.isBlockOfStatements,
      use.isInside(block), file.semantics.references(to: symbol) == [use],
      !file.tree.holdsComment(in: statement.range)
    else { return nil }
    self.value = value
    self.statement = statement
  }
}
