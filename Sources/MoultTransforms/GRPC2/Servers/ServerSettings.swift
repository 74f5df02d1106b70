import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// What a server's builder was told, in the words of grpc-swift 2.
struct ServerSettings: SettingsOfATransport {
  static let words = WordsOfATransport(
    product: "GRPCServer", transport: "HTTP2ServerTransport.Posix",
    security: ".tls(certificateChain:privateKey:)",
    verification: "clientCertificateVerification", needsCertificate: true)
  var reasons: [String] = []
  private let address: Code
  var gone: [Node] = []

  private(set) var repeated: [ByteRange] = []
  private var services = Code.array([])
  private var pipeline: Code?
  var security = TransportSecurity()
  var config = TransportConfig()
  private(set) var group: Node?
  var otherwise: OtherSecurity?
  var branches: SecurityOfBranches?
  let file: FileContext

  /// Reads the call of `bind` at the end of a builder.
  init(binding call: Node, _ file: FileContext) throws(Refusal) {
    let builder = try ChosenBuilder(endingIn: call, file)
    self.file = file
    address = try boundAddress(of: call, &reasons)
    try read(builder)
    repeated = builder.remarks + (try remarks(inChain: call, file))
  }

  var others: [Code?] { [services] }

  var securityCode: Code { security.code(withCertificates: "tls") }

  /// Reads the configuration that a server is started with.
  init(starting call: Node, _ file: FileContext) throws(Refusal) {
    guard let value = call.argument("configuration") else {
      throw Refusal("create the transport of grpc-swift 2, and a 'GRPCServer' with the transport")
    }
    let configuration = try MadeConfiguration(value, branching: Self.namesOfSecurity, file)
    guard let target = configuration.settings.first(where: { $0.name == "target" })?.value,
      !file.tree.holdsComment(in: call.range)
    else { throw refusalOfRemarkInCall }
    self.file = file
    gone = configuration.gone
    repeated = configuration.remarks
    address = try boundAddress(target, &reasons)
    for (name, value) in configuration.settings { try read(name, value, saidBy: name) }
    if let places = configuration.places { try read(places) }
  }

  mutating func read(
    _ name: String, _ value: Node, saidBy word: String
  ) throws(Refusal) {
    switch name {
    case "target": break
    case "serviceProviders":
      services = .kept(value)
      pipeline = pipelineOfAServer(value, file)
      if pipeline != nil {
        reasons.append(
          "the server runs the interceptors of its services now, each for the calls of its own")
      }
    case "connectionKeepalive":
      guard let keepalive = CallExpr(inlined(value)),
        ["ServerConnectionKeepalive", "init"].contains(keepalive.called?.node.name)
      else {
        throw Refusal("set 'config.connection.keepalive' of the transport to the same values")
      }
      read(keepalive)
    case "maximumReceiveMessageLength": config.set("rpc.maxRequestPayloadSize", .kept(value))
    case "httpMaxConcurrentStreams": config.set("http2.maxConcurrentStreams", .kept(value))
    case "messageCompression":
      guard value.name == "disabled" else {
        throw Refusal(
          "set 'config.compression.enabledAlgorithms' of the transport, such as '[.gzip]'; grpc-swift 2 has no decompression limit"
        )
      }
    default: try readShared(name, value, saidBy: word)
    }
  }

  mutating func read(group node: Node?) {
    guard let node, node.text != "MultiThreadedEventLoopGroup.singleton" else { return }
    if file.semantics.type(of: node).nominalSymbol?.name == "MultiThreadedEventLoopGroup" {
      group = node
    } else {
      reasons.append(
        "the transport uses the shared event loops, because it needs a 'MultiThreadedEventLoopGroup'"
      )
    }
  }

  mutating func read(start call: Node) throws(Refusal) {
    switch call.callee?.name {
    case "insecure": return
    case "usingTLSBackedByNIOSSL", "secure":
      guard let chain = call.argument("certificateChain"), let key = call.argument("privateKey")
      else { throw Refusal("pass the certificates and the key to the transport with '.tls(…)'") }
      let sources = CertificateSources(file: file)
      (security.chain, security.key) = (try sources.chain(chain), try sources.key(key))
    case "usingTLS":
      guard let configuration = call.argument("with") else { throw tlsRefusal }
      try read(configuration: configuration)
    default: throw tlsRefusal
    }
  }

