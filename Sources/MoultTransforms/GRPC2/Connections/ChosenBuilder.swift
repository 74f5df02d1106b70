import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What opens a connection or binds a server of grpc-swift 1: a builder, or one of two that a condition chooses.
///
/// It stands before the call that uses it, or is a local that statements behind it may tell more.
struct ChosenBuilder {
  /// The builder; where a condition chooses, the one where it holds.
  let chain: BuilderChain

  let choice: Choice?

  /// The branches that give several, with what any of them is told behind; nil where none do more than that.
  let branches: Branching?

  struct Branching {
    let places: PlacesOfSecurity

    /// The builders, in the order of their places.
    let chains: [BuilderChain]
    let settings: [Node]
  }

  /// The statements of the local, which go.
  let gone: [Node]

  /// The comments in these, each up to the end of its line.
  let remarks: [ByteRange]

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
    var gone: [Node] = []
    var value = root.map { Branches(of: $0) }
    if let name = root, let local = try BuilderOfALocal(name, file) {
      (gone, value) = (local.gone, local.value)
      calls = local.told + calls
    } else if let name = root, let constant = ConstantUsedOnce(name, file) {
      gone = [constant.statement]
      value = Branches(of: constant.value)
    } else if let name = root, let places = PlacesOfSecurity(givenTo: name, file) {
      var chains: [BuilderChain] = []
      for assignment in places.assignments {
        chains.append(try BuilderChain(assignment.value?.node))
      }
      let branches = Branching(places: places, chains: chains, settings: calls)
      try self.init(chain: chains[0], choice: nil, branches: branches, gone: [])
      return
    }
    guard let value, let condition = value.condition, let other = value.other else {
      if let made = value?.first, made != root?.withoutParentheses {
        let (earlier, start) = builderCalls(made)
        (calls, root) = (earlier + calls, start)
      }
      try self.init(chain: BuilderChain(calls, on: root), choice: nil, gone: gone)
      return
    }
    guard condition.kind != .ternary else {
      throw Refusal("choose between two builders, or create a 'GRPCClient' for each")
    }
    try self.init(
      chain: BuilderChain(value.first),
      choice: Choice(condition: condition, other: BuilderChain(other), settings: calls),
      gone: gone)
  }

  private init(
    chain: BuilderChain, choice: Choice?, branches: Branching? = nil, gone: [Node]
  ) throws(Refusal) {
    (self.chain, self.choice, self.branches, self.gone) = (chain, choice, branches, gone)
    let tree = chain.start.tree
    remarks = gone.flatMap { tree.commentRanges(in: $0.range) }
    try checkRemarks(remarks, in: tree)
  }
}

/// - Throws: a `Refusal` for comments that do not end with their line, which nothing can be said behind.
func checkRemarks(_ remarks: [ByteRange], in tree: SyntaxTree) throws(Refusal) {
  guard remarks.allSatisfy({ tree.source.text($0).hasPrefix("//") }) else {
    throw refusalOfRemarks
  }
}

/// What a person does about comments that new code cannot say again.
let refusalOfRemarks = Refusal(
  "move the comments out of the statements that make the builder or the configuration, then run the fix again"
)

/// What a person does about a comment in a call that new code takes the place of.
let refusalOfRemarkInCall = Refusal(
  "move the comment out of the call, then run the fix again")

/// A value, or one of two that a condition chooses: `c ? a : b`, an `if` or a `switch` that gives one, or a closure of such that
/// is called at once.
private struct Branches {
  var condition: Node?
  let first: Node
  var other: Node?

  init(_ first: Node, where condition: Node? = nil, else other: Node? = nil) {
    (self.first, self.condition, self.other) = (first, condition, other)
  }

  /// The expressions that it is made of.
  var parts: [Node] { [condition, first, other].compactMap(\.self) }

  init(of value: Node) {
    let value = value.withoutParentheses
    if value.kind == .ternary, value.children.count == 3 {
      let parts = value.children
      self.init(
        parts[1].withoutParentheses, where: parts[0], else: parts[2].withoutParentheses)
    } else if let call = CallExpr(value), call.arguments.isEmpty,
      let closure = ClosureExpr(of: call.called?.node), closure.captures.isEmpty,
      closure.parameters.isEmpty, let made = Branches(in: closure.node.items, taking: onlyReturned)
    {
      self = made
    } else if let made = Branches(in: [value], taking: { $0.items.count == 1 ? $0.items[0] : nil })
    {
      self = made
    } else {
      self.init(value)
    }
  }

  /// The `if` with an `else`, or the `switch` over a Boolean, that is all of some statements, or an `if` and what stands behind it.
  ///
  /// - Parameter taken: the value that a block gives, and nothing else.
  init?(in items: [Node], taking taken: (Node) -> Node?) {
    guard let choice = items.first else { return nil }
    if choice.kind == .ifExpr, choice.conditions.count == 1, isExpression(choice.conditions[0]),
      let first = choice.body.flatMap(taken)
    {
      let other =
        items.count == 1
        ? choice.elseBranch.flatMap { $0.kind == .codeBlock ? taken($0) : nil }
        : choice.elseBranch == nil && items.count == 2 ? returned(by: items[1]) : nil
      guard let other else { return nil }
      self.init(first, where: choice.conditions[0], else: other)
      return
    }
    guard items.count == 1, let choice = SwitchExpr(choice), !choice.hasConditionalCases,
      let subject = choice.subject?.node, isExpression(subject)
    else { return nil }
    let cases = Array(choice.cases)
    let labels = cases.map { $0.caseItems.only?.node.text }
    guard cases.count == 2, let holds = labels.firstIndex(of: "true"),
      let fails = labels.indices.first(where: { $0 != holds }),
      labels[fails] == "false" || cases[fails].caseItems.isEmpty,
      let first = taken(cases[holds].node), let other = taken(cases[fails].node)
    else { return nil }
    self.init(first, where: subject, else: other)
  }
}

