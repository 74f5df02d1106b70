import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `ServiceServer(address:…serviceProviders:)` into a server of grpc-swift 1 that is built and bound.
///
/// It runs from there on: what `start()` did is done by `bind`. Unless the project wants another, the group is the one of the
/// process, which nobody has to shut down, so that the server lives as long as before.
func serviceServerToServer(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    return try boundServer(madeBy: match.node, file)
  } catch {
    return .manual(error.nextStep)
  }
}

/// The server of grpc-swift 1 in place of one that is made by `call`.
func boundServer(madeBy call: Node, _ file: FileContext) throws(Refusal) -> TransformOutcome {
  guard let callee = call.callee, callee.name != "init" || callee.base?.name != "super" else {
    throw Refusal(
      "store the 'Server' of grpc-swift 1 in a property instead of inheriting from 'ServiceServer'")
  }
  guard !file.tree.holdsComment(in: call.range) else {
    throw Refusal("move the comment inside the call, then run the fix again")
  }
  var values: [String: Node] = [:]
  for argument in call.arguments { values[argument.argumentLabel ?? ""] = argument.argumentValue }
  guard let address = values["address"], let providers = values["serviceProviders"] else {
    throw Refusal(
      "build the server with 'Server.insecure(group:).withServiceProviders([…]).bind(host:port:)'"
    )
  }
  let loops = EventLoopsOfGRPC1(file)
  let security = try ServerSecurity(values, group: loops.text, file)
  var consequence = Consequence()
  if loops == .own { consequence.lower(to: .placeholder, because: EventLoopsOfGRPC1.lifetime) }
  let type = file.model.declaresTopLevelType(named: "Server") ? "GRPC.Server" : "Server"
  let opening = "\(type).\(security.builder).withServiceProviders("
  let bind: String
  if let target = splitAddress(address, file) {
    bind = ".bind(host: \(target.host), port: \(target.port)).wait()"
  } else {
    let text = file.source.text(address.range)
    consequence.lower(
      to: .placeholder,
      because: "the address is not a literal, so its host and port are not known here")
    bind = ".bind(host: <#host of \(text)#>, port: <#port of \(text)#>).wait()"
  }
  let isFailable = file.semantics.symbol(of: call)?.isFailable == true
  let (whole, mark, tail) = try marks(of: call, isFailable: isFailable, file)
  consequence.edits += [
    Edit(whole.lowerBound..<providers.range.lowerBound, mark + opening),
    Edit(providers.range.upperBound..<whole.upperBound, ")" + bind + tail),
  ]
  if !isFailable { consequence.merge(addition(of: [.throwing], to: call, in: file)) }
  consequence.lower(
    to: .review,
    because: "the server runs from here on, and a port that is in use is an error here")
  return TransformOutcome(consequence, imports: security.imports.union(loops.imports))
}

/// What is replaced, and what goes before and behind, for an initialiser that gave nil on failure.
private func marks(
  of call: Node, isFailable: Bool, _ file: FileContext
) throws(Refusal) -> (whole: ByteRange, mark: String, tail: String) {
  guard isFailable else { return (call.range, "", "") }
  if let parent = call.parent, parent.kind == .forceUnwrap { return (parent.range, "try! ", "") }
  if let parent = call.parent, parent.kind == .optionalChaining || parent.kind == .memberAccess {
    return (call.range, "(try? ", ")")
  }
  return (call.range, "try? ", "")
}

/// The builder of a server, with or without TLS.
private struct ServerSecurity {
  let builder: String
  private(set) var imports: Set<String> = []

  /// - Parameter values: the arguments of the old initialiser by their labels.
  init(_ values: [String: Node], group: String, _ file: FileContext) throws(Refusal) {
    let chain: String
    let key: String
    var roots: String?
    if let certificate = values["certificateString"], let keyText = values["keyString"] {
      chain = "NIOSSLCertificate.fromPEMBytes(\(bytes(of: certificate, file)))"
      key = "NIOSSLPrivateKey(bytes: \(bytes(of: keyText, file)), format: .pem)"
      if let value = values["rootCerts"], value.kind != .nilLiteral {
        try Self.checkPresent(value, file)
        roots = "NIOSSLCertificate.fromPEMBytes(\(bytes(of: value, file)))"
      }
    } else if let certificate = values["certificateURL"], let keyURL = values["keyURL"] {
      chain = "NIOSSLCertificate.fromPEMFile(\(path(of: certificate, file)))"
      key = "NIOSSLPrivateKey(file: \(path(of: keyURL, file)), format: .pem)"
      if let value = values["rootCertsURL"], value.kind != .nilLiteral {
        try Self.checkPresent(value, file)
        roots = "NIOSSLCertificate.fromPEMFile(\(path(of: value, file)))"
      }
    } else {
      builder = "insecure(group: \(group))"
      return
    }
    var text =
      "usingTLSBackedByNIOSSL(on: \(group), certificateChain: \(chain), privateKey: \(key))"
    if let roots {
      // Whoever gave roots asked clients for certificates that these roots vouch for.
      text += ".withTLS(trustRoots: .certificates(\(roots)))"
      text += ".withTLS(certificateVerification: .noHostnameVerification)"
    }
    builder = text
    imports = ["NIOSSL"]
  }

