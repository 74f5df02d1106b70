import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A function of the project that makes a connection and gives the client over it alone.
struct MakerOfClient: KeeperOfConnection {
  private(set) var ends: [ConnectionBesideClient.End] = []
  private(set) var reasons: [String] = []
  private let type: NamedType
  private let home: FileContext

  /// What the function returns, and the name of what it wraps.
  private var returned: [(client: Node, connection: Node)] = []
  private var callers: [Caller] = []

  /// Who calls the function, and what it calls the connection if it asks for it.
  private struct Caller {
    let call: Node
    let file: FileContext
    var kept: (pattern: Node, connection: String)?
  }

  init(_ symbol: Symbol, _ file: FileContext) throws(Refusal) {
    guard symbol.kind == .function, symbol.isOfProject, !symbol.isGenerated,
      let function = FunctionDecl(of: symbol.declaration),
      let home = file.context(of: function.node),
      let type = function.returnType.flatMap({ NamedType($0) }), type.genericArguments != nil,
      home.changesAlone(symbol), home.calls.unknownUses(of: symbol.name).isEmpty,
      let body = function.body?.node, let all = MoultMatching.callers(of: symbol, in: home)
    else { throw ConnectionBesideClient.refusal }
    (self.type, self.home) = (type, home)
    for statement in body.ownDescendants.compactMap({ ReturnStmt($0) }) {
      guard let value = statement.value?.node,
        let made = LocalVariable(named: value, home).map({ $0.isConstant ? $0.value : nil })
          ?? value,
        let connection = connectionNamed(inMaking: made, home),
        LocalVariable(named: connection, home)?.isConstant == true
      else { throw ConnectionBesideClient.refusal }
      returned.append((value, connection))
    }
    guard !returned.isEmpty else { throw ConnectionBesideClient.refusal }
    for call in all { try follow(call) }
    guard !ends.isEmpty else { throw ConnectionBesideClient.refusal }
    if ["public", "open"].contains(where: function.modifiers.contains) {
      reasons.append("'\(symbol.name)' is public: who calls it from elsewhere changes too")
    }
  }

  private mutating func follow(_ call: Node) throws(Refusal) {
    guard let file = home.context(of: call) else { throw ConnectionBesideClient.refusal }
    var caller = Caller(call: call, file: file)
    let given = call.with(.tryExpr, .awaitExpr)
    let local = LocalVariable(holding: given, file)
    // Of an `async let` nothing may be asked yet.
    guard local?.declaration?.node.modifierNames.isEmpty != false else {
      throw ConnectionBesideClient.refusal
    }
    if let local, local.isConstant, local.binding.annotatedType == nil {
      let asked = local.uses(file).compactMap { MemberAccess(on: $0) }
        .filter { isChannelOfClient($0.node, file) }
      if !asked.isEmpty {
        let function = file.function(around: call)
        let given = callers.filter { file.function(around: $0.call) == function }
          .compactMap(\.kept?.connection)
        // Of several in one function each is called after its client.
        let ofClient = local.symbol.name + "Connection"
        let names = given.isEmpty ? ["connection", "grpcClient", ofClient] : [ofClient]
        guard let pattern = PatternBinding(local.binding)?.pattern?.node,
          let name = file.freeName(names.filter { !given.contains($0) }, around: call)
        else { throw ConnectionBesideClient.refusal }
        for channel in asked {
          guard let end = MemberAccess(on: channel.node)?.call else {
            throw ConnectionBesideClient.refusal
          }
          ends.append(
            ConnectionBesideClient.End(
              shutdown: try GracefulShutdown(end, file), connection: .word(name), file: file))
        }
        caller.kept = (pattern, name)
      }
    }
    callers.append(caller)
  }

  func write(_ project: inout ProjectEditor) {
    let transport = type.genericArguments?.first.map { Code.form(.moved(.kept($0))) }
    let connection = Code.generic(
      .library("GRPCCore.GRPCClient"), [transport ?? .library(clientTransport)])
    project.change(home) { editor in
      editor.replace(
        type.node,
        with: .tuple([
          .form(.labeled("client", .kept(type))), .form(.labeled("connection", connection)),
        ]))
      for (client, connection) in returned {
        editor.replace(client, with: .tuple([.kept(client), .form(.moved(.kept(connection)))]))
      }
    }
    for caller in callers {
      project.change(caller.file) { editor in
        guard let (pattern, connection) = caller.kept else {
          return editor.replace(caller.call, with: Code.kept(caller.call).member("client"))
        }
        editor.replace(pattern, with: .tuple([.kept(pattern), .word(connection)]))
      }
    }
  }
}