/// What the only statement of a block returns.
private func onlyReturned(_ block: Node) -> Node? {
  block.items.count == 1 ? returned(by: block.items[0]) : nil
}

private func returned(by statement: Node) -> Node? { ReturnStmt(statement)?.value?.node }

/// A local builder: what it is given where it is declared, or in the branches right behind, and what statements tell it before
/// the call that uses it.
private struct BuilderOfALocal {
  let value: Branches

  /// What it is told, in source order.
  let told: [Node]

  /// The statements that go.
  let gone: [Node]

  /// - Returns: nil for any other expression, and for what only a constant holds.
  /// - Throws: a refusal where something that it is told may change before it is used.
  init?(_ use: Node, _ file: FileContext) throws(Refusal) {
    guard let local = LocalVariable(named: use, file), let statement = local.declaration?.node,
      let block = statement.parent, let index = block.items.firstIndex(of: statement),
      use.isInside(block)
    else { return nil }
    let symbol = local.symbol
    let behind = block.items[(index + 1)...].prefix { !use.isInside($0) }
    var (value, gone) = (local.value.map { Branches(of: $0) }, [statement])
    var count = 1
    if let choice = behind.first, let chosen = assigned(to: symbol, in: choice, value, file) {
      value = chosen.value
      gone.append(choice)
      count += chosen.count
    }
    var told: [Node] = []
    for item in behind.dropFirst(gone.count - 1) {
      let (calls, root) = builderCalls(toldIn(item, symbol, file))
      guard let root, file.semantics.symbol(of: root) == symbol else { continue }
      told += calls
      gone.append(item)
      count += AssignmentExpr(item)?.target?.node.name == symbol.name ? 2 : 1
    }
    let others = behind.filter { !gone.contains($0) && VariableDecl($0)?.introducer != .let }
    guard let value, gone.count > 1 || value.condition != nil,
      file.semantics.references(to: symbol).filter({ $0.kind == .declReference }).count == count
    else { return nil }
    let moved = value.parts + told.flatMap(valuesMoved)
    guard
      told.isEmpty || others.isEmpty
        || moved.allSatisfy({ isTheSame($0, behind: others, file) })
    else {
      throw Refusal(
        "make '\(symbol.name)' right before it is used: something that it is told may change until then"
      )
    }
    (self.value, self.told, self.gone) = (value, told, gone)
  }
}

/// What of a setting moves behind the statements between: all but a logger, as no transport logs.
private func valuesMoved(of setting: Node) -> [Node] {
  setting.callee?.name.contains("Logger") == true ? [] : setting.arguments.map(\.argumentValue)
}

/// The calls on a builder in a statement: `builder.withKeepalive(k)`, also behind `builder =` and `_ =`.
private func toldIn(_ statement: Node, _ builder: Symbol, _ file: FileContext) -> Node? {
  guard let assignment = AssignmentExpr(statement), let target = assignment.target?.node else {
    return statement
  }
  guard target.kind == .discardAssignment || file.semantics.symbol(of: target) == builder else {
    return nil
  }
  return assignment.value?.node
}

/// What a statement with branches gives a local, and how often it names it.
///
/// `if c { x = a } else { x = b }`, `switch` over a Boolean, or `if c { x = a }` where the local has a value.
private func assigned(
  to symbol: Symbol, in choice: Node, _ initial: Branches?, _ file: FileContext
) -> (value: Branches, count: Int)? {
  func taken(_ block: Node) -> Node? {
    guard let last = block.items.last, last.kind == .assignment, let left = last.leftOperand,
      file.semantics.symbol(of: left) == symbol, let value = last.rightOperand,
      block.items.dropLast().allSatisfy({ makesCertificate($0, for: value, file) })
    else { return nil }
    return value
  }
  if let initial {
    guard initial.condition == nil, choice.kind == .ifExpr, choice.conditions.count == 1,
      choice.elseBranch == nil, isExpression(choice.conditions[0]),
      let first = choice.body.flatMap(taken)
    else { return nil }
    return (Branches(first, where: choice.conditions[0], else: initial.first), 1)
  }
  return Branches(in: [choice], taking: taken).map { ($0, 2) }
}

/// Whether a statement makes a certificate or a key that only a builder in its block is given: the transport reads it itself.
private func makesCertificate(_ statement: Node, for builder: Node, _ file: FileContext) -> Bool {
  guard let variable = VariableDecl(statement), variable.introducer == .let,
    let binding = variable.bindings.only, let value = binding.value?.node,
    ["NIOSSLCertificate", "NIOSSLPrivateKey"].contains(
      CallExpr(callUnderMarks(value))?.called?.node.name),
    let name = binding.pattern?.node, let symbol = file.semantics.symbol(of: name)
  else { return false }
  return file.semantics.references(to: symbol).filter { $0.kind == .declReference }.allSatisfy {
    $0.isInside(builder)
  }
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
