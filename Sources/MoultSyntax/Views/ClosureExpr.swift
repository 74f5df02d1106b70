/// `{ [captures] parameters in statements }`.
package struct ClosureExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .closure else { return nil }
    self.node = node
  }

  /// What stands before `in`; nil for a closure that says nothing of itself.
  package var signature: ClosureSignature? { node.first(ClosureSignature.self) }

  package var captures: ChildViews<Capture> {
    ChildViews(of: signature?.node.child(.captureList))
  }

  package var parameters: ChildViews<ClosureParameter> { signature?.parameters ?? .init(of: nil) }

  package var items: ChildViews<BlockItem> { ChildViews(of: node) }
}

/// What stands before the `in` of a closure.
package struct ClosureSignature: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .closureSignature else { return nil }
    self.node = node
  }

  package var parameters: ChildViews<ClosureParameter> {
    ChildViews(of: node.child(.parameterClause) ?? node)
  }

  package var returnType: Node? { node.returnType }

  package var isAsync: Bool { node.isAsync }

  package var isThrowing: Bool { node.isThrowing }
}

/// A parameter of a closure, in parentheses or not.
package struct ClosureParameter: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .closureParameter || node.kind == .parameter else { return nil }
    self.node = node
  }

  /// What the body calls it; `_` if it is discarded.
  package var name: String { node.internalName }

  /// Nil where it is left to inference.
  package var type: Node? { node.parameterType }
}

/// What a closure captures: `weak self`, `x = y`.
package struct Capture: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .capture else { return nil }
    self.node = node
  }

  package var name: String { node.name }

  /// What stands behind `=`.
  package var value: Expr? { node.first(Expr.self) }
}
