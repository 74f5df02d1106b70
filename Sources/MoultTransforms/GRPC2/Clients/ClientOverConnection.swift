import MoultMatching
import MoultSemantics
import MoultSyntax

/// A connection of grpc-swift 1, or a channel of 0, and the only generated client that is made with it.
///
/// The client is made in place, or with the local or the property of the file that the connection is given to. What it says
/// for all its calls can then be said of the connection.
struct ClientOverConnection {
  /// The expression of the connection, with the `try` and `await` that go with it.
  let connection: Node

  /// The call that makes the client.
  let client: Node

  /// The argument of the client that is the connection.
  let argument: Node

  /// The statement of the connection, if it is not made in place.
  let statement: Node?

  /// - Returns: nil if the connection may serve others.
  init?(over connection: Node, _ file: FileContext) {
    if let argument = connection.parent, argument.kind == .argument {
      self.init(connection, argument, nil, file)
      return
    }
    guard let place = ConnectionVariable(of: connection, file) else { return nil }
    let arguments = file.semantics.references(to: place.symbol)
      .filter { !place.statement.range.contains($0.range.lowerBound) && !isClosed($0) }
      .map { use in use.ancestors.first { $0.kind == .argument } }
    guard arguments.count == 1, let argument = arguments[0],
      file.semantics.symbol(of: argument.argumentValue) == place.symbol
    else { return nil }
    self.init(connection, argument, place.statement, file)
  }

  /// - Parameter client: a call that makes a generated client.
  init?(of client: Node, _ file: FileContext) {
    guard let value = labelsOfConnections.lazy.compactMap({ client.argument($0) }).first else {
      return nil
    }
    if callUnderMarks(value).kind == .functionCall {
      self.init(over: value, file)
    } else {
      guard let symbol = file.semantics.symbol(of: value),
        let connection = connectionGiven(to: symbol, file)
      else { return nil }
      self.init(over: connection, file)
    }
    guard self.client == client else { return nil }
  }

  private init?(
    _ connection: Node, _ argument: Node, _ statement: Node?, _ file: FileContext
  ) {
    guard argument.argumentLabel.map(labelsOfConnections.contains) == true,
      let client = argument.ancestors.first(where: { $0.kind == .functionCall }),
      client.arguments.first == argument,
      makesGeneratedClient(client, file) || makerOfAnyClient(client, file) != nil
    else { return nil }
    (self.connection, self.client, self.argument) = (connection, client, argument)
    self.statement = statement
  }
}

/// Whether a call makes a client that a generator of grpc-swift 0, 1 or 2 declared.
func makesGeneratedClient(_ call: Node, _ file: FileContext) -> Bool {
  guard let type = typeMade(by: call, file), type.isGenerated else { return false }
  return ["GRPC.GRPCClient", "SwiftGRPC.ServiceClientBase"]
    .contains { file.model.isSubtype(type, of: $0) }
}

/// The type that a call makes a value of: by what it gives, by the initialiser of `self.init(…)`, or by what it names where
/// no initialiser takes its arguments yet.
private func typeMade(by call: Node, _ file: FileContext) -> Symbol? {
  if let type = file.semantics.type(of: call).nominalSymbol { return type }
  if let made = file.semantics.symbol(of: call) {
    return made.kind == .initializer ? made.parent : nil
  }
  guard let callee = call.callee, case .metatype(let type) = file.semantics.type(of: callee) else {
    return nil
  }
  return type.nominalSymbol
}

/// Returns an expression without the `try` and `await` before it.
func callUnderMarks(_ node: Node) -> Node {
  var node = node
  while node.kind == .tryExpr || node.kind == .awaitExpr, let operand = node.operand {
    node = operand
  }
  return node
}

/// The local constant or the property that a statement gives a connection to.
private struct ConnectionVariable {
  let symbol: Symbol
  let statement: Node

  init?(of connection: Node, _ file: FileContext) {
    guard let parent = connection.parent else { return nil }
    if let local = LocalVariable(holding: connection, file), let variable = local.declaration,
      variable.introducer == .let, variable.node.parent?.isBlockOfStatements == true
    {
      (symbol, statement) = (local.symbol, variable.node)
    } else if parent.kind == .assignment, parent.rightOperand == connection,
      let left = parent.leftOperand, let symbol = file.semantics.symbol(of: left),
      isConstantOfFile(symbol, file)
    {
      (self.symbol, statement) = (symbol, parent)
    } else {
      return nil
    }
  }
}

/// Whether a property is a constant that no other file uses.
private func isConstantOfFile(_ symbol: Symbol, _ file: FileContext) -> Bool {
  guard symbol.kind == .property, let declaration = symbol.declaration,
    let variable = declaration.nearest(.variableDecl, among: 2), variable.name == "let"
  else { return false }
  let modifiers = variable.modifierNames
  if modifiers.contains(where: { $0 == "private" || $0 == "fileprivate" }) { return true }
  return !modifiers.contains { $0 == "public" || $0 == "open" || $0 == "package" }
    && file.calls.unknownUses(of: symbol.name).isEmpty
    && file.calls.uses(of: symbol).allSatisfy { $0.tree === file.tree }
}

/// The expression that a local constant or a property is given, if it is given one in the file.
private func connectionGiven(to symbol: Symbol, _ file: FileContext) -> Node? {
  if symbol.kind == .local { return PatternBinding(of: symbol.binding)?.value?.node }
  let given = file.semantics.references(to: symbol).compactMap { use -> Node? in
    let target = use.parent?.kind == .memberAccess && use.parent?.base != use ? use.parent : use
    guard let assignment = target?.parent, assignment.kind == .assignment,
      assignment.leftOperand == target
    else { return nil }
    return assignment.rightOperand
  }
  return given.count == 1 ? given[0] : nil
}

/// Whether a use of a connection ends it.
private func isClosed(_ use: Node) -> Bool {
  guard let member = MemberAccess(on: use)?.node else {
    return false
  }
  return ["close", "closeGracefully", "beginGracefulShutdown"].contains(member.name)
}
