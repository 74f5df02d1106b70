import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a connection of grpc-swift 1, with its builder, into a `GRPCClient` over HTTP/2 that a task runs.
func connectionToClient(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    return try connection(match.node, file)
  } catch {
    return .manual(error.nextStep)
  }
}

/// Whether the connection that a generated client is made with, in place, takes the limit of its default options.
func connectionTakesLimit(of client: Node, _ file: FileContext) -> Bool {
  guard let call = client.argument("channel"), call.kind == .functionCall,
    call.callee?.name == "connect", DefaultLimit(besideChannel: call, file) != nil
  else { return false }
  return (try? connection(call, file)) != nil
}

private func connection(_ call: Node, _ file: FileContext) throws(Refusal) -> TransformOutcome {
  let chain = try BuilderChain(endingIn: call)
  guard let host = call.argument("host") else {
    throw Refusal("make an 'HTTP2ClientTransport.WrappedChannel' of the socket's channel")
  }
  var settings = ClientSettings(file)
  try settings.read(start: chain.start)
  for setting in chain.settings { try settings.read(setting) }
  settings.target = dnsTarget(host, call.argument("port"), file)
  settings.group = chain.group
  return try client(settings, replacing: call, file)
}

/// What a client says for all its calls, and nothing but a limit: `defaultCallOptions: CallOptions(timeLimit: .timeout(t))`.
///
/// A client that is a variable may be told other options later.
private struct DefaultLimit {
  /// The time, for `timeout:`.
  let timeout: String

  /// The argument with the comma before it.
  let range: ByteRange

  init?(besideChannel channel: Node, _ file: FileContext) {
    guard let argument = channel.parent, argument.kind == .argument,
      argument.argumentLabel == "channel",
      let client = argument.ancestors.first(where: { $0.kind == .functionCall }),
      client.arguments.first == argument, client.arguments.count == 2,
      client.arguments[1].argumentLabel == "defaultCallOptions"
    else { return nil }
    let isVariable = client.ancestors.first { $0.kind == .variableDecl || $0.isBlockOfStatements }
    guard isVariable?.name != "var" else { return nil }
    let options = client.arguments[1].argumentValue
    guard options.kind == .functionCall, options.callee?.name == "CallOptions",
      options.arguments.count == 1, let limit = options.argument("timeLimit"),
      limit.kind == .functionCall, limit.callee?.name == "timeout",
      let amount = limit.arguments.first?.argumentValue
    else { return nil }
    timeout = duration(amount, file)
    range = argument.range.upperBound..<client.arguments[1].range.upperBound
  }
}

/// Turns `GRPCChannelPool.with(target:transportSecurity:eventLoopGroup:)` into a `GRPCClient`.
func channelPoolToClient(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let call = match.node
    guard let target = call.argument("target"), let security = call.argument("transportSecurity"),
      call.trailingClosures.isEmpty, call.arguments.count == 3
    else {
      throw Refusal(
        "make an 'HTTP2ClientTransport.Posix' with what the configuration says ('config.connection', 'config.backoff', 'config.http2'; there is no pool to configure), and a 'GRPCClient' of it"
      )
    }
    var settings = ClientSettings(file)
    settings.target = try poolTarget(target, file)
    try settings.read(security: security)
    settings.group = call.argument("eventLoopGroup")
    settings.reasons.append(
      "a call waited 30 seconds for a connection of the pool, now as long as its 'timeout' lets it")
    return try client(settings, replacing: call, file)
  } catch {
    return .manual(error.nextStep)
  }
}

/// What a builder was told, in the words of grpc-swift 2.
private struct ClientSettings {
  var target = ""
  var group: Node?
  var reasons: [String] = []

  /// Whether something that is given to the transport is waited for.
  var awaits = false

  /// The time that a call may take which says nothing of it.
  var timeout: String?

  private var isSecure = false
  private var tls: [String] = []
  private var chain: String?
  private var key: String?
  private var config = TransportConfig(type: "HTTP2ClientTransport.Posix.Config")
  private var waits = true
  private var limit: String?
  private let file: FileContext

  init(_ file: FileContext) { self.file = file }

  private func text(_ node: Node?) -> String { node.map { file.source.text($0.range) } ?? "" }

