import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// What a builder was told, in the words of grpc-swift 2.
struct ClientSettings: SettingsOfATransport {
  static let words = WordsOfATransport(
    product: "GRPCClient", transport: "HTTP2ClientTransport.Posix", security: ".tls { … }",
    verification: "serverCertificateVerification", needsCertificate: false)
  var target: Code?

  /// What the connection ran on.
  private(set) var givenGroup: Node?

  /// Whether the group is shut down while what runs on it may still be ending.
  private var endsBefore = false
  var reasons: [String] = []

  /// How long a call waited for a connection of the pool.
  var longestWait = "30 seconds"

  /// Whether something that is given to the transport is waited for.
  var awaits = false

  /// The time that a call may take which says nothing of it.
  var timeout: Code?

  /// The headers that a call sends which does not send them itself, as an expression.
  var headers: Code?

  /// The project's own interceptors, each as an expression.
  var interceptors: [Code] = []

  /// The list of them that a function of the project makes, instead.
  var listOfInterceptors: Code?

  /// The pipeline of them that a function of the project makes, instead.
  var interceptorPipeline: Code?

  /// How much is asked before these are taken from a factory.
  var trust = FactoryTrust.judged

  /// The mark before what makes the transport, which can fail; `try?` stands before the client.
  var tryMark = EffectMark.tryMark

  var security = TransportSecurity()

  /// What the project makes elsewhere and gives to the pool, and what that may be made of.
  private var securityFromElsewhere: Node?
  var config = TransportConfig(
    type: .library("GRPCNIOTransportHTTP2.HTTP2ClientTransport.Posix.Config"))
  /// Whether a call waits for a connection.
  var waits = true

  /// How many bytes a message may have.
  var limit: Code?

  var otherwise: OtherSecurity?
  var branches: SecurityOfBranches?
  let file: FileContext
  var gone: [Node] = []

  /// Comments between the settings of a pool, which may stand in what is replaced.
  var comments: [ByteRange] = []

  var repeated: [ByteRange] = []

  /// Comments in statements that go, which stand before the client then.
  var remarks: [ByteRange] = []

  init(_ file: FileContext) { self.file = file }

  /// Whether the transport is given certificates or a key, which may not be there.
  var readsCertificates: Bool {
    security.readsCertificates || otherwise?.readsCertificates == true
      || branches?.readsCertificates == true || securityFromElsewhere != nil
  }

  /// Whether it is the transport that reads certificates or a key, as far as the place tells.
  var givesCertificates: Bool {
    security.givesCertificates || otherwise?.readsCertificates == true
      || branches?.givesCertificates == true || securityFromElsewhere != nil
  }

  /// Notes statements that nothing uses once the client is made.
  mutating func discard(_ statements: [Node]) { gone += statements }

  var others: [Code?] { [limit, waits ? nil : .word("fastFailure")] }

  mutating func read(start call: Node) throws(Refusal) {
    switch call.callee?.name {
    case "insecure": security.isSecure = false
    case "usingPlatformAppropriateTLS", "usingTLSBackedByNIOSSL", "secure":
      security.isSecure = true
    case "usingTLS":
      guard let configuration = call.argument("with") else { throw tlsRefusal }
      try read(configuration: configuration)
    default: throw tlsRefusal
    }
  }

  /// Reads the same for where a condition holds; where it does not, the security stays what it is.
  mutating func read(configuration value: Node, where condition: Node) throws(Refusal) {
    guard otherwise == nil, condition.kind != .ternary, value.kind != .nilLiteral else {
      throw tlsRefusal
    }
    let said = config.assignments.count
    otherwise = OtherSecurity(
      condition: condition, code: securityCode, readsCertificates: readsCertificates)
    security = TransportSecurity()
    try read(configuration: value)
    guard config.assignments.count == said else { throw tlsRefusal }
  }

  mutating func read(security: Node) throws(Refusal) {
    if security.name == "plaintext" { return }
    switch Expr(security) {
    case .ternary(let choice)?: try read(choice)
    case .call(let call)? where call.called?.node.name == "tls":
      guard let configuration = call.arguments.first?.expression else { throw tlsRefusal }
      try read(configuration: configuration.node)
    case _ where isDeclaredByProject(security, file): securityFromElsewhere = security
    default: throw tlsRefusal
    }
  }

