import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Gives a value that has become optional what it was without one: `Code.fromName(t)` becomes `Code.fromName(t) ?? .unknown`.
///
/// Only in a project that shows connect-swift 0.x, and where nothing takes an optional.
func codeOrUnknown(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard file.model.symbol(named: "Connect.UnaryFunction") != nil, let parent = match.node.parent
  else { return nil }
  var isPart = false
  switch parent.kind {
  case .optionalChaining, .forceUnwrap, .optionalBinding: return nil
  case .binaryOperator, .ternary, .asExpr, .isExpr, .memberAccess, .tryExpr, .awaitExpr:
    if parent.kind == .binaryOperator, parent.text.contains("??") { return nil }
    isPart = true
  case .initializerClause:
    // `if let code = Code.fromName(text)`
    if parent.parent?.kind == .optionalBinding { return nil }
    if let binding = parent.parent, binding.annotatedType?.kind == .optionalType { return nil }
  default: break
  }
  var consequence = Consequence()
  let (start, end) = (match.node.range.lowerBound, match.node.range.upperBound)
  if isPart { consequence.edits.append(Edit(start..<start, "(")) }
  consequence.edits.append(Edit(end..<end, isPart ? " ?? .unknown)" : " ?? .unknown"))
  return TransformOutcome(consequence)
}

/// Says of which input a request or its callbacks are, where a type is written: `HTTPRequest` becomes `HTTPRequest<Data?>`.
func genericHTTPType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.kind == .identifierType || match.node.kind == .memberType,
    match.node.child(.genericArgumentClause) == nil, let symbol = match.symbol
  else { return nil }
  var consequence = Consequence()
  let end = match.range.upperBound
  consequence.edits.append(
    Edit(end..<end, symbol.name == "HTTPRequest" ? "<Data?>" : "<Data>"))
  return TransformOutcome(consequence, imports: ["Foundation"])
}

/// Makes a copy of a request with all that one has since 0.10: the method and the level of idempotency of the one that
/// its URL is taken from.
func requestCopy(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let advice =
    "pass 'url', 'headers', 'message', 'method', 'trailers' and 'idempotencyLevel'; the content type is a header as of 0.10"
  guard let list = match.node.child(.argumentList) else { return nil }
  var values: [String: Node] = [:]
  for argument in match.node.arguments {
    values[argument.argumentLabel ?? ""] = argument.argumentValue
  }
  guard let url = values["url"] ?? values["target"], url.kind == .memberAccess,
    let request = url.base, request.kind == .declReference,
    let headers = values["headers"], let message = values["message"],
    let type = values["contentType"], type.text == "\(request.text).contentType",
    !file.tree.holdsComment(in: list.range)
  else { return .manual(advice) }
  let trailers = values["trailers"]?.text ?? "\(request.text).trailers"
  var consequence = Consequence()
  // What stands for headers and message stays where it is, and what else is found in it with it.
  guard url.range.upperBound <= headers.range.lowerBound,
    headers.range.upperBound <= message.range.lowerBound
  else { return .manual(advice) }
  let name = request.text
  consequence.edits = [
    Edit(list.range.lowerBound..<headers.range.lowerBound, "(url: \(name).url, headers: "),
    Edit(headers.range.upperBound..<message.range.lowerBound, ", message: "),
    Edit(
      message.range.upperBound..<list.range.upperBound,
      ", method: \(name).method, trailers: \(trailers), idempotencyLevel: \(name).idempotencyLevel)"
    ),
  ]
  return TransformOutcome(consequence)
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
    var consequence = Consequence()
    let end = modifier.range.upperBound.index
    consequence.edits.append(
      Edit(ByteRange(indices: modifier.range.lowerBound.index..<end + 1), ""))
    return TransformOutcome(consequence)
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
  var consequence = Consequence()
  let end = base.range.upperBound
  consequence.edits.append(Edit(end..<end, "()"))
  return TransformOutcome(consequence)
}
