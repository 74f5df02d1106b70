/// An expression: which of the alternatives of the grammar it is.
///
/// Forms that no rewrite looks into have their node alone.
package enum Expr: SyntaxView {
  case name(NameExpr)
  case member(MemberAccess)
  case call(CallExpr)
  case subscripted(SubscriptExpr)
  case closure(ClosureExpr)
  case tuple(TupleExpr)
  case array(ArrayExpr)
  case dictionary(Node)
  case string(Node)
  /// A number, a Boolean, `nil` or a regular expression.
  case literal(Node)
  case tryMarked(TryExpr)
  case awaited(AwaitExpr)
  case optionalChaining(OptionalChaining)
  case forced(ForcedValue)
  case cast(CastExpr)
  case typeTest(Node)
  case infix(InfixExpr)
  case assignment(AssignmentExpr)
  case ternary(TernaryExpr)
  /// `-x`, `x…` and `&x`.
  case unary(Node)
  case keyPath(Node)
  case macro(Node)
  case ifElse(IfExpr)
  case choice(SwitchExpr)
  case doCatch(DoStmt)
  /// `f<Int>`.
  case specialized(Node)
  /// `consume x`, `each x`, a type where an expression stands, a placeholder, and what is missing.
  case other(Node)

  package init?(_ node: Node) {
    guard node.kind.isExpression || node.kind.continuesExpression else { return nil }
    self = Expr.alternative(node) ?? .other(node)
  }

  private static func alternative(_ node: Node) -> Expr? {
    switch node.kind {
    case .declReference: NameExpr(node).map(Expr.name)
    case .memberAccess: MemberAccess(node).map(Expr.member)
    case .functionCall: CallExpr(node).map(Expr.call)
    case .subscriptCall: SubscriptExpr(node).map(Expr.subscripted)
    case .closure: ClosureExpr(node).map(Expr.closure)
    case .tuple: TupleExpr(node).map(Expr.tuple)
    case .arrayLiteral: ArrayExpr(node).map(Expr.array)
    case .dictionaryLiteral: .dictionary(node)
    case .stringLiteral: .string(node)
    case .integerLiteral, .floatLiteral, .booleanLiteral, .nilLiteral, .regexLiteral:
      .literal(node)
    case .tryExpr: TryExpr(node).map(Expr.tryMarked)
    case .awaitExpr: AwaitExpr(node).map(Expr.awaited)
    case .optionalChaining: OptionalChaining(node).map(Expr.optionalChaining)
    case .forceUnwrap: ForcedValue(node).map(Expr.forced)
    case .asExpr: CastExpr(node).map(Expr.cast)
    case .isExpr: .typeTest(node)
    case .binaryOperator: InfixExpr(node).map(Expr.infix)
    case .assignment: AssignmentExpr(node).map(Expr.assignment)
    case .ternary: TernaryExpr(node).map(Expr.ternary)
    case .prefixOperator, .postfixOperator, .inOut: .unary(node)
    case .keyPath: .keyPath(node)
    case .macroExpansion: .macro(node)
    case .ifExpr: IfExpr(node).map(Expr.ifElse)
    case .switchExpr: SwitchExpr(node).map(Expr.choice)
    case .doStmt: DoStmt(node).map(Expr.doCatch)
    case .genericSpecialization: .specialized(node)
    default: nil
    }
  }

  package var node: Node {
    switch self {
    case .name(let view): view.node
    case .member(let view): view.node
    case .call(let view): view.node
    case .subscripted(let view): view.node
    case .closure(let view): view.node
    case .tuple(let view): view.node
    case .array(let view): view.node
    case .tryMarked(let view): view.node
    case .awaited(let view): view.node
    case .optionalChaining(let view): view.node
    case .forced(let view): view.node
    case .cast(let view): view.node
    case .infix(let view): view.node
    case .assignment(let view): view.node
    case .ternary(let view): view.node
    case .ifElse(let view): view.node
    case .choice(let view): view.node
    case .doCatch(let view): view.node
    case .dictionary(let node), .string(let node), .literal(let node), .typeTest(let node),
      .unary(let node), .keyPath(let node), .macro(let node), .specialized(let node),
      .other(let node):
      node
    }
  }
}

extension NodeKind {
  /// An `#if` behind an expression goes on with it.
  fileprivate var continuesExpression: Bool { self == .ifConfig }
}
