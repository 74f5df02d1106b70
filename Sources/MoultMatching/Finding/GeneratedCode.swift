package import MoultSemantics
import MoultSyntax

/// Returns the types of the project's generated code that descend from `ancestor` and whose name ends
/// in `suffix`, in the order of the model.
package func generatedTypes(
  inheriting ancestor: String, suffix: String, in model: ProjectModel
) -> [Symbol] {
  model.projectTypes.filter { symbol in
    symbol.isGenerated && symbol.name.hasSuffix(suffix) && symbol.name != suffix
      && model.isSubtype(symbol, of: ancestor)
  }
}

/// What the names of all types of a service begin with whose client an alpha of grpc-swift 1 has generated, up to 1.0.0-alpha.9.
///
/// These called the client of `Echo` `EchoServiceClient`, and its protocol `EchoService`, as grpc-swift 0 did; later ones call them
/// `EchoClient` and `EchoClientProtocol`.
///
/// - Returns: nil for any type but a client and its protocol.
/// - Complexity: O(*n*) in the declarations of the protocol's file.
package func serviceOfAnAlpha(_ client: Symbol) -> String? {
  if client.kind == .protocolType {
    guard client.isGenerated, client.name.hasSuffix("Service"), client.name != "Service",
      client.declaration?.tree.root.itemNodes.contains(where: { node in
        let inherited = node.inheritedTypes.map(\.name)
        return node.name == client.name + "Client" && inherited.contains("GRPCClient")
          && inherited.contains(client.name)
      }) == true
    else { return nil }
    return String(client.name.dropLast("Service".count))
  }
  let end = "ServiceClient"
  guard client.isGenerated, client.name.hasSuffix(end), client.name != end,
    let declaration = client.declaration
  else { return nil }
  let inherited = declaration.inheritedTypes.map(\.name)
  let service = String(client.name.dropLast("Client".count))
  guard inherited.contains("GRPCClient"), inherited.contains(service) else { return nil }
  return String(client.name.dropLast(end.count))
}

/// Returns the methods that generated code declares on the project's descendants of `ancestor`.
package func generatedMethods(on ancestor: String, in model: ProjectModel) -> [Symbol] {
  model.projectTypes.filter { $0.isGenerated && model.isSubtype($0, of: ancestor) }
    .flatMap { model.declaredMembers(of: $0) }
    .filter { $0.kind == .function && $0.isGenerated && !$0.isStatic }
}

/// Returns the style of a generated client method of grpc-swift 0 or 1, or nil if it is none.
///
/// The shapes stand in the generator's templates: a blocking unary call returns the message, a unary call
/// with a completion and the three streaming styles return a protocol that inherits one of the runtime's.
package func callStyle(of method: Symbol, in model: ProjectModel) -> CallStyle? {
  if isConnectClosureCall(method) { return .connectClosure }
  if isOfUnknownKind(method) { return .unknown }
  if let style = laterCallStyle(of: method, in: model) { return style }
  if let owner = method.parent,
    model.isSubtype(owner, of: "SwiftGRPC.ClientCall")
      || model.isSubtype(owner, of: "SwiftGRPC.ServerSession")
  {
    return .message
  }
  guard case .function(_, let result, let isThrowing, _) = method.type, isThrowing else {
    return nil
  }
  let labels = method.parameterLabels
  let takesMessage = labels == [nil] || labels == [nil, "metadata"]
  guard case .nominal(let returned, _) = result else {
    // A message of a package that is not here has no type; what a stream gives is declared beside the service.
    let isOfClient = method.parent.map { model.isSubtype($0, of: "SwiftGRPC.ServiceClient") }
    return result.isUnknown && takesMessage && isOfClient == true ? .unary : nil
  }
  let runtime: [(String, CallStyle)] = [
    ("SwiftGRPC.ClientCallUnary", .unaryCompletion),
    ("SwiftGRPC.ClientCallServerStreaming", .serverStreaming),
    ("SwiftGRPC.ClientCallClientStreaming", .clientStreaming),
    ("SwiftGRPC.ClientCallBidirectionalStreaming", .bidirectionalStreaming),
  ]
  for (name, style) in runtime where model.isSubtype(returned, of: name) { return style }
  return takesMessage ? .unary : nil
}

/// Whether a method is one that the generators of connect-swift make for callers with closures.
func isConnectClosureCall(_ method: Symbol) -> Bool {
  let labels = method.parameterLabels
  return labels == ["request", "headers", "completion"] || labels == ["headers", "onResult"]
}

/// Whether a method was presumed of which nothing tells the kind.
private func isOfUnknownKind(_ method: Symbol) -> Bool {
  guard case .synthesized = method.origin, method.kind == .function else { return false }
  return method.unnotedDeclaration?.returnType?.name == unseenCall
}

/// The style of a method that the generator of grpc-swift 1 makes.
private func laterCallStyle(of method: Symbol, in model: ProjectModel) -> CallStyle? {
  guard let owner = method.parent, method.parameterLabels.contains("callOptions"),
    model.isSubtype(owner, of: "GRPC.GRPCClient"),
    case .function(let parameters, let returned, let isThrowing, let isAsync) = method.type
  else { return nil }
  // Requests that are streamed are generic; a message of a package that is not here has no type.
  let takesMessage =
    switch parameters.first {
    case .nominal, .unknown: method.parameterLabels.first == .some(nil)
    default: false
    }
  switch returned.nominalSymbol?.qualifiedName {
  case "GRPC.UnaryCall", "GRPC.ServerStreamingCall", "GRPC.ClientStreamingCall",
    "GRPC.BidirectionalStreamingCall":
    return .future
  case "GRPC.GRPCAsyncUnaryCall", "GRPC.GRPCAsyncServerStreamingCall",
    "GRPC.GRPCAsyncClientStreamingCall", "GRPC.GRPCAsyncBidirectionalStreamingCall":
    return .asyncCall
  case "GRPC.GRPCAsyncResponseStream":
    return takesMessage ? .asyncServerStreaming : .asyncBidirectionalStreaming
  default:
    guard isAsync, isThrowing, returned.isUnknown || returned.nominalSymbol != nil else {
      return nil
    }
    return takesMessage ? .asyncUnary : .asyncClientStreaming
  }
}

extension Symbol {
  /// Whether it is the initialiser of a client that the generator of grpc-swift 2 makes, of a `GRPCClient` alone.
  ///
  /// The generator gives a client no other: more are declared by extensions in the project.
  package var makesGeneratedClientOfGRPC2: Bool {
    kind == .initializer && parameterLabels == ["wrapping"]
  }
}
