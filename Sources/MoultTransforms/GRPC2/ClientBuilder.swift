import MoultMatching
import MoultSemantics
import MoultSyntax

/// What opens a connection of grpc-swift 1: a builder, or one of two that a condition chooses.
///
/// It stands before the call that uses it, or is a local that nothing else uses.
struct ClientBuilder {
  /// The builder; where a condition chooses, the one where it holds.
  let chain: BuilderChain

  let choice: Choice?

  /// The statements of the local, which go.
  let gone: [Node]

  struct Choice {
    let condition: Node

    /// The builder where the condition does not hold.
    let other: BuilderChain

    /// What either is told behind the choice, in source order.
    let settings: [Node]
  }

  /// - Parameter end: the call that uses the builder.
  init(endingIn end: Node, _ file: FileContext) throws(Refusal) {
    var (calls, root) = builderCalls(end.callee?.base)
    if let name = root, let chosen = ValueOfBranches(name, file) {
      try self.init(chosen.condition, chosen.first, chosen.other, calls, chosen.statements)
      return
    }
    var gone: [Node] = []
    if let name = root, let constant = ConstantUsedOnce(name, file) {
      let (earlier, start) = builderCalls(constant.value)
      (calls, root) = (earlier + calls, start)
      gone.append(constant.statement)
    }
    if let choice = root?.withoutParentheses, choice.kind == .ternary, choice.children.count == 3 {
      let parts = choice.children
      try self.init(
        parts[0], parts[1].withoutParentheses, parts[2].withoutParentheses, calls, gone)
    } else {
      self.init(chain: try BuilderChain(calls, on: root), choice: nil, gone: gone)
    }
  }

  private init(chain: BuilderChain, choice: Choice?, gone: [Node]) {
    (self.chain, self.choice, self.gone) = (chain, choice, gone)
  }

  private init(
    _ condition: Node, _ first: Node, _ other: Node, _ settings: [Node], _ gone: [Node]
  ) throws(Refusal) {
    guard condition.kind != .ternary else {
      throw Refusal("choose between two builders, or create a 'GRPCClient' for each")
    }
    let chain = try BuilderChain(first)
    let other = try BuilderChain(other)
    self.init(
      chain: chain, choice: Choice(condition: condition, other: other, settings: settings),
      gone: gone)
  }
}

/// A variable that is used once, whose value a condition chooses.
///
/// `let x: T; if condition { x = a } else { x = b }`, or `var x = b; if condition { x = a }`.
private struct ValueOfBranches {
  let condition: Node
  let first: Node
  let other: Node

  /// The declaration and the `if`.
  let statements: [Node]

  /// - Returns: nil for any other expression, and where a comment stands in a statement.
  init?(_ use: Node, _ file: FileContext) {
    guard let local = LocalVariable(named: use, file), let statement = local.declaration?.node,
      let items = statement.parent?.items,
      let index = items.firstIndex(of: statement), index + 1 < items.count
    else { return nil }
    let (symbol, initial) = (local.symbol, local.value)
    let choice = items[index + 1]
    guard choice.kind == .ifExpr, choice.conditions.count == 1, let body = choice.body,
      let first = assigned(symbol, in: body, file),
      let other = initial ?? assigned(symbol, in: choice.elseBranch, file),
      initial == nil || choice.elseBranch == nil,
      file.semantics.references(to: symbol).count == (initial == nil ? 3 : 2),
      isExpression(choice.conditions[0]),
      !file.tree.holdsComment(in: statement.range.lowerBound..<choice.range.upperBound)
    else { return nil }
    condition = choice.conditions[0]
    (self.first, self.other) = (first, other)
    statements = [statement, choice]
  }
}

/// What the only statement of a block assigns to a local.
private func assigned(_ symbol: Symbol, in block: Node?, _ file: FileContext) -> Node? {
  guard let block, block.kind == .codeBlock, block.items.count == 1,
    block.items[0].kind == .assignment,
    let left = block.items[0].leftOperand, file.semantics.symbol(of: left) == symbol
  else { return nil }
  return block.items[0].rightOperand
}

/// Whether a condition is a value, and binds or checks nothing else.
private func isExpression(_ condition: Node) -> Bool {
  switch condition.kind {
  case .declReference, .memberAccess, .functionCall, .prefixOperator, .binaryOperator,
    .booleanLiteral, .tuple, .subscriptCall:
    true
  default: false
  }
}
