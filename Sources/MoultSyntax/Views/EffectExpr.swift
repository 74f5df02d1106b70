/// `try x`, `try? x`, `try! x`.
package struct TryExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .tryExpr else { return nil }
    self.node = node
  }

  package var mark: Mark {
    if node.flags.contains(.question) { return .optional }
    return node.flags.contains(.exclamation) ? .forced : .propagating
  }

  /// What may throw.
  package var operand: Expr? { node.child(at: 0, Expr.self) }

  /// What becomes of the error.
  package enum Mark: Hashable, Sendable, CaseIterable {
    /// `try`
    case propagating
    /// `try?`
    case optional
    /// `try!`
    case forced
  }
}

/// `await x`.
package struct AwaitExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .awaitExpr else { return nil }
    self.node = node
  }

  /// What may suspend.
  package var operand: Expr? { node.child(at: 0, Expr.self) }
}

/// `x?` inside a chain.
package struct OptionalChaining: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .optionalChaining else { return nil }
    self.node = node
  }

  package var operand: Expr? { node.child(at: 0, Expr.self) }
}

/// `x!`.
package struct ForcedValue: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .forceUnwrap else { return nil }
    self.node = node
  }

  package var operand: Expr? { node.child(at: 0, Expr.self) }
}
