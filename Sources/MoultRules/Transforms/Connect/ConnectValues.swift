import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Gives a value that has become optional what it was without one: `Code.fromName(t)` becomes `Code.fromName(t) ?? .unknown`.
///
/// Only in a project that shows connect-swift 0.x, and where nothing takes an optional.
func codeOrUnknown(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard file.model.symbol(named: "Connect.UnaryFunction") != nil, let parent = match.node.parent
  else { return nil }
  switch parent.kind {
  case .optionalChaining, .forceUnwrap, .optionalBinding: return nil
  case .binaryOperator, .ternary, .asExpr, .isExpr, .memberAccess, .tryExpr, .awaitExpr:
    if parent.kind == .binaryOperator, parent.text.contains("??") { return nil }
  case .initializerClause:
    // `if let code = Code.fromName(text)`
    if parent.parent?.kind == .optionalBinding { return nil }
    if let binding = parent.parent, binding.annotatedType?.kind == .optionalType { return nil }
  default: break
  }
  var editor = file.editor
  editor.replace(match.node, with: .infix(.kept(match.node), "??", .member(nil, "unknown")))
  return TransformOutcome(Consequence(editor))
}

/// Says of which input a request or its callbacks are, where a type is written: `HTTPRequest` becomes `HTTPRequest<Data?>`.
func genericHTTPType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.kind == .identifierType || match.node.kind == .memberType,
    match.node.child(.genericArgumentClause) == nil, let symbol = match.symbol
  else { return nil }
  var editor = file.editor
  let input = Code.word(symbol.name == "HTTPRequest" ? "Data?" : "Data")
  editor.replace(match.node, with: .generic(match.node.text, [input]))
  return TransformOutcome(Consequence(editor), imports: ["Foundation"])
}

/// Makes a copy of a request with all that one has since 0.10: the method and the level of idempotency of the one that
/// its URL is taken from.
func requestCopy(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let advice =
    "pass 'url', 'headers', 'message', 'method', 'trailers' and 'idempotencyLevel'; the content type is a header as of 0.10"
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  func value(_ label: String) -> Expr? { call.argument(labeled: label)?.expression }
  guard case .member(let url)? = value("url") ?? value("target"),
    case .name(let request)? = url.base, let headers = value("headers"),
    let message = value("message"),
    value("contentType")?.node.text == "\(request.name).contentType"
  else { return .manual(advice) }
  let copied = Code.word(request.name)
  let trailers = value("trailers").map { Code.kept($0) } ?? copied.member("trailers")
  var editor = file.editor
  editor.replace(
    call.node,
    with: .call(
      .kept(called),
      [
        CodeArgument("url", copied.member("url")), CodeArgument("headers", .kept(headers)),
        CodeArgument("message", .kept(message)), CodeArgument("method", copied.member("method")),
        CodeArgument("trailers", trailers),
        CodeArgument("idempotencyLevel", copied.member("idempotencyLevel")),
      ]))
  return TransformOutcome(Consequence(editor))
}

/// Leaves an assignment to a person: what is assigned has become a constant.
func nowConstant(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  var node = match.node
  while let parent = node.parent {
    switch parent.kind {
    case .memberAccess, .subscriptCall, .optionalChaining, .forceUnwrap: node = parent
    case .assignment: return parent.leftOperand == node ? .manual() : nil
    case .inOut: return .manual()
    default: return nil
    }
  }
  return nil
}

/// Leaves a value to a person that is taken by force.
func forcedValue(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  match.node.parent?.kind == .forceUnwrap ? .manual() : nil
}

/// Leaves a type to a person that lacks what its protocol wants since.
func lacksRequirement(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.kind != .extensionDecl, declaration.kind != .protocolDecl,
    let name = match.symbol?.name, let wanted = newRequirements[name]
  else { return nil }
  let has = declaration.members.contains { member in
    guard member.kind == .functionDecl, member.name == wanted.name else { return false }
    guard let label = wanted.label else { return true }
    return member.parameters.contains { $0.externalName == label }
  }
  return has ? nil : .manual()
}

/// What implementations of the runtime's protocols have to have since a later release, by the protocol.
private let newRequirements: [String: (name: String, label: String?)] = [
  "Codec": ("deterministicallySerialize", nil),
  "HTTPClientInterface": ("unary", "onMetrics"),
  "ProtocolClientInterface": ("unary", "idempotencyLevel"),
  "BidirectionalStreamInterface": ("cancel", nil),
  "BidirectionalAsyncStreamInterface": ("cancel", nil),
  "ClientOnlyStreamInterface": ("cancel", nil),
  "ClientOnlyAsyncStreamInterface": ("cancel", nil),
  "ServerOnlyStreamInterface": ("cancel", nil),
  "ServerOnlyAsyncStreamInterface": ("cancel", nil),
]

/// Makes the name of a compression pool an instance's.
func poolNameOfInstance(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node) else { return nil }
  for member in declaration.members where member.kind == .functionDecl && member.name == "name" {
    guard member.parameters.isEmpty,
      let modifier = member.modifiers.first(where: { $0.name == "static" })
    else { continue }
    var editor = file.editor
    editor.remove(modifier: modifier)
    return TransformOutcome(Consequence(editor))
  }
  return nil
}

/// Leaves a client to a person that speaks gRPC over a session, which cannot.
func grpcOverSession(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard
    let config = match.node.arguments.first(where: { $0.argumentLabel == "config" })?.argumentValue,
    config.kind == .functionCall,
    let wanted = config.arguments.first(where: { $0.argumentLabel == "networkProtocol" })?
      .argumentValue, wanted.kind == .memberAccess, wanted.name == "grpc"
  else { return nil }
  let client = match.node.arguments.first { $0.argumentLabel == "httpClient" }?.argumentValue
  if client == nil || client?.callee?.name == "URLSessionHTTPClient" { return .manual() }
  guard !file.tree.importedModules.contains("ConnectNIO") else { return nil }
  return .manual("import 'ConnectNIO', which declares '.grpc', and depend on its product")
}

/// Asks an instance for what the type told: `GzipCompressionPool.name()` becomes `GzipCompressionPool().name()`.
func poolInstance(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.nodes["base"], base.kind == .declReference || base.kind == .memberAccess,
    let symbol = file.semantics.symbol(of: base), symbol.kind.isType
  else { return nil }
  var editor = file.editor
  editor.replace(base, with: .call(.kept(base), []))
  return TransformOutcome(Consequence(editor))
}
