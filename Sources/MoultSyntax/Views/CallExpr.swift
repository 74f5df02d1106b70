/// A call of a function: `f(a, b: c) { … } label: { … }`.
package struct CallExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .functionCall else { return nil }
    self.node = node
  }

  /// What is called, as it is written; `f<Int>` with its generic arguments.
  package var called: Expr? { node.child(at: 0, Expr.self) }

  /// Between the parentheses; nil for a call that has none.
  package var argumentList: ArgumentList? { node.first(ArgumentList.self) }

  /// Between the parentheses.
  package var arguments: ChildViews<Argument> { ChildViews(of: node.child(.argumentList)) }

  /// Behind the parentheses, the first without a label.
  package var trailingClosures: ChildViews<TrailingClosure> { ChildViews(of: node) }

  /// The argument between the parentheses that has a label.
  package func argument(labeled label: String) -> Argument? {
    arguments.first { $0.label == label }
  }

  /// The only argument, without a closure behind it.
  package var onlyArgument: Argument? { trailingClosures.isEmpty ? arguments.only : nil }
}

/// `a[b, c: d]`.
package struct SubscriptExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .subscriptCall else { return nil }
    self.node = node
  }

  /// What the subscript is taken of.
  package var base: Expr? { node.child(at: 0, Expr.self) }

  package var arguments: ChildViews<Argument> { ChildViews(of: node.child(.argumentList)) }
}

/// `( … )` or `[ … ]` behind what is called.
package struct ArgumentList: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .argumentList else { return nil }
    self.node = node
  }

  package var arguments: ChildViews<Argument> { ChildViews(of: node) }
}

/// An argument of a call, or an element of a tuple.
package struct Argument: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .argument else { return nil }
    self.node = node
  }

  /// The word before the colon.
  package var label: String? { node.argumentLabel }

  package var value: Value {
    guard let child = node.children.first else { return .missing }
    switch child.kind {
    case .missingExpr: return .missing
    case .patternExpr: return .pattern(child)
    default: return Expr(child).map(Value.expression) ?? .missing
    }
  }

  /// The value, if it is an expression.
  package var expression: Expr? {
    switch value {
    case .expression(let expression): expression
    case .pattern, .missing: nil
    }
  }

  /// The call that it is an argument of; nil in a tuple or a subscript.
  package var call: CallExpr? { CallExpr(of: node.parent?.parent) }

  /// What an argument can be.
  package enum Value: Hashable, Sendable {
    case expression(Expr)
    /// `let x` between the parentheses of a case.
    case pattern(Node)
    /// Nothing stands behind the label.
    case missing
  }
}

/// A closure behind the parentheses of a call.
package struct TrailingClosure: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    switch node.kind {
    case .labeledClosure: break
    case .closure:
      // What is called can be a closure as well: `{ … }()`.
      guard let call = node.parent, call.children.first != node || call.kind == .macroExpansion
      else { return nil }
    default: return nil
    }
    self.node = node
  }

  /// Nil for the first, which is written without one.
  package var label: String? { node.kind == .labeledClosure ? node.name : nil }

  package var closure: ClosureExpr? {
    node.kind == .labeledClosure ? node.first(ClosureExpr.self) : ClosureExpr(node)
  }
}
