import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A future of several steps that a statement waits for.
extension FutureTail {
  /// The statements that a statement becomes which waits for a future and returns, names or drops what it gives.
  ///
  /// - Parameter wait: with its marks.
  /// - Returns: nil for a statement that does more.
  func awaited(
    _ future: Node, by wait: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> (statement: Node, items: [Code])? {
    guard let statement = statementGiving(wait), TryExpr(wait)?.mark == .propagating,
      let block = statement.parent
    else { return nil }
    let use: Use
    if let constant = LocalVariable(holding: wait, file) {
      guard constant.isConstant, constant.declaration?.node == statement,
        constant.binding.annotatedType == nil
      else { return nil }
      use = .named(constant.symbol.name)
    } else if ReturnStmt(statement) != nil {
      use = .returned
    } else if discarding(wait) == statement {
      use = .named("_")
    } else {
      guard statement == wait, case .given = result(of: block, file) else { return nil }
      use = .returned
    }
    // What it declares comes to stand beside what the block declares.
    let declared = declaredNames(
      future.descendants.lazy.compactMap { ClosureExpr($0) }.flatMap { $0.items.map(\.node) })
    guard declared.isDisjoint(with: declaredNames(block.items)),
      !file.tree.holdsComment(in: statement.range.lowerBound..<future.range.lowerBound),
      !file.tree.holdsComment(in: future.range.upperBound..<statement.range.upperBound)
    else { return nil }
    return (statement, try outcome(of: future, use, in: statement, &editor))
  }

  /// Whether code around a closure, whose statements come to stand there, means something else by names that they declare.
  func namesSomethingAround(_ closure: ClosureExpr) -> Bool {
    let names = declaredNames(closure.items.map(\.node))
      .union(closure.parameters.map(\.name).filter { $0 != "_" })
    guard !names.isEmpty,
      let owner = closure.node.ancestors.first(where: {
        [.functionDecl, .initializerDecl, .accessorBlock, .accessorDecl, .sourceFile].contains(
          $0.kind)
      })
    else { return false }
    return owner.descendants.contains { node in
      guard node.kind == .declReference, names.contains(node.name) else { return false }
      guard let declared = file.semantics.symbol(of: node)?.declaration,
        declared.tree === file.tree
      else { return true }
      if declared.isInside(closure.node) { return false }
      // What another block declares for itself is not there.
      let scope = declared.ancestors.first {
        [.codeBlock, .closure, .switchCase, .functionDecl, .memberBlock].contains($0.kind)
      }
      return scope.map { scope in
        closure.node.isInside(scope)
          && !closure.node.ancestors.contains { $0.kind == .closure && declared.isInside($0) }
      } ?? true
    }
  }
}