  private mutating func read(_ keepalive: CallExpr) {
    func said(_ label: String) -> Node? { keepalive.argument(labeled: label)?.expression?.node }
    if let interval = said("interval") {
      config.set("connection.keepalive.time", duration(interval))
    }
    if let timeout = said("timeout") {
      config.set("connection.keepalive.timeout", duration(timeout))
    }
    if let without = said("permitWithoutCalls") {
      config.set("connection.keepalive.clientBehavior.allowWithoutCalls", .kept(without))
    }
    if let least = said("minimumReceivedPingIntervalWithoutData") {
      config.set(
        "connection.keepalive.clientBehavior.minPingIntervalWithoutCalls", duration(least))
    }
  }

  /// Lets the transport run on NIO's own event loops where the project shuts down the group without waiting for the server.
  ///
  /// - Parameter server: what the server is given to.
  mutating func leaveGroupThatEnds(before server: Symbol?) {
    guard let group, EndOfAGroup(of: group, file).comes(beforeTheEndOf: server) else { return }
    reasons.append(reasonOfGroupThatEnds(group))
    self.group = nil
  }

  /// `GRPCServer(transport:services:)`, with the interceptors that its providers have.
  var server: Code {
    let transport = transport(CodeArgument("address", address))
    let arguments = [CodeArgument("transport", transport), CodeArgument("services", services)]
    let given = pipeline.map { [CodeArgument("interceptorPipeline", $0)] } ?? []
    return .call(.library("GRPCCore.GRPCServer"), arguments + given)
  }
}

private func boundAddress(of bind: Node, _ reasons: inout [String]) throws(Refusal) -> Code {
  if let path = bind.argument("unixDomainSocketPath") {
    return TargetOfAConnection.path(path).code
  }
  guard let host = bind.argument("host"), let port = bind.argument("port") else {
    throw addressRefusal
  }
  return boundAddress(host, port, &reasons)
}

private let addressRefusal = Refusal(
  "write the address for grpc-swift 2: '.ipv4(host:port:)', '.vsock(contextID:port:)', …")

/// Returns the address that a target of grpc-swift 1 stands for.
private func boundAddress(_ target: Node, _ reasons: inout [String]) throws(Refusal) -> Code {
  switch TargetOfAConnection(target) {
  case .host(let host, let port?)?: return boundAddress(host, port, &reasons)
  case .path(let path)?: return TargetOfAConnection.path(path).code
  case .host?: throw addressRefusal
  case nil: break
  }
  guard let call = CallExpr(target), call.called?.node.name == "vsockAddress",
    let address = call.arguments.first?.expression?.node, let context = address.argument("cid"),
    let port = address.argument("port"), [context, port].allSatisfy(\.isValueOfAnyType)
  else { throw addressRefusal }
  return .quoted(".vsock(contextID: \(context), port: \(port))")
}

extension Node {
  /// `.any`, `.init(port)` or a number, which names no type.
  fileprivate var isValueOfAnyType: Bool {
    switch Expr(self) {
    case .member(let member)?: member.base == nil
    case .call(let call)?:
      if case .member(let member)? = call.called { member.base == nil } else { false }
    case .literal?: kind == .integerLiteral
    default: false
    }
  }
}

private func boundAddress(_ host: Node, _ port: Node, _ reasons: inout [String]) -> Code {
  func address(_ family: String, _ host: Code) -> Code {
    .quoted(".\(family)(host: \(host), port: \(port))")
  }
  guard let literal = host.literalText else {
    reasons.append(
      "the host must be a numeric IPv4 address; for IPv6, use '.ipv6(host:port:)'")
    return address("ipv4", .kept(host))
  }
  if literal == "localhost" {
    reasons.append("a server listens on a numeric address, so 'localhost' became '127.0.0.1'")
    return address("ipv4", .string("127.0.0.1"))
  }
  return address(literal.contains(":") ? "ipv6" : "ipv4", .kept(host))
}
