package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A function that makes whatever generated client its caller wants, over a connection that it opens.
///
/// `func make<C: GRPCClient>() -> C { let c = …; return C(channel: c) }` gives the `GRPCClient` in grpc-swift 2, where nothing is
/// declared for the initialisers of all clients, and `let x: XClient = make()` wraps it. Both, and the connection, change
/// together.
struct FactoryOfClients {
  private let function: FunctionDecl
  private let clause: Node
  private let result: Node

  /// What makes the client, and the connection that it is given.
  private let client: Node
  private let connection: Node

  /// The calls of the function.
  private let calls: [Node]
  private let file: FileContext

  /// - Returns: nil for a connection that no client of a generic parameter is made with.
  /// - Throws: `Refusal` where one is, and the function does more, or somebody calls it without saying which client is made.
  init?(over connection: Node, _ file: FileContext) throws(Refusal) {
    guard let made = ClientOverConnection(over: connection, file),
      let (function, parameter) = makerOfAnyClient(made.client, file)
    else { return nil }
    let refusal = Refusal(
      "let '\(function.name)' return the 'GRPCClient', and create the client with 'X.Client(wrapping: \(function.name)(…))' where it is called; no protocol of grpc-swift 2 has the initialiser of all clients"
    )
    let names = function.node.descendants.filter { node in
      [.identifierType, .declReference].contains(node.kind) && node.name == parameter.name
    }
    guard made.statement != nil, let clause = parameter.parent, let result = function.returnType,
      function.node.genericParameters == [parameter], function.node.genericRequirements.isEmpty,
      names.count == 2, names.contains(result), made.client.callee.map(names.contains) == true,
      let symbol = file.semantics.symbol(of: function.node)
    else { throw refusal }
    guard file.changesAlone(symbol),
      file.calls.unknownUses(of: symbol.name).isEmpty,
      let calls = callers(of: symbol, in: file),
      calls.allSatisfy({ givesGeneratedClient($0, file) })
    else { throw refusal }
    (self.function, self.clause, self.result, self.calls) = (function, clause, result, calls)
    (client, self.connection, self.file) = (made.client, made.argument.argumentValue, file)
  }

  /// - Parameter editor: of the file of the function.
  /// - Returns: the edits of the calls in other files, by path.
  func rewrite(_ editor: inout SyntaxEditor) -> [String: [Edit]] {
    editor.delete(clause.range)
    let type = file.spelling(of: "GRPCCore.GRPCClient", at: result)
    editor.replace(
      result, with: .generic(type, [.library("GRPCNIOTransportHTTP2.HTTP2ClientTransport.Posix")]))
    editor.replace(client, with: .kept(connection))
    var project = ProjectEditor()
    for call in calls {
      if call.tree === file.tree {
        editor.replace(call, with: wrapping(call))
      } else if let home = file.context(of: call) {
        project.change(home) { $0.replace(call, with: wrapping(call)) }
      }
    }
    return project.consequence(in: file).elsewhere
  }

  private func wrapping(_ call: Node) -> Code {
    .call(.member(nil, "init"), [CodeArgument("wrapping", .kept(call))])
  }
}

/// Turns `C: GRPCClient`, what a function makes its caller's client of, into the `GRPCClient` that it gives.
package func factoryOfClients(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let parameter = match.node.parent, parameter.kind == .genericParameter,
    let function = parameter.ancestors.lazy.compactMap({ FunctionDecl($0) }).first,
    let client = function.node.descendants.first(where: { node in
      node.kind == .functionCall && makerOfAnyClient(node, file)?.parameter == parameter
    }), let made = ClientOverConnection(of: client, file)
  else { return .manual() }
  guard try FactoryOfClients(over: made.connection, file) != nil else { return .manual() }
  return try connectionOpened(for: made, file) ?? .manual()
}

/// The function around a call which makes a client of its generic parameter, and that parameter.
func makerOfAnyClient(
  _ call: Node, _ file: FileContext
) -> (function: FunctionDecl, parameter: Node)? {
  guard let callee = call.callee, callee.kind == .declReference,
    let function = call.ancestors.first(where: { $0.kind == .functionDecl }),
    let view = FunctionDecl(function),
    let parameter = function.genericParameters.first(where: { $0.name == callee.name }),
    parameter.children.contains(where: {
      file.semantics.symbol(of: $0)?.qualifiedName == "GRPC.GRPCClient"
    })
  else { return nil }
  return (view, parameter)
}

/// Whether a call is the value of what is declared as a generated client.
private func givesGeneratedClient(_ call: Node, _ file: FileContext) -> Bool {
  guard let home = file.context(of: call),
    let binding = call.ancestors.first(where: { $0.kind == .patternBinding }),
    let value = binding.initialValue, callUnderMarks(value) == call,
    let type = binding.annotatedType, let client = home.semantics.symbol(of: type)
  else { return false }
  return client.isGenerated && file.model.isSubtype(client, of: "GRPC.GRPCClient")
}
