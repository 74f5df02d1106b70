/// `a + b`; assignments have a view of their own.
package struct InfixExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .binaryOperator else { return nil }
    self.node = node
  }

  package var left: Expr? { node.child(at: 0, Expr.self) }

  package var right: Expr? { Expr(of: node.rightOperand) }

  /// The operator: `+`, `+=`, `->`.
  package var name: String { node.name }
}

/// `a = b`.
package struct AssignmentExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .assignment else { return nil }
    self.node = node
  }

  /// The assignment that gives what an expression names another value.
  package init?(to target: Node) {
    guard let parent = target.parent, parent.kind == .assignment, parent.leftOperand == target
    else { return nil }
    node = parent
  }

  package var target: Expr? { node.child(at: 0, Expr.self) }

  package var value: Expr? { Expr(of: node.rightOperand) }
}

/// `condition ? a : b`.
package struct TernaryExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .ternary else { return nil }
    self.node = node
  }

  package var condition: Expr? { node.child(at: 0, Expr.self) }

  package var first: Expr? { node.child(at: 1, Expr.self) }

  package var second: Expr? { node.child(at: 2, Expr.self) }
}

/// `x as T`, `x as? T`, `x as! T`.
package struct CastExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .asExpr else { return nil }
    self.node = node
  }

  package var operand: Expr? { node.child(at: 0, Expr.self) }

  package var type: Node? { node.castType }

  package var mark: Mark {
    if node.flags.contains(.question) { return .conditional }
    return node.flags.contains(.exclamation) ? .forced : .coercion
  }

  /// What becomes of a value of another type.
  package enum Mark: Hashable, Sendable, CaseIterable {
    /// `as`
    case coercion
    /// `as?`
    case conditional
    /// `as!`
    case forced
  }
}

/// `(a, b: c)`; an expression in parentheses is a tuple of one.
package struct TupleExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .tuple else { return nil }
    self.node = node
  }

  package var elements: ChildViews<Argument> { ChildViews(of: node) }

  /// The expression in the parentheses, where they hold one without a label.
  package var parenthesized: Expr? {
    guard let only = elements.only, only.label == nil else { return nil }
    return only.expression
  }
}

/// `[a, b]`.
package struct ArrayExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .arrayLiteral else { return nil }
    self.node = node
  }

  package var elements: ChildViews<Expr> { ChildViews(of: node) }
}
