/// A statement: which of the alternatives of the grammar it is.
package enum Statement: SyntaxView {
  case ifElse(IfExpr)
  case choice(SwitchExpr)
  case guarding(GuardStmt)
  case whileLoop(WhileStmt)
  case repeatLoop(RepeatStmt)
  case forLoop(ForStmt)
  case doCatch(DoStmt)
  case returning(ReturnStmt)
  case throwing(ThrowStmt)
  /// `break`, `continue`, `fallthrough`
  case jump(Node)
  case deferred(Node)
  case labeled(Node)
  /// `yield`, `then`, `discard`
  case other(Node)

  package init?(_ node: Node) {
    guard node.kind.isStatement else { return nil }
    self = Statement.alternative(node) ?? .other(node)
  }

  private static func alternative(_ node: Node) -> Statement? {
    switch node.kind {
    case .ifExpr: IfExpr(node).map(Statement.ifElse)
    case .switchExpr: SwitchExpr(node).map(Statement.choice)
    case .guardStmt: GuardStmt(node).map(Statement.guarding)
    case .whileStmt: WhileStmt(node).map(Statement.whileLoop)
    case .repeatStmt: RepeatStmt(node).map(Statement.repeatLoop)
    case .forStmt: ForStmt(node).map(Statement.forLoop)
    case .doStmt: DoStmt(node).map(Statement.doCatch)
    case .returnStmt: ReturnStmt(node).map(Statement.returning)
    case .throwStmt: ThrowStmt(node).map(Statement.throwing)
    case .breakStmt, .continueStmt, .fallthroughStmt: .jump(node)
    case .deferStmt: .deferred(node)
    case .labeledStmt: .labeled(node)
    default: nil
    }
  }

  package var node: Node {
    switch self {
    case .ifElse(let view): view.node
    case .choice(let view): view.node
    case .guarding(let view): view.node
    case .whileLoop(let view): view.node
    case .repeatLoop(let view): view.node
    case .forLoop(let view): view.node
    case .doCatch(let view): view.node
    case .returning(let view): view.node
    case .throwing(let view): view.node
    case .jump(let node), .deferred(let node), .labeled(let node), .other(let node): node
    }
  }
}

/// `return value`.
package struct ReturnStmt: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .returnStmt else { return nil }
    self.node = node
  }

  package var value: Expr? { node.first(Expr.self) }
}

/// `throw value`.
package struct ThrowStmt: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .throwStmt else { return nil }
    self.node = node
  }

  package var value: Expr? { node.first(Expr.self) }
}

/// `for pattern in sequence where condition { … }`.
package struct ForStmt: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .forStmt else { return nil }
    self.node = node
  }

  package var isAwaited: Bool { node.flags.contains(.isAsync) }

  package var isTried: Bool { node.flags.contains(.question) }

  package var pattern: PatternSyntax? { node.first(PatternSyntax.self) }

  package var sequence: Expr? { node.first(Expr.self) }

  package var whereCondition: Expr? { Expr(of: node.whereCondition) }

  package var body: StatementBlock? { node.first(StatementBlock.self) }
}

/// `repeat { … } while condition`.
package struct RepeatStmt: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .repeatStmt else { return nil }
    self.node = node
  }

  package var body: StatementBlock? { node.first(StatementBlock.self) }

  package var condition: Expr? { node.first(Expr.self) }
}

/// `do { … } catch { … }`.
package struct DoStmt: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .doStmt else { return nil }
    self.node = node
  }

  package var body: StatementBlock? { node.first(StatementBlock.self) }

  package var catchClauses: ChildViews<CatchClause> { ChildViews(of: node) }
}

/// `catch pattern { … }`.
package struct CatchClause: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .catchClause else { return nil }
    self.node = node
  }

  /// None for a plain `catch`.
  package var items: ChildViews<CatchItem> { ChildViews(of: node) }

  package var body: StatementBlock? { node.first(StatementBlock.self) }
}

/// One pattern of a `catch`, with its `where`.
package struct CatchItem: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .catchItem else { return nil }
    self.node = node
  }

  package var pattern: PatternSyntax? { node.first(PatternSyntax.self) }

  package var whereCondition: Expr? { Expr(of: node.whereCondition) }
}
