import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A server that branches of one statement give a constant which is declared before without a value.
///
/// `let server: Server`, `if c { server = try ….bind(…).wait() } else { … }`; or a future in all branches, which one constant waits for
/// behind them. What serves begins behind the branches.
struct ServerOfBranches {
  /// What the server is called.
  let name: String
  private let local: LocalVariable
  private let declaration: Node
  private let choice: Node
  private let given: [(target: Node, value: Node, bind: Node)]

  /// The constant that waits for the future of the branches, and its statement.
  private let waiting: (symbol: Symbol, statement: Node)?
  private let file: FileContext

  /// - Parameter node: the call of `bind` in a branch, or where the server is named.
  /// - Returns: nil for any other server.
  init?(around node: Node, _ file: FileContext) {
    let value = (try? awaited(node)) ?? node
    let assigned = AssignmentExpr(of: value.parent)
    guard
      let local = assigned?.value?.node == value
        ? assigned?.target.flatMap({ LocalVariable(named: $0.node, file) })
        : Self.constant(namedBy: node, file),
      local.value == nil, let declaration = local.declaration, declaration.introducer == .let,
      let block = declaration.node.parent, block.isBlockOfStatements
    else { return nil }
    var given: [(target: Node, value: Node, bind: Node)] = []
    var others: [Node] = []
    for use in local.uses(file) {
      guard let assignment = AssignmentExpr(of: use.parent), assignment.target?.node == use else {
        others.append(use)
        continue
      }
      guard let value = assignment.value?.node, let bind = bindCall(in: value) else { return nil }
      given.append((use, value, bind))
    }
    func item(_ node: Node) -> Node? { node.ancestors.first { $0.parent == block } }
    guard let choice = given.first.flatMap({ item($0.target) }), choice.kind == .ifExpr,
      given.count > 1, given.allSatisfy({ item($0.target) == choice })
    else { return nil }
    if given.allSatisfy({ $0.value != $0.bind && TryExpr($0.value)?.mark == .propagating }) {
      // What a branch does with its server needs one that serves.
      guard !others.contains(where: { item($0) == choice }) else { return nil }
      (waiting, name) = (nil, local.symbol.name)
    } else {
      guard given.allSatisfy({ $0.value == $0.bind }), others.count == 1, let use = others.first,
        let wait = use.waitedFor?.node,
        let constant = LocalVariable(holding: wait.with(.tryExpr, .awaitExpr), file),
        TryExpr(constant.value ?? wait)?.mark == .propagating, constant.isConstant,
        let statement = constant.declaration?.node, statement.parent == block,
        !namesAnother(constant.symbol.name, from: declaration.node, to: statement)
      else { return nil }
      (waiting, name) = ((constant.symbol, statement), constant.symbol.name)
    }
    (self.local, self.declaration, self.choice) = (local, declaration.node, choice)
    (self.given, self.file) = (given, file)
  }

  /// The constant that branches give a value, by its name or that of the one that waits for it.
  private static func constant(namedBy node: Node, _ file: FileContext) -> LocalVariable? {
    guard let named = LocalVariable(named: node, file) else { return nil }
    guard let value = named.value else { return named }
    let wait = MemberAccess(of: CallExpr(callUnderMarks(value))?.called?.node)
    return wait?.base.flatMap { LocalVariable(named: $0.node, file) }
  }

  /// What becomes of all branches together.
  func outcome() throws(Refusal) -> TransformOutcome {
    var editor = file.editor
    var reasons: [String] = []
    for (target, value, bind) in given {
      var settings = try ServerSettings(binding: bind, file)
      guard settings.repeated.isEmpty else { throw refusalOfRemarks }
      settings.leaveGroupThatEnds(before: waiting?.symbol ?? local.symbol)
      for statement in settings.gone { editor.remove(item: statement) }
      editor.replace(value, with: settings.server)
      if waiting != nil { editor.rename(target, to: name) }
      for reason in settings.reasons where !reasons.contains(reason) { reasons.append(reason) }
    }
    guard file.freeName([servingTask(name)], around: choice) != nil else {
      throw Refusal(
        "rename '\(servingTask(name))', then run the fix again: what serves is called so")
    }
    let task = Code.variable(
      .let, servingTask(name), value: RunningTask(of: name, "serve").code)
    if let waiting {
      guard let future = NamedType(of: local.binding.annotatedType),
        let server = future.genericArguments?.first, let pattern = local.binding.pattern
      else { throw Refusal("write the type of '\(local.symbol.name)' out, then run the fix again") }
      editor.rename(pattern, to: name)
      editor.replace(future.node, with: .kept(server))
      editor.replace(item: waiting.statement, with: [task])
    } else {
      editor.insert([task], after: choice)
    }
    var outcome = TransformOutcome(
      editor,
      review: [
        "the task serves until 'beginGracefulShutdown()'; an error in binding is thrown by the task, not here"
      ] + reasons, imports: ["GRPCNIOTransportHTTP2"])
    outcome.isPlaceOfMany = true
    return outcome
  }
}

/// The call of `bind` that a value is, or waits for.
private func bindCall(in value: Node) -> Node? {
  if CallExpr(value)?.called?.node.name == "bind" { return value }
  guard let waited = MemberAccess(of: CallExpr(callUnderMarks(value))?.called?.node)?.base?.node,
    CallExpr(waited)?.called?.node.name == "bind", (try? awaited(waited)) == value
  else { return nil }
  return waited
}

/// Whether a name stands for something else in the statements between two.
private func namesAnother(_ name: String, from first: Node, to last: Node) -> Bool {
  let items = first.parent?.items.drop { $0 != first }.prefix { $0 != last } ?? []
  return items.contains { item in
    item.descendants().contains { node in
      [.declReference, .identifierPattern].contains(node.kind) && node.name == name
    }
  }
}