  private static func checkPresent(_ value: Node, _ file: FileContext) throws(Refusal) {
    guard file.semantics.type(of: value).isOptional else { return }
    throw Refusal(
      "unwrap '\(file.source.text(value.range))', and build the server with '.withTLS(trustRoots:)' only if there are root certificates"
    )
  }
}

private func bytes(of text: Node, _ file: FileContext) -> String {
  "Array(\(operand(text, file)).utf8)"
}

private func path(of url: Node, _ file: FileContext) -> String {
  "\(operand(url, file)).path"
}

private func operand(_ value: Node, _ file: FileContext) -> String {
  let text = file.source.text(value.range)
  switch value.kind {
  case .binaryOperator, .ternary, .asExpr, .tryExpr: return "(\(text))"
  default: return text
  }
}

/// Takes `start()` away: the server runs since it was bound.
func serviceServerStart(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  var consequence = Consequence()
  consequence.lower(
    to: .review, because: "the server now starts where it is created, not here")
  consequence.lower(to: ServerConstructions(of: call.callee?.base, file))
  guard consequence.safety != .manual else { return .manual(ServerConstructions.nextStep) }
  if let base = call.callee?.base, base.kind == .functionCall {
    // `ServiceServer(…).start()`
    guard call.parent?.isBlockOfStatements == true else {
      return .manual("give the server a name, then run the fix again")
    }
    let start = call.range.lowerBound
    consequence.edits = [
      Edit(start..<start, "_ = "), Edit(base.range.upperBound..<call.range.upperBound, ""),
    ]
    return TransformOutcome(consequence)
  }
  guard call.arguments.isEmpty else {
    return .manual("delete the call; the server runs as soon as it is bound")
  }
  let removed = removedStatement(match, in: file)
  guard removed.consequence.safety != .manual else { return removed }
  consequence.merge(removed.consequence)
  return TransformOutcome(consequence)
}

/// Takes `shouldLogRequests = false` away: a server of grpc-swift 1 is silent unless it is given a logger.
func serverLogging(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step =
    "call '.withLogger(Logger(label: …))' on the builder where the server is created; without a logger it is silent"
  guard let assignment = match.node.parent, assignment.kind == .assignment,
    assignment.leftOperand == match.node, let value = assignment.rightOperand,
    value.kind == .booleanLiteral, value.text == "false",
    let block = assignment.parent, block.isBlockOfStatements, block.items.count > 1
  else { return .manual(step) }
  var consequence = Consequence()
  consequence.delete(file.lines(of: assignment))
  consequence.lower(to: ServerConstructions(of: match.node.base, file))
  return consequence.safety == .manual ? .manual(step) : TransformOutcome(consequence)
}

/// Turns `server.onCompletion = { … }` into what the server's future is asked when it closes.
func serverCompletion(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.node.base, isOfServiceServer(base, file),
    let assignment = match.node.parent, assignment.kind == .assignment,
    assignment.leftOperand == match.node, let value = assignment.rightOperand
  else {
    return .manual("use the future 'onClose' of the 'Server' of grpc-swift 1")
  }
  var consequence = Consequence()
  let name = match.node.mainToken.range.lowerBound
  if value.kind == .closure, value.signature == nil {
    let open = ByteOffset(value.range.lowerBound.index + 1)
    consequence.edits.append(Edit(name..<open, "onClose.whenComplete { _ in"))
  } else if value.kind == .declReference || value.kind == .memberAccess {
    let text = file.source.text(value.range)
    consequence.edits.append(
      Edit(name..<value.range.upperBound, "onClose.whenComplete { _ in \(text)() }"))
  } else {
    return .manual("call it in '\(base.text).onClose.whenComplete { _ in … }'")
  }
  consequence.lower(to: ServerConstructions(of: base.serverAround, file))
  return consequence.safety == .manual
    ? .manual(ServerConstructions.nextStep) : TransformOutcome(consequence)
}

/// Turns `server.stop()` into a shutdown that lets running calls end.
func serverStop(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let callee = match.node.callee, let base = callee.base, isOfServiceServer(base, file) else {
    return .manual(
      "call 'initiateGracefulShutdown()', or 'close()' to abort running calls; both return a future"
    )
  }
  var consequence = Consequence()
  consequence.edits.append(
    Edit(
      callee.mainToken.range.lowerBound..<match.node.range.upperBound,
      "initiateGracefulShutdown(promise: nil)"))
  consequence.lower(to: ServerConstructions(of: base.serverAround, file))
  return consequence.safety == .manual
    ? .manual(ServerConstructions.nextStep) : TransformOutcome(consequence)
}

/// Whether the server is the one inside a `ServiceServer`.
private func isOfServiceServer(_ node: Node, _ file: FileContext) -> Bool {
  file.semantics.symbol(of: node.withoutUnwrapping)?.qualifiedName
    == "SwiftGRPC.ServiceServer.server"
}
