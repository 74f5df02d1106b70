import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What a server's builder was told, in the words of grpc-swift 2.
struct ServerSettings {
  private(set) var reasons: [String] = []
  private var address = ""
  private var services = "[]"
  private var security = ".plaintext"
  private var tls: [String] = []
  private var config = TransportConfig()
  private var group: String?
  private let file: FileContext

  /// Reads the call of `bind` at the end of a builder.
  init(binding call: Node, _ file: FileContext) throws(Refusal) {
    let chain = try BuilderChain(endingIn: call)
    guard !file.tree.holdsComment(in: call.range) else {
      throw Refusal("move the comment out of the call, then run the fix again")
    }
    self.file = file
    address = try boundAddress(of: call, &reasons, file)
    try read(start: chain.start)
    for setting in chain.settings { try read(setting) }
    readGroup(chain.group)
  }

  private func text(_ node: Node?) -> String { node.map { file.source.text($0.range) } ?? "" }

  private mutating func readGroup(_ node: Node?) {
    guard let node else { return }
    guard text(node) != "MultiThreadedEventLoopGroup.singleton" else { return }
    if file.semantics.type(of: node).nominalSymbol?.name == "MultiThreadedEventLoopGroup" {
      group = text(node)
    } else {
      reasons.append(
        "the transport uses the shared event loops, because it needs a 'MultiThreadedEventLoopGroup'"
      )
    }
  }

  private mutating func read(start call: Node) throws(Refusal) {
    switch call.callee?.name {
    case "insecure": return
    case "usingTLSBackedByNIOSSL", "secure":
      guard let chain = call.argument("certificateChain"), let key = call.argument("privateKey")
      else { throw Refusal("pass the certificates and the key to the transport with '.tls(…)'") }
      let sources = CertificateSources(file: file)
      security =
        ".tls(certificateChain: \(try sources.chain(chain)), privateKey: \(try sources.key(key)))"
    case "usingTLS":
      guard let configuration = call.argument("with") else { throw tlsRefusal }
      let said = try ConfigurationOfTLS(configuration, of: file)
      guard let chain = said.chain, let key = said.key else { throw tlsRefusal }
      security = ".tls(certificateChain: \(chain), privateKey: \(key))"
      if let verification = said.verification {
        tls.append("clientCertificateVerification = .\(verification)")
      }
      if let roots = said.roots { tls.append("trustRoots = \(roots)") }
      if let requiresALPN = said.requiresALPN { tls.append("requireALPN = \(requiresALPN)") }
    default: throw tlsRefusal
    }
  }

  /// What a person is asked to do with security that no builder's start says.
  private var tlsRefusal: Refusal {
    Refusal(
      "repeat the TLS configuration in 'transportSecurity: .tls(certificateChain:privateKey:)', and create a 'GRPCServer' with the transport"
    )
  }

  private mutating func read(_ setting: Node) throws(Refusal) {
    let first = setting.arguments.first
    let value = first?.argumentValue
    switch (setting.callee?.name ?? "", first?.argumentLabel) {
    case ("withServiceProviders", nil): services = text(value)
    case ("withTLS", "trustRoots"?):
      guard let value else { return }
      tls.append("trustRoots = \(try CertificateSources(file: file).roots(value))")
    case ("withTLS", "certificateVerification"?):
      tls.append("clientCertificateVerification = .\(verificationCase(value))")
    case ("withTLS", "requiringALPN"?): tls.append("requireALPN = \(text(value))")
    case ("withKeepalive", nil):
      guard let value, value.kind == .functionCall else {
        throw Refusal(
          "set 'config.connection.keepalive' of the transport to the same values")
      }
      readKeepalive(value)
    case ("withConnectionIdleTimeout", nil):
      guard let value else { return }
      config.assignments.append("connection.maxIdleTime = \(duration(value, file))")
    case ("withMaximumReceiveMessageLength", nil):
      config.assignments.append("rpc.maxRequestPayloadSize = \(text(value))")
    case ("withHTTPTargetWindowSize", nil):
      config.assignments.append("http2.targetWindowSize = \(text(value))")
    case ("withHTTPMaxConcurrentStreams", nil):
      config.assignments.append("http2.maxConcurrentStreams = \(text(value))")
    case ("withHTTPMaxFrameSize", nil):
      config.assignments.append("http2.maxFrameSize = \(text(value))")
    case ("withMessageCompression", nil):
      guard value?.name == "disabled" else {
        throw Refusal(
          "set 'config.compression.enabledAlgorithms' of the transport, such as '[.gzip]'; grpc-swift 2 has no decompression limit"
        )
      }
    case ("withLogger", nil): reasons.append("grpc-swift 2 does not log, so the logger is removed")
    case (let name, _):
      throw Refusal(
        "remove '\(name)', which no transport of grpc-swift 2 has, then run the fix again")
    }
  }

  private mutating func readKeepalive(_ call: Node) {
    if let interval = call.argument("interval") {
      config.assignments.append("connection.keepalive.time = \(duration(interval, file))")
    }
    if let timeout = call.argument("timeout") {
      config.assignments.append("connection.keepalive.timeout = \(duration(timeout, file))")
    }
    if let without = call.argument("permitWithoutCalls") {
      config.assignments.append(
        "connection.keepalive.clientBehavior.allowWithoutCalls = \(text(without))")
    }
    if let least = call.argument("minimumReceivedPingIntervalWithoutData") {
      config.assignments.append(
        "connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = \(duration(least, file))"
      )
    }
  }

  /// `GRPCServer(transport:services:)`.
  var server: String {
    let closure =
      tls.isEmpty ? "" : " { tls in \(tls.map { "tls.\($0)" }.joined(separator: "; ")) }"
    var arguments = ["address: \(address)", "transportSecurity: \(security)\(closure)"]
    if let config = config.argument { arguments.append(config) }
    if let group { arguments.append("eventLoopGroup: \(group)") }
    return
      "GRPCServer(transport: .http2NIOPosix(\(arguments.joined(separator: ", "))), services: \(services))"
  }
}

private func boundAddress(
  of bind: Node, _ reasons: inout [String], _ file: FileContext
) throws(Refusal) -> String {
  if let path = bind.argument("unixDomainSocketPath") {
    return ".unixDomainSocket(path: \(file.source.text(path.range)))"
  }
  guard let host = bind.argument("host"), let port = bind.argument("port") else {
    throw Refusal(
      "write the address for grpc-swift 2: '.ipv4(host:port:)', '.vsock(contextID:port:)', …")
  }
  let portText = file.source.text(port.range)
  let text = file.source.text(host.range)
  guard let literal = host.literalText else {
    reasons.append(
      "the host must be a numeric IPv4 address; for IPv6, use '.ipv6(host:port:)'")
    return ".ipv4(host: \(text), port: \(portText))"
  }
  if literal == "localhost" {
    reasons.append("a server listens on a numeric address, so 'localhost' became '127.0.0.1'")
    return ".ipv4(host: \"127.0.0.1\", port: \(portText))"
  }
  let family = literal.contains(":") ? "ipv6" : "ipv4"
  return ".\(family)(host: \(text), port: \(portText))"
}
