import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A parameter with the configuration of a connection, which the function opens and does nothing else with.
///
/// `init(config: ClientConnection.Configuration) { c = ClientConnection(configuration: config) }` takes the transport in grpc-swift 2.
/// Nobody in the project calls the function, so that those who do it elsewhere say what the transport is told.
struct TransportParameter {
  private let parameter: Parameter
  private let name: String
  private let file: FileContext

  /// The call that opens the connection.
  private let call: Node

  /// - Parameters:
  ///   - value: what stands behind `configuration:`.
  ///   - call: opens the connection.
  /// - Returns: nil for any other configuration, where a call of the project gives one, for a connection that is asked for more, and
  ///   where several may be opened, as a transport is one client's.
  init?(_ value: Node, openedBy call: Node, _ file: FileContext) {
    guard NameExpr(value) != nil, MemberAccess(on: call) == nil,
      let symbol = file.semantics.symbol(of: value),
      let parameter = Parameter(of: symbol.declaration), parameter.node.tree === file.tree,
      parameter.type?.mainTypeName == "Configuration", parameter.defaultValue == nil,
      let owner = parameter.node.owningFunction, let function = file.semantics.symbol(of: owner),
      file.semantics.references(to: symbol).filter({ $0.kind == .declReference }) == [value],
      file.values(passedTo: parameter.node)?.isEmpty == true,
      !call.ancestors.prefix(while: { $0 != owner }).contains(where: \.mayRunOften),
      let name = file.freeName(["transport", "clientTransport"], around: value),
      file.changesAlone(function)
    else { return nil }
    (self.parameter, self.name, self.call, self.file) = (parameter, name, call, file)
  }

  /// Opens the client over the transport that the function is given.
  func outcome(names: [String]) throws(Refusal) -> TransformOutcome {
    guard OptionsOfAClient(ofClientOver: call, file) == nil, ListOfEveryClient.judged(file) == nil,
      !call.ancestors.prefix(while: { !$0.isBlockOfStatements }).contains(where: {
        $0.kind == .tryExpr
      })
    else {
      throw Refusal(
        "let the function take the transport, an 'HTTP2ClientTransport.Posix', instead of the configuration, and give the 'GRPCClient' the interceptors beside it"
      )
    }
    let transport = Code.library("GRPCNIOTransportCore.HTTP2ClientTransport").member("Posix")
    let label = parameter.label == parameter.name ? name : parameter.label
    var editor = file.editor
    editor.replace(
      element: parameter.node, with: [.form(.parameter(ParameterCode(label, name, transport)))])
    let client = Code.quoted("GRPCCore::GRPCClient(transport: \(name))")
    try RunningValue(call, file).put(client, running: "runConnections", names: names, &editor)
    return TransformOutcome(
      editor,
      review:
        "who calls the function makes the transport, with what the configuration said; its calls wait for a connection only where a 'ServiceConfig' says 'waitForReady'",
      imports: ["GRPCNIOTransportHTTP2"])
  }
}

extension Node {
  /// Whether what stands in it may run several times where the code around it runs once.
  fileprivate var mayRunOften: Bool {
    switch kind {
    case .closure, .functionDecl, .accessorBlock, .forStmt, .whileStmt, .repeatStmt: true
    default: false
    }
  }
}
