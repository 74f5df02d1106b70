/// `if conditions { … } else …`, as a statement or an expression.
package struct IfExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .ifExpr else { return nil }
    self.node = node
  }

  package var conditions: ChildViews<Condition> { ChildViews(of: node) }

  package var body: StatementBlock? { node.first(StatementBlock.self) }

  package var elseBranch: Else? {
    guard let branch = node.elseBranch else { return nil }
    return IfExpr(branch).map(Else.ifExpr) ?? StatementBlock(branch).map(Else.block)
  }

  /// What stands behind `else`.
  package enum Else: Hashable, Sendable {
    case block(StatementBlock)
    case ifExpr(IfExpr)
  }
}

/// `guard conditions else { … }`.
package struct GuardStmt: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .guardStmt else { return nil }
    self.node = node
  }

  package var conditions: ChildViews<Condition> { ChildViews(of: node) }

  package var body: StatementBlock? { node.first(StatementBlock.self) }
}

/// `while conditions { … }`.
package struct WhileStmt: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .whileStmt else { return nil }
    self.node = node
  }

  package var conditions: ChildViews<Condition> { ChildViews(of: node) }

  package var body: StatementBlock? { node.first(StatementBlock.self) }
}

/// One of the conditions of an `if`, `guard` or `while`.
package enum Condition: SyntaxView {
  case expression(Expr)
  case optionalBinding(OptionalBinding)
  case match(PatternMatch)
  /// `#available(…)`
  case availability(Node)

  package init?(_ node: Node) {
    switch node.kind {
    case .optionalBinding: self = .optionalBinding(OptionalBinding(unchecked: node))
    case .matchingPattern: self = .match(PatternMatch(unchecked: node))
    case .availabilityCondition: self = .availability(node)
    default:
      // What stands behind `else` is a child as well, and an `if` there is an expression.
      guard let expression = Expr(node), node.parent?.elseBranch != node else { return nil }
      self = .expression(expression)
    }
  }

  package var node: Node {
    switch self {
    case .expression(let expression): expression.node
    case .optionalBinding(let binding): binding.node
    case .match(let match): match.node
    case .availability(let node): node
    }
  }
}

/// `let x = y` in a condition, or `let x` alone.
package struct OptionalBinding: SyntaxView {
  package let node: Node

  fileprivate init(unchecked node: Node) { self.node = node }

  package init?(_ node: Node) {
    guard node.kind == .optionalBinding else { return nil }
    self.node = node
  }

  package var introducer: Introducer { Introducer(of: node) }

  package var pattern: Node? { node.pattern }

  package var value: Expr? { Expr(of: node.initialValue) }
}

/// `case pattern = value` in a condition.
package struct PatternMatch: SyntaxView {
  package let node: Node

  fileprivate init(unchecked node: Node) { self.node = node }

  package init?(_ node: Node) {
    guard node.kind == .matchingPattern else { return nil }
    self.node = node
  }

  package var pattern: Node? { node.pattern }

  package var value: Expr? { Expr(of: node.initialValue) }
}