  private mutating func read(_ choice: TernaryExpr) throws(Refusal) {
    guard let condition = choice.condition, let first = choice.first?.node.withoutParentheses,
      let second = choice.second?.node.withoutParentheses
    else { throw tlsRefusal }
    var other = ClientSettings(file)
    try read(security: first)
    try other.read(security: second)
    guard isEqualButForSecurity(to: other),
      [condition.node, first, second].allSatisfy({ TernaryExpr($0) == nil })
    else { throw tlsRefusal }
    take(other, unless: condition.node)
  }

  var securityCode: Code {
    securityFromElsewhere.map { .kept($0) } ?? security.code(withCertificates: "mTLS")
  }

  /// `GRPCClient(transport: …)`.
  ///
  /// - Parameter interceptor: the type of the project that sends headers.
  func client(interceptor: String?) -> Code {
    let awaited = awaits ? Code.marked(.await, transport) : transport
    let isMarkedBefore = tryMark == .optionalTry
    let made = isMarkedBefore ? awaited : .marked(tryMark, awaited)
    let client = Code.call(
      .library("GRPCCore.GRPCClient"), arguments(made, interceptor: interceptor))
    return isMarkedBefore ? .marked(tryMark, client) : client
  }

  /// The arguments of `withGRPCClient`, which the marks before it cover as a whole.
  ///
  /// - Parameter interceptor: as `client(interceptor:)` has it.
  func argumentsOfScope(interceptor: String?) -> [CodeArgument] {
    arguments(transport, interceptor: interceptor)
  }

  private func arguments(_ transport: Code, interceptor: String?) -> [CodeArgument] {
    var list = interceptors
    if let interceptor, let headers {
      list.insert(.call(interceptor, [CodeArgument("metadata", headers)]), at: 0)
    }
    let given = [CodeArgument("transport", transport)]
    if let interceptorPipeline {
      return given + [CodeArgument("interceptorPipeline", interceptorPipeline)]
    }
    if let listOfInterceptors, list.isEmpty {
      return given + [CodeArgument("interceptors", listOfInterceptors)]
    }
    return list.isEmpty ? given : given + [CodeArgument("interceptors", .array(list))]
  }

  private var transport: Code {
    transport(target.map { CodeArgument("target", $0) }, saying: serviceConfig)
  }

  /// What the transport runs on; nil where it does without being told, or cannot run on it.
  var group: Node? { givenGroup.flatMap { isLeftOut($0) ? nil : $0 } }

  mutating func read(group: Node?) {
    givenGroup = group
    guard let group, runsOnNetworkFramework(group) else { return }
    reasons.append(Self.noNetworkFramework)
    if let constant = ConstantUsedOnce(group, file) { gone.append(constant.statement) }
  }

  /// Lets the transport run on NIO's own event loops where the project shuts down the group that the connection ran on: nothing
  /// waits any more for the end of what runs there.
  mutating func leaveGroupThatEnds() {
    guard let group, !EndOfAGroup(of: group, file).calls.isEmpty else { return }
    endsBefore = true
    reasons.append(reasonOfGroupThatEnds(group))
  }

  private func isLeftOut(_ group: Node) -> Bool {
    endsBefore || ["MultiThreadedEventLoopGroup.singleton", ".singleton"].contains(group.text)
      || runsOnNetworkFramework(group)
  }

  private func runsOnNetworkFramework(_ group: Node) -> Bool {
    let declaration = file.semantics.symbol(of: group)?.declaration
    let binding = declaration?.ancestors.first { $0.kind == .patternBinding }
    return [group, declaration, binding].compactMap(\.self).contains { node in
      node.descendants.contains { part in
        (part.kind == .declReference || part.kind == .identifierType)
          && part.name == "NIOTSEventLoopGroup"
      }
    }
  }

  private static let noNetworkFramework =
    "the transport runs on NIO's own event loops, and no longer on the 'NIOTSEventLoopGroup'; for Network.framework use '.http2NIOTS(…)' and 'HTTP2ClientTransport.TransportServices'"

  private var serviceConfig: CodeArgument? {
    guard waits || limit != nil || timeout != nil else { return nil }
    let name = Code.quoted("\(Code.library("GRPCCore.MethodConfig.Name"))(service: \"\")")
    let said = [
      waits ? CodeArgument("waitForReady", .word("true")) : nil,
      timeout.map { CodeArgument("timeout", $0) },
      limit.map { CodeArgument("maxRequestMessageBytes", $0) },
      limit.map { CodeArgument("maxResponseMessageBytes", $0) },
    ].compactMap(\.self)
    let method = Code.quoted("GRPCCore::MethodConfig(names: [\(name)], \(said))")
    return CodeArgument(
      "serviceConfig", .quoted("GRPCCore::ServiceConfig(methodConfig: [\(method)])"))
  }
}
