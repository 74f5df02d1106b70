import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a server that is bound with the builder of grpc-swift 1 into a `GRPCServer` that a task serves.
func bindToServer(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let chain = try BuilderChain(endingIn: match.node)
    let whole = try awaited(match.node)
    guard !file.tree.holdsComment(in: match.node.range) else {
      throw Refusal("move the comment out of the call, then run the fix again")
    }
    var settings = ServerSettings(file)
    settings.address = try address(of: match.node, &settings.reasons, file)
    try settings.read(start: chain.start)
    for setting in chain.settings { try settings.read(setting) }
    settings.readGroup(chain.group)
    let place = try RunningValue(whole, file)
    var consequence = Consequence()
    consequence.edits = try place.edits(settings.server, names: ["server", "grpcServer"]) { name in
      let task = name.hasPrefix("self.") ? "" : "let \(servingTask(name)) = "
      return task + runningTask(name, "serve")
    }
    consequence.lower(
      to: .review,
      because:
        "the task serves until 'beginGracefulShutdown()'; an error in binding is thrown by the task, not here"
    )
    for reason in settings.reasons { consequence.lower(to: .review, because: reason) }
    return TransformOutcome(consequence, imports: ["GRPCNIOTransportHTTP2"])
  } catch {
    return .manual(error.nextStep)
  }
}

/// What the task is called that serves a local server.
func servingTask(_ server: String) -> String { server + "Task" }

/// Turns `try await server.onClose.get()` into waiting for the task that serves.
func onCloseToTask(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step = "wait for the task that runs 'serve()', which returns once the server has stopped"
  guard let base = match.nodes["base"], base.kind == .declReference,
    let symbol = file.semantics.symbol(of: base), let ending = try? awaited(match.node),
    let outer = waitCall(match.node)
  else { return .manual(step) }
  guard isServedHere(symbol, file) else { return .manual(step) }
  var consequence = Consequence()
  if outer.callee?.name == "wait" {
    guard let climb = additionOutside(of: ending, [.async], to: outer, in: file) else {
      return .manual("make the function async and " + step)
    }
    consequence = climb
  }
  consequence.edits.append(Edit(ending.range, "try await \(servingTask(symbol.name)).value"))
  return TransformOutcome(consequence)
}

/// Turns `server.close()` and `initiateGracefulShutdown()`, waited for or not, into `beginGracefulShutdown()`.
func closeToShutdown(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.nodes["base"], match.node.arguments.isEmpty else {
    return .manual("call 'beginGracefulShutdown()', and wait for the task that runs it")
  }
  var whole = match.node
  if waitCall(match.node) != nil, let ending = try? awaited(match.node) { whole = ending }
  let parent = whole.parent
  let isStatement =
    parent?.isBlockOfStatements == true
    || parent?.kind == .assignment && parent?.leftOperand?.kind == .discardAssignment
  guard isStatement else {
    return .manual("call 'beginGracefulShutdown()', and wait for the task that runs it")
  }
  if parent?.kind == .assignment, let assignment = parent { whole = assignment }
  var consequence = Consequence()
  consequence.edits.append(
    Edit(whole.range, "\(file.source.text(base.range)).beginGracefulShutdown()"))
  consequence.lower(
    to: .review,
    because: "'beginGracefulShutdown()' does not wait for what is running, and lets it end")
  return TransformOutcome(consequence)
}

/// Turns `server.channel.localAddress?.port` into a question to the transport.
func localAddressToListening(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step = "ask 'try await server.listeningAddress' for what the server listens at"
  guard let base = match.nodes["base"], let local = match.node.parent, local.kind == .memberAccess,
    local.name == "localAddress", let link = local.parent,
    link.kind == .forceUnwrap || link.kind == .optionalChaining, let port = link.parent,
    port.kind == .memberAccess, port.name == "port"
  else { return .manual(step) }
  let isForced = link.kind == .forceUnwrap
  var whole = port
  if let force = port.parent, force.kind == .forceUnwrap { whole = force }
  let mark = isForced ? "!" : "?"
  let text = "\(file.source.text(base.range)).listeningAddress\(mark).ipv4\(mark).port"
  guard
    var consequence = additionOutside(of: whole, [.async, .throwing], to: whole, in: file)
  else { return .manual(step) }
  if let around = whole.parent, around.kind == .tryExpr || around.kind == .awaitExpr {
    return .manual(step)
  }
  if isForced {
    consequence.edits.append(Edit(whole.range, "(try await \(text))"))
  } else {
    let end = whole == port ? "" : "!"
    consequence.edits.append(Edit(whole.range, "(try await \(text))\(end)"))
  }
  return TransformOutcome(consequence)
}

/// Returns what must change around and beyond `whole`, whose new text says itself that it throws and suspends.
///
/// - Returns: nil where a person must decide.
func additionOutside(
  of whole: Node, _ effects: Effects, to expression: Node, in file: FileContext
) -> Consequence? {
  var climb = addition(of: effects, to: expression, in: file)
  guard climb.safety != .manual else { return nil }
  let marked = wholeExpression(around: whole).range
  climb.edits.removeAll { marked.contains($0.range.lowerBound) }
  return climb
}

