import MoultFindings
import MoultMatching
import MoultSource
import MoultSyntax

/// What a builder was told, in the words of grpc-swift 2.
struct ClientSettings {
  var target = ""
  var group: Node?
  var reasons: [String] = []

  /// Whether something that is given to the transport is waited for.
  var awaits = false

  /// The time that a call may take which says nothing of it.
  var timeout: String?

  /// The headers that a call sends which does not send them itself, as an expression.
  var headers: String?

  /// The mark before what makes the transport, which can fail.
  var tryMark = "try"

  private var isSecure = false
  private var tls: [String] = []
  private var chain: String?
  private var key: String?
  var config = TransportConfig(type: "HTTP2ClientTransport.Posix.Config")
  private var waits = true

  /// How many bytes a message may have.
  var limit: String?

  /// The security of a builder that is taken where the condition does not hold.
  private var otherwise: (condition: String, security: String)?
  let file: FileContext

  /// The declarations of constants that nothing uses any more.
  private(set) var edits: [Edit] = []

  init(_ file: FileContext) { self.file = file }

  /// Whether the transport is given certificates or a key, which may not be there.
  var readsCertificates: Bool { chain != nil || key != nil || !tls.isEmpty }

  /// Returns an expression, or the value of the constant that it names for the only time, which goes.
  mutating func inlined(_ node: Node) -> Node {
    guard let constant = ConstantUsedOnce(node, file) else { return node }
    edits.append(Edit(file.lines(of: constant.statement), ""))
    return constant.value
  }

  static let noLog = "grpc-swift 2 does not log, so the logger is removed"

  /// What a person is asked to do with a keepalive that is made elsewhere.
  var keepaliveRefusal: Refusal {
    Refusal("set 'config.connection.keepalive' of the transport to the same values")
  }

  func text(_ node: Node?) -> String { node.map { file.source.text($0.range) } ?? "" }

  /// Reads a builder, or two that a condition chooses: these must differ in their security alone.
  mutating func read(_ builder: ClientBuilder) throws(Refusal) {
    try read(builder.chain)
    edits += builder.edits
    guard let choice = builder.choice else { return }
    var other = ClientSettings(file)
    try other.read(choice.other)
    guard isEqualButForSecurity(to: other) else {
      throw Refusal(
        "make the two builders differ only in their security, or create a 'GRPCClient' for each, then run the fix again"
      )
    }
    otherwise = (text(choice.condition), other.security)
    edits += other.edits
    for setting in choice.settings {
      guard setting.callee?.name != "withTLS" else { throw tlsRefusal }
      try read(setting)
    }
  }

  /// Reads the builder, up to the call that uses it.
  private mutating func read(_ chain: BuilderChain) throws(Refusal) {
    group = chain.group
    try read(start: chain.start)
    for setting in chain.settings { try read(setting) }
  }

  private func isEqualButForSecurity(to other: ClientSettings) -> Bool {
    text(group) == text(other.group) && config.assignments == other.config.assignments
      && waits == other.waits && limit == other.limit && reasons == other.reasons
  }

  private mutating func read(start call: Node) throws(Refusal) {
    switch call.callee?.name {
    case "insecure": isSecure = false
    case "usingPlatformAppropriateTLS", "usingTLSBackedByNIOSSL", "secure": isSecure = true
    case "usingTLS":
      guard let configuration = call.argument("with") else { throw tlsRefusal }
      try read(configuration: configuration)
    default: throw tlsRefusal
    }
  }

  /// What a person is asked to do with security that no builder's start says.
  private var tlsRefusal: Refusal {
    Refusal(
      "repeat the TLS configuration in 'transportSecurity: .tls { … }', and create a 'GRPCClient' with the transport"
    )
  }

  private mutating func read(configuration: Node) throws(Refusal) {
    let said = try ConfigurationOfTLS(inlined(configuration), of: file)
    isSecure = true
    chain = said.chain
    key = said.key
    if let verification = said.verification {
      tls.append("serverCertificateVerification = .\(verification)")
    }
    if let roots = said.roots { tls.append("trustRoots = \(roots)") }
    if let hostname = said.hostname {
      config.assignments.append("http2.authority = \(hostname)")
    }
  }

  mutating func read(security: Node) throws(Refusal) {
    if security.name == "plaintext" { return }
    if security.kind == .ternary, security.children.count == 3 {
      try read(securityChosenBy: security)
      return
    }
    guard security.kind == .functionCall, security.callee?.name == "tls",
      let configuration = security.arguments.first?.argumentValue
    else { throw tlsRefusal }
    try read(configuration: configuration)
  }

  private mutating func read(securityChosenBy choice: Node) throws(Refusal) {
    var other = ClientSettings(file)
    try read(security: choice.children[1].withoutParentheses)
    try other.read(security: choice.children[2].withoutParentheses)
    guard isEqualButForSecurity(to: other), choice.children[0].kind != .ternary,
      choice.children.dropFirst().allSatisfy({ $0.withoutParentheses.kind != .ternary })
    else { throw tlsRefusal }
    otherwise = (text(choice.children[0]), other.security)
    edits += other.edits
  }

