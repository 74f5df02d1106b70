import MoultMatching
import MoultSemantics
import MoultSyntax

/// A constant of a block or of the file whose only use is rewritten, so that its value can stand there and its declaration goes.
struct ConstantUsedOnce {
  let value: Node

  /// The declaration.
  let statement: Node

  /// - Parameter keepsComments: whether whoever takes the declaration away says the comments in it elsewhere.
  /// - Returns: nil for any other expression, for a declaration with a comment in it otherwise, and for one in a branch of an
  ///   `#if` behind which it is used: there each branch has one of its own.
  init?(_ use: Node, keepingComments keepsComments: Bool = false, _ file: FileContext) {
    guard let constant = LocalVariable(named: use, file), let value = constant.value,
      let statement = constant.declaration, statement.introducer == .let,
      let block = statement.node.parent, block.isBlockOfStatements, use.isInside(block),
      file.semantics.references(to: constant.symbol) == [use],
      keepsComments || !file.tree.holdsComment(in: statement.range)
    else { return nil }
    self.value = value
    self.statement = statement.node
  }

  /// The same at the top level of the file, where nothing else in the project names it.
  ///
  /// Its value is made once, which has to be all the same to what makes it where it is used.
  init?(ofFile use: Node, _ file: FileContext) {
    guard NameExpr(use) != nil, let symbol = file.semantics.symbol(of: use), symbol.kind != .local,
      let binding = symbol.binding, binding.tree === file.tree, let value = binding.initialValue,
      let declaration = VariableDecl(of: binding.parent), declaration.introducer == .let,
      declaration.bindings.only != nil, declaration.node.parent?.kind == .sourceFile,
      declaration.node.modifierNames.allSatisfy({ $0.hasSuffix("private") || $0 == "internal" }),
      file.calls.uses(of: symbol).filter({ $0.kind == .declReference }) == [use],
      !file.tree.holdsComment(in: declaration.range)
    else { return nil }
    (self.value, statement) = (value, declaration.node)
  }
}