/// The call of `wait` or `get` on a future, behind it.
private func waitCall(_ future: Node) -> Node? {
  guard let member = future.parent, member.kind == .memberAccess,
    member.name == "wait" || member.name == "get", let call = member.parent,
    call.kind == .functionCall, call.callee == member
  else { return nil }
  return call
}

/// The future with the `wait` or `get` behind it and the `try` and `await` before it.
private func awaited(_ future: Node) throws(Refusal) -> Node {
  guard let call = waitCall(future) else {
    throw Refusal(
      "wait for the server with 'try await ….get()' right where it is bound, then run the fix again"
    )
  }
  var whole = call
  while let parent = whole.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
    whole = parent
  }
  return whole
}

/// Whether a local is a server that was bound in this function.
private func isServedHere(_ symbol: Symbol, _ file: FileContext) -> Bool {
  guard let declaration = symbol.declaration, declaration.tree === file.tree,
    !declaration.ancestors.prefix(4).contains(where: { $0.kind == .memberBlock }),
    let binding = ([declaration] + declaration.ancestors.prefix(2))
      .first(where: { $0.kind == .patternBinding }), let value = binding.initialValue
  else { return false }
  return value.descendants().contains { node in
    node.kind == .memberAccess && node.name == "bind" || node.name == "GRPCServer"
  }
}

private func address(
  of bind: Node, _ reasons: inout [String], _ file: FileContext
) throws(Refusal) -> String {
  if let path = bind.argument("unixDomainSocketPath") {
    return ".unixDomainSocket(path: \(file.source.text(path.range)))"
  }
  guard let host = bind.argument("host"), let port = bind.argument("port") else {
    throw Refusal(
      "name the address for grpc-swift 2: '.ipv4(host:port:)', '.vsock(contextID:port:)', …")
  }
  let portText = file.source.text(port.range)
  let text = file.source.text(host.range)
  guard let literal = host.literalText else {
    reasons.append(
      "the host must be a numeric address of IPv4, or else '.ipv6(host:port:)' be used")
    return ".ipv4(host: \(text), port: \(portText))"
  }
  if literal == "localhost" {
    reasons.append("a server listens at a numeric address, so 'localhost' became '127.0.0.1'")
    return ".ipv4(host: \"127.0.0.1\", port: \(portText))"
  }
  let family = literal.contains(":") ? "ipv6" : "ipv4"
  return ".\(family)(host: \(text), port: \(portText))"
}

/// What a server's builder was told, in the words of grpc-swift 2.
private struct ServerSettings {
  var address = ""
  var reasons: [String] = []
  private var services = "[]"
  private var security = ".plaintext"
  private var tls: [String] = []
  private var config = TransportConfig()
  private var group: String?
  private let file: FileContext

  init(_ file: FileContext) { self.file = file }

  private func text(_ node: Node?) -> String { node.map { file.source.text($0.range) } ?? "" }

  mutating func readGroup(_ node: Node?) {
    guard let node else { return }
    guard text(node) != "MultiThreadedEventLoopGroup.singleton" else { return }
    if file.semantics.type(of: node).nominalSymbol?.name == "MultiThreadedEventLoopGroup" {
      group = text(node)
    } else {
      reasons.append(
        "the transport takes the shared event loops, as it wants a 'MultiThreadedEventLoopGroup'")
    }
  }

  mutating func read(start call: Node) throws(Refusal) {
    switch call.callee?.name {
    case "insecure": return
    case "usingTLSBackedByNIOSSL", "secure":
      guard let chain = call.argument("certificateChain"), let key = call.argument("privateKey")
      else { throw Refusal("give the transport certificates and the key with '.tls(…)'") }
      let sources = CertificateSources(file: file)
      security =
        ".tls(certificateChain: \(try sources.chain(chain)), privateKey: \(try sources.key(key)))"
    default:
      throw Refusal(
        "say with 'transportSecurity: .tls(certificateChain:privateKey:)' what the configuration of TLS says, and make a 'GRPCServer' of the transport"
      )
    }
  }

  mutating func read(_ setting: Node) throws(Refusal) {
    let first = setting.arguments.first
    let value = first?.argumentValue
    switch (setting.callee?.name ?? "", first?.argumentLabel) {
    case ("withServiceProviders", nil): services = text(value)
    case ("withTLS", "trustRoots"?):
      guard let value else { return }
      tls.append("trustRoots = \(try CertificateSources(file: file).roots(value))")
    case ("withTLS", "certificateVerification"?):
      let name = value?.name == "none" ? "noVerification" : value?.name ?? ""
      tls.append("clientCertificateVerification = .\(name)")
    case ("withTLS", "requiringALPN"?): tls.append("requireALPN = \(text(value))")
    case ("withKeepalive", nil):
      guard let value, value.kind == .functionCall else {
        throw Refusal(
          "set 'config.connection.keepalive' of the transport to what the keepalive says")
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
          "set 'config.compression.enabledAlgorithms' of the transport, such as '[.gzip]'; grpc-swift 2 has no limit for decompression"
        )
      }
    case ("withLogger", nil): reasons.append("grpc-swift 2 writes no log, so the logger goes")
    case (let name, _):
      throw Refusal(
        "take '\(name)' out, which no transport of grpc-swift 2 has, then run the fix again")
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
