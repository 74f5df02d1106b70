import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `ServiceServer(address:…serviceProviders:)` into a server of grpc-swift 1 that is built and bound.
///
/// It runs from there on: what `start()` did is done by `bind`. Unless the project wants another, the group is the one of the
/// process, which nobody has to shut down, so that the server lives as long as before.
package func serviceServerToServer(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  try boundServer(madeBy: match.node, file)
}

/// The server of grpc-swift 1 in place of one that is made by `call`.
func boundServer(madeBy call: Node, _ file: FileContext) throws(Refusal) -> TransformOutcome {
  guard let callee = call.callee, callee.name != "init" || callee.base?.name != "super" else {
    throw Refusal(
      "store the 'Server' of grpc-swift 1 in a property instead of inheriting from 'ServiceServer'")
  }
  let values = try argumentsWithoutComment(of: call, file)
  guard let address = values["address"], let providers = values["serviceProviders"] else {
    throw Refusal(stepForServer(file))
  }
  let loops = EventLoopsOfGRPC1(file)
  let security = try ServerSecurity(
    values, of: .library("GRPC.Server"), group: loops.code, file)
  var consequence = Consequence()
  if loops == .own { consequence.lower(to: .placeholder, because: EventLoopsOfGRPC1.lifetime) }
  let (target, isKnown) = ChannelTarget.said(by: address, file)
  if target.hasTextAsPort { consequence.lower(to: .review, because: portOfTLS) }
  if !isKnown {
    consequence.lower(
      to: .placeholder,
      because: "the address is not a literal, so its host and port are not known here")
  }
  let server = security.builder.calling("withServiceProviders", [.plain(.kept(providers))])
    .calling("bind", [CodeArgument("host", target.host), CodeArgument("port", target.port)])
    .calling("wait")
  var editor = file.editor
  if file.semantics.symbol(of: call)?.isFailable != true {
    editor.replace(call, with: server)
    consequence.merge(addition(of: [.throwing], to: call, in: file))
  } else if let forced = ForcedValue(of: call.parent) {
    // What gave nil on failure throws.
    editor.replace(forced.node, with: .marked(.forcedTry, server))
  } else {
    editor.replace(call, with: .marked(.optionalTry, server))
  }
  consequence.edits += Consequence(editor).edits
  consequence.lower(
    to: .review,
    because: "the server runs from here on, and a port that is in use is an error here")
  return TransformOutcome(consequence, imports: security.imports.union(loops.imports))
}

/// The builder of a server, with or without TLS.
private struct ServerSecurity {
  let builder: Code
  private(set) var imports: Set<String> = []

  /// - Parameter values: the arguments of the old initialiser by their labels.
  init(
    _ values: [String: Node], of server: Code, group: Code, _ file: FileContext
  ) throws(Refusal) {
    let (chain, key, roots): (Code, Code, Code?)
    if let certificate = values["certificateString"], let text = values["keyString"] {
      chain = .certificates("fromPEMBytes", .bytes(of: certificate))
      key = .privateKey("bytes", .bytes(of: text))
      roots = try Self.present(values["rootCerts"], file)
        .map { .certificates("fromPEMBytes", .bytes(of: $0)) }
    } else if let certificate = values["certificateURL"], let url = values["keyURL"] {
      func path(of url: Node) -> Code { Code.kept(url).member("path") }
      chain = .certificates("fromPEMFile", path(of: certificate))
      key = .privateKey("file", path(of: url))
      roots = try Self.present(values["rootCertsURL"], file)
        .map { .certificates("fromPEMFile", path(of: $0)) }
    } else {
      builder = server.calling("insecure", [CodeArgument("group", group)])
      return
    }
    let plain = Code.quoted(
      "\(server).usingTLSBackedByNIOSSL(on: \(group), certificateChain: \(chain), privateKey: "
        + "\(key))"
    )
    // Whoever gave roots asked clients for certificates that these roots vouch for.
    builder =
      roots.map { roots in
        .quoted(
          "\(plain).withTLS(trustRoots: .certificates(\(roots))).withTLS(certificateVerification: "
            + ".noHostnameVerification)"
        )
      } ?? plain
    imports = ["NIOSSL"]
  }

  private static func present(_ value: Node?, _ file: FileContext) throws(Refusal) -> Node? {
    guard let value, value.kind != .nilLiteral else { return nil }
    guard file.semantics.type(of: value).isOptional else { return value }
    throw Refusal(
      "unwrap '\(value.text)', and build the server with '.withTLS(trustRoots:)' only if there are root certificates"
    )
  }
}

/// Takes `start()` away: the server runs since it was bound.
package func serviceServerStart(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  var consequence = Consequence()
  consequence.lower(
    to: .review, because: "the server now starts where it is created, not here")
  let servers = ServerConstructions(of: call.callee?.base, file)
  consequence.lower(to: servers)
  guard consequence.safety != .manual else { return .manual(servers.nextStep) }
  if let base = call.callee?.base, base.kind == .functionCall {
    // `ServiceServer(…).start()`
    guard call.parent?.isBlockOfStatements == true else {
      return .manual("give the server a name, then run the fix again")
    }
    var editor = file.editor
    editor.replace(call, with: .infix(.word("_"), "=", .kept(base)))
    consequence.merge(Consequence(editor))
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
package func serverLogging(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step =
    "call '.withLogger(Logger(label: …))' on the builder where the server is created; without a logger it is silent"
  guard let assignment = AssignmentExpr(to: match.node)?.node, let value = assignment.rightOperand,
    value.kind == .booleanLiteral, value.text == "false",
    let block = assignment.parent, block.isBlockOfStatements, block.items.count > 1
  else { return .manual(step) }
  var editor = file.editor
  editor.remove(item: assignment)
  return outcome(of: editor, by: ServerConstructions(of: match.node.base, file), else: step)
}

/// Turns `server.onCompletion = { … }` into what the server's future is asked when it closes.
package func serverCompletion(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.node.base, isOfServiceServer(base, file),
    let assignment = AssignmentExpr(to: match.node)?.node, let value = assignment.rightOperand
  else {
    return .manual("use the future 'onClose' of the 'Server' of grpc-swift 1")
  }
  let called = Code.kept(base).member("onClose").member("whenComplete")
  var editor = file.editor
  if let closure = ClosureExpr(value), closure.signature == nil {
    editor.replace(assignment, with: .form(.trailed(called, value)))
    editor.name(argumentsOf: closure, ["_"])
  } else if value.kind == .declReference || value.kind == .memberAccess {
    let closure = ClosureCode(parameters: ["_"], [.call(.kept(value), [])])
    editor.replace(assignment, with: .call(called, [], trailing: [closure]))
  } else {
    return .manual("call it in '\(base.text).onClose.whenComplete { _ in … }'")
  }
  return outcome(of: editor, by: ServerConstructions(of: base.serverAround, file))
}

/// Turns `server.stop()` into a shutdown that lets running calls end.
package func serverStop(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.node.callee?.base, isOfServiceServer(base, file) else {
    return .manual(
      "call 'initiateGracefulShutdown()', or 'close()' to abort running calls; both return a future"
    )
  }
  var editor = file.editor
  editor.replace(match.node, with: .quoted("\(base).initiateGracefulShutdown(promise: nil)"))
  return outcome(of: editor, by: ServerConstructions(of: base.serverAround, file))
}

/// Whether the server is the one inside a `ServiceServer`.
private func isOfServiceServer(_ node: Node, _ file: FileContext) -> Bool {
  file.semantics.symbol(of: node.withoutUnwrapping)?.qualifiedName
    == "SwiftGRPC.ServiceServer.server"
}
