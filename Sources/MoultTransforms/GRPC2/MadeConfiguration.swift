import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// `.default(target: t, eventLoopGroup: g)`, the configuration of a connection, a pool or a server, and what is set on it, taken
/// apart.
///
/// It stands where the connection or the server is made, or is a local that nothing else uses.
struct MadeConfiguration {
  /// What makes it.
  let call: CallExpr

  /// What is set on it behind that.
  let assignments: [AssignmentExpr]

  /// The statements of the local, which go.
  let gone: [Node]

  /// What it is made with and told, by name, in source order.
  var settings: [(name: String, value: Node)] {
    call.arguments.map { ($0.label ?? "", $0.node.argumentValue) }
      + assignments.compactMap { assignment in
        guard let target = assignment.target, let value = assignment.value else { return nil }
        return (target.node.name, value.node)
      }
  }

  /// - Parameters:
  ///   - value: what stands behind `configuration:`.
  ///   - filler: the method that makes one and has a closure fill it in; nil if `default` or an initialiser makes it.
  init(_ value: Node, filledBy filler: String? = nil, _ file: FileContext) throws(Refusal) {
    var (made, told, gone): (Node, [AssignmentExpr], [Node]) = (value, [], [])
    if let constant = ConstantUsedOnce(value, file) {
      (made, gone) = (constant.value, [constant.statement])
    } else if let variable = VariableSetOnce(value, file) {
      (made, told) = (variable.value, variable.assignments)
      gone = [variable.statement] + variable.assignments.map(\.node)
    }
    let makers = filler.map { [$0] } ?? ["default", "init", "Configuration"]
    guard let call = CallExpr(made), let maker = call.called?.node.name, makers.contains(maker),
      call.trailingClosures.isEmpty || filler != nil
    else {
      throw Refusal(
        "the configuration is made elsewhere: create the transport of grpc-swift 2 with its settings, and the client or the server with the transport"
      )
    }
    self.call = call
    assignments = told
    self.gone = gone
  }
}

/// A local variable that statements behind it set members of, before the only use of it.
private struct VariableSetOnce {
  let value: Node
  let statement: Node
  let assignments: [AssignmentExpr]

  /// - Returns: nil for any other expression, and where a comment stands in a statement.
  init?(_ use: Node, _ file: FileContext) {
    guard let name = NameExpr(use), let symbol = file.semantics.symbol(of: name.node),
      symbol.kind == .local, let declaration = symbol.declaration, declaration.tree === file.tree,
      let variable = VariableDecl(binding: declaration), variable.introducer == .var,
      let value = variable.bindings.only?.value?.node, let block = variable.node.parent,
      block.isBlockOfStatements, use.isInside(block)
    else { return nil }
    // Nothing but constants may stand in between, as the values move behind them.
    let between = block.items.drop { $0 != variable.node }.dropFirst().prefix { !use.isInside($0) }
    let assignments = between.compactMap { AssignmentExpr($0) }.filter { assignment in
      MemberAccess(of: assignment.target?.node)?.base.flatMap { NameExpr($0.node) }?.name
        == symbol.name
    }
    let uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
    let constants = between.filter { VariableDecl($0)?.introducer == .let }
    guard !assignments.isEmpty, assignments.count + constants.count == between.count,
      uses.count == assignments.count + 1, uses.last == use,
      !([variable.node] + assignments.map(\.node)).contains(where: {
        file.tree.holdsComment(in: $0.range)
      })
    else { return nil }
    (self.value, statement, self.assignments) = (value, variable.node, assignments)
  }
}