  private mutating func read(_ setting: Node) throws(Refusal) {
    let first = setting.arguments.first
    let value = first?.argumentValue
    switch (setting.callee?.name ?? "", first?.argumentLabel) {
    case ("withTLS", "serverHostnameOverride"?):
      config.assignments.append("http2.authority = \(text(value))")
    case ("withTLS", "certificateVerification"?):
      tls.append("serverCertificateVerification = .\(verificationCase(value))")
    case ("withTLS", "trustRoots"?):
      guard let value else { return }
      tls.append("trustRoots = \(try CertificateSources(file: file).roots(value))")
    case ("withTLS", "certificateChain"?):
      guard let value else { return }
      chain = try CertificateSources(file: file).chain(value)
    case ("withTLS", "privateKey"?):
      guard let value else { return }
      key = try CertificateSources(file: file).key(value)
    case ("withKeepalive", nil):
      guard let value = value.map({ inlined($0) }), value.kind == .functionCall else {
        throw keepaliveRefusal
      }
      var keepalive = KeepaliveText()
      for argument in value.arguments {
        set(argument.argumentLabel ?? "", argument.argumentValue, &keepalive)
      }
      if let text = keepalive.text { config.assignments.append("connection.keepalive = \(text)") }
    case ("withConnectionIdleTimeout", nil):
      guard let value else { return }
      config.assignments.append("connection.maxIdleTime = \(duration(value, file))")
    case ("withConnectionBackoff", "initial"?):
      guard let value else { return }
      config.assignments.append("backoff.initial = \(duration(value, file))")
    case ("withConnectionBackoff", "maximum"?):
      guard let value else { return }
      config.assignments.append("backoff.max = \(duration(value, file))")
    case ("withConnectionBackoff", "multiplier"?), ("withConnectionBackoff", "jitter"?):
      config.assignments.append("backoff.\(first?.argumentLabel ?? "") = \(text(value))")
    case ("withHTTPTargetWindowSize", nil):
      config.assignments.append("http2.targetWindowSize = \(text(value))")
    case ("withHTTPMaxFrameSize", nil):
      config.assignments.append("http2.maxFrameSize = \(text(value))")
    case ("withMaximumReceiveMessageLength", nil): limit = text(value)
    case ("withCallStartBehavior", nil): waits = value?.name != "fastFailure"
    case ("withBackgroundActivityLogger", nil):
      reasons.append(Self.noLog)
    case (let name, _):
      throw Refusal(
        "remove '\(name)', which no transport of grpc-swift 2 has, then run the fix again")
    }
  }

  /// What the transport is told of its security.
  private var security: String {
    let settings = tls.map { "tls.\($0)" }.joined(separator: "; ")
    let closure = settings.isEmpty ? "" : " { tls in \(settings) }"
    if let chain, let key {
      return ".mTLS(certificateChain: \(chain), privateKey: \(key))\(closure)"
    }
    return isSecure ? ".tls\(closure)" : ".plaintext"
  }

  /// `GRPCClient(transport: …)`.
  ///
  /// - Parameter interceptor: the type of the project that sends headers.
  func client(interceptor: String?) -> String {
    let marks = awaits ? "\(tryMark) await" : tryMark
    return "GRPCClient(\(arguments("\(marks) \(transport)", interceptor: interceptor)))"
  }

  /// `withGRPCClient(transport: …)`, which the marks before it cover as a whole.
  ///
  /// - Parameter interceptor: as `client(interceptor:)` has it.
  func scope(interceptor: String?) -> String {
    "withGRPCClient(\(arguments(transport, interceptor: interceptor)))"
  }

  private func arguments(_ transport: String, interceptor: String?) -> String {
    guard let interceptor, let headers else { return "transport: \(transport)" }
    return "transport: \(transport), interceptors: [\(interceptor)(metadata: \(headers))]"
  }

  /// `.http2NIOPosix(…)`, without marks.
  private var transport: String {
    let chosen =
      otherwise.map { "\($0.condition) ? \(security) : \($0.security)" } ?? security
    var arguments = ["target: \(target)", "transportSecurity: \(chosen)"]
    if let config = config.argument { arguments.append(config) }
    if waits || limit != nil || timeout != nil {
      var method = ["names: [MethodConfig.Name(service: \"\")]"]
      if waits { method.append("waitForReady: true") }
      if let timeout { method.append("timeout: \(timeout)") }
      if let limit {
        method.append("maxRequestMessageBytes: \(limit), maxResponseMessageBytes: \(limit)")
      }
      arguments.append(
        "serviceConfig: ServiceConfig(methodConfig: [MethodConfig(\(method.joined(separator: ", ")))])"
      )
    }
    if let group, text(group) != "MultiThreadedEventLoopGroup.singleton",
      text(group) != ".singleton"
    {
      arguments.append("eventLoopGroup: \(text(group))")
    }
    return ".http2NIOPosix(\(arguments.joined(separator: ", ")))"
  }
}