  mutating func read(start call: Node) throws(Refusal) {
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
      "say with 'transportSecurity: .tls { … }' what the configuration of TLS says, and make a 'GRPCClient' of the transport"
    )
  }

  private mutating func read(configuration: Node) throws(Refusal) {
    let said = try ConfigurationOfTLS(configuration, of: file)
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
    guard security.kind == .functionCall, security.callee?.name == "tls",
      let configuration = security.arguments.first?.argumentValue
    else { throw tlsRefusal }
    try read(configuration: configuration)
  }

  mutating func read(_ setting: Node) throws(Refusal) {
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
      guard let value, value.kind == .functionCall else {
        throw Refusal(
          "set 'config.connection.keepalive' of the transport to what the keepalive says")
      }
      config.assignments.append("connection.keepalive = \(keepalive(value))")
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
      reasons.append("grpc-swift 2 writes no log, so the logger goes")
    case (let name, _):
      throw Refusal(
        "take '\(name)' out, which no transport of grpc-swift 2 has, then run the fix again")
    }
  }

  private mutating func keepalive(_ call: Node) -> String {
    let time = call.argument("interval").map { duration($0, file) } ?? ".seconds(Int64.max)"
    let timeout = call.argument("timeout").map { duration($0, file) } ?? ".seconds(20)"
    let without = call.argument("permitWithoutCalls").map { text($0) } ?? "false"
    if call.argument("maximumPingsWithoutData") != nil
      || call.argument("minimumSentPingIntervalWithoutData") != nil
    {
      reasons.append("how many pings are sent without data cannot be said any more")
    }
    return ".init(time: \(time), timeout: \(timeout), allowWithoutCalls: \(without))"
  }

  /// `GRPCClient(transport: …)`.
  var client: String {
    var security = ".plaintext"
    let settings = tls.map { "tls.\($0)" }.joined(separator: "; ")
    let closure = settings.isEmpty ? "" : " { tls in \(settings) }"
    if let chain, let key {
      security = ".mTLS(certificateChain: \(chain), privateKey: \(key))\(closure)"
    } else if isSecure {
      security = ".tls\(closure)"
    }
    var arguments = ["target: \(target)", "transportSecurity: \(security)"]
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
    let marks = awaits ? "try await" : "try"
    return
      "GRPCClient(transport: \(marks) .http2NIOPosix(\(arguments.joined(separator: ", "))))"
  }
}

private func client(
  _ settings: ClientSettings, replacing call: Node, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  guard !file.tree.holdsComment(in: call.range) else {
    throw Refusal("move the comment out of the call, then run the fix again")
  }
  var settings = settings
  var whole = call
  while let parent = whole.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
    if parent.kind == .awaitExpr { settings.awaits = true }
    whole = parent
  }
  let limit = DefaultLimit(besideChannel: whole, file)
  settings.timeout = limit?.timeout
  var consequence = Consequence()
  if !canThrow(call) {
    guard let climb = additionOutside(of: whole, [.throwing], to: call, in: file) else {
      throw Refusal(
        "let the function around it throw, as making a transport can fail, then run the fix again")
    }
    consequence = climb
  }
  let place = try RunningValue(whole, file)
  consequence.edits += try place.edits(settings.client, names: ["grpc", "grpcClient"]) { name in
    runningTask(name, "runConnections")
  }
  if let limit { consequence.delete(limit.range) }
  consequence.lower(
    to: .review,
    because:
      "a client does nothing until 'runConnections()' runs, here in a task until 'beginGracefulShutdown()'; 'withGRPCClient(transport:)' is better where the client has a scope"
  )
  for reason in settings.reasons { consequence.lower(to: .review, because: reason) }
  return TransformOutcome(consequence, imports: ["GRPCNIOTransportHTTP2"])
}

private func dnsTarget(_ host: Node, _ port: Node?, _ file: FileContext) -> String {
  let portText = port.map { ", port: \(file.source.text($0.range))" } ?? ""
  return ".dns(host: \(file.source.text(host.range))\(portText))"
}

private func poolTarget(_ target: Node, _ file: FileContext) throws(Refusal) -> String {
  guard target.kind == .functionCall, let first = target.arguments.first?.argumentValue else {
    throw Refusal("name the target for grpc-swift 2: '.dns(host:port:)', '.ipv4(address:port:)', …")
  }
  switch target.callee?.name {
  case "host": return dnsTarget(first, target.argument("port"), file)
  case "hostAndPort":
    return dnsTarget(first, target.arguments.dropFirst().first?.argumentValue, file)
  case "unixDomainSocket": return ".unixDomainSocket(path: \(file.source.text(first.range)))"
  default:
    throw Refusal("name the target for grpc-swift 2: '.dns(host:port:)', '.ipv4(address:port:)', …")
  }
}
