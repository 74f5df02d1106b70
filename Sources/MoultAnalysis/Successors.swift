import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax
import MoultTransforms

/// Returns what the generator of grpc-swift 1 will make of services whose generated code is still of 0.
///
/// Between the rewrite and the next run of the generator a project names `X_YNIOClient`, which nothing
/// declares. Without a declaration everything behind such a client would be unknown, and what is left of
/// the old API there would be passed over. The text declares the new calls, and keeps the old streaming
/// calls and those with a completion handler, so that they are found until they are gone.
///
/// - Parameters:
///   - model: of generated code alone.
///   - declared: what the whole project declares.
///   - jobs: how many threads there are for it.
func successors(
  ofGeneratedCodeIn model: ProjectModel, beside declared: TopLevelTypes, jobs: Int
) -> [SynthesizedSource] {
  let clients = generatedTypes(
    inheriting: "SwiftGRPC.ServiceClientBase", suffix: "ServiceClient", in: model)
  let successors = sources(madeOf: clients, jobs: jobs) { client -> SynthesizedSource? in
    let stem = String(client.name.dropLast("ServiceClient".count))
    let module = client.module
    guard !declared.contains(stem + "NIOClient", inModule: module),
      model.symbol(named: "\(module).\(stem)NIOClient") == nil
    else { return nil }
    // The class has the full forms, and the protocol's extension the ones with fewer arguments.
    let owners = [client, model.symbol(named: "\(module).\(stem)Service")].compactMap { $0 }
    let methods = owners.flatMap { model.declaredMembers(of: $0) }
      .filter { $0.kind == .function && !$0.isStatic }
      .flatMap { successorTexts(of: $0, in: model) }
      .reduce(into: [String]()) { texts, text in if !texts.contains(text) { texts.append(text) } }
    var text = "import GRPC\nimport SwiftGRPC\nimport SwiftProtobuf\nimport Foundation\n"
    text += "public protocol \(stem)ClientProtocol: GRPCClient, ServiceClient {\n"
    text += methods.map { "  " + $0 + "\n" }.joined() + "}\n"
    text += "public struct \(stem)NIOClient: \(stem)ClientProtocol {\n"
    text += "  public var channel: GRPCChannel\n  public var defaultCallOptions: CallOptions\n"
    text += "  public init(channel: GRPCChannel, defaultCallOptions: CallOptions = CallOptions())\n"
    text += methods.map { "  public " + $0 + "\n" }.joined() + "}\n"
    text += testClient(stem, methods, module, in: model, beside: declared)
    let source = SourceText(path: "generated for \(stem)NIOClient", bytes: Array(text.utf8))
    return SynthesizedSource(
      tree: parse(source), module: module,
      reason: "what the generator of grpc-swift 1 makes of '\(client.name)'")
  }
  let services = asyncProviders(ofGeneratedCodeIn: model, beside: declared, jobs: jobs)
  return successors + services
}

/// Returns what made-up clients took the place of, by their names: what only the old ones had is found on the new ones.
///
/// - Parameter model: of generated code alone.
func clientsInPlace(ofGeneratedCodeIn model: ProjectModel) -> [String: [String]] {
  var result: [String: [String]] = [:]
  let clients = generatedTypes(
    inheriting: "SwiftGRPC.ServiceClientBase", suffix: "ServiceClient", in: model)
  for client in clients {
    let stem = "\(client.module).\(client.name.dropLast("ServiceClient".count))"
    result[stem + "ClientProtocol"] = [stem + "Service"]
    result[stem + "NIOClient"] = [stem + "ServiceClient", stem + "Service"]
  }
  return result
}

/// What is made of each of the types, in their order.
private func sources(
  madeOf types: [Symbol], jobs: Int, _ make: @Sendable (Symbol) -> SynthesizedSource?
) -> [SynthesizedSource] {
  parallelRanges(types.count, jobs: jobs, atLeast: 8) { types[$0].compactMap(make) }.flatMap { $0 }
}

/// The asynchronous providers of services, of which grpc-swift 0 has none.
private func asyncProviders(
  ofGeneratedCodeIn model: ProjectModel, beside declared: TopLevelTypes, jobs: Int
) -> [SynthesizedSource] {
  let providers = generatedTypes(
    inheriting: "SwiftGRPC.ServiceProvider", suffix: "Provider", in: model)
  return sources(madeOf: providers, jobs: jobs) { provider -> SynthesizedSource? in
    let name = provider.name.dropLast("Provider".count) + "AsyncProvider"
    guard provider.kind == .protocolType, !provider.name.hasSuffix("AsyncProvider"),
      !declared.contains(String(name), inModule: provider.module)
    else { return nil }
    let methods = model.declaredMembers(of: provider).compactMap {
      asyncRequirement(of: $0, in: model)
    }
    var text = "import GRPC\nimport SwiftProtobuf\n"
    text += "public protocol \(name): GRPC.CallHandlerProvider {\n"
    text += methods.map { "  " + $0 + "\n" }.joined() + "}\n"
    return SynthesizedSource(
      tree: parse(SourceText(path: "generated for \(name)", bytes: Array(text.utf8))),
      module: provider.module,
      reason: "what the generator of grpc-swift 1 makes of '\(provider.name)'")
  }
}

/// The test client of a service whose generated code has a test stub, with the stub's arrays; else nothing.
private func testClient(
  _ stem: String, _ methods: [String], _ module: String, in model: ProjectModel,
  beside declared: TopLevelTypes
) -> String {
  guard let stub = model.symbol(named: "\(module).\(stem)ServiceTestStub"),
    !declared.contains(stem + "TestClient", inModule: module)
  else { return "" }
  let arrays = model.declaredMembers(of: stub).filter { $0.kind == .property && !$0.isStatic }
    .map { "  public var \($0.name): \(describe($0.type))\n" }
  var text =
    "public final class \(stem)TestClient: ServiceClientTestStubBase, \(stem)ClientProtocol {\n"
  text += "  public var defaultCallOptions: CallOptions\n  public init()\n"
  return text + arrays.joined() + methods.map { "  public " + $0 + "\n" }.joined() + "}\n"
}

/// Returns whether generated code of grpc-swift 0 can be among the trees.
func canHaveSuccessors(_ trees: [SyntaxTree]) -> Bool {
  trees.contains { $0.importedModules.contains("SwiftGRPC") }
}

/// The declarations that take a method's place, as text; the method's own too where it may still wait for a person.
private func successorTexts(of method: Symbol, in model: ProjectModel) -> [String] {
  guard let declaration = method.declaration, let style = callStyle(of: method, in: model),
    case .function(let parameters, let result, _, _) = method.type
  else { return [] }
  let old = signatureText(of: declaration).map { [$0] } ?? []
  switch style {
  case .unary:
    guard let request = parameters.first else { return [] }
    return [
      "func \(method.name)(_ request: \(describe(request)), callOptions: CallOptions? = nil) -> UnaryCall<\(describe(request)), \(describe(result))>"
    ]
  case .message, .asyncUnary, .asyncServerStreaming, .asyncClientStreaming,
    .asyncBidirectionalStreaming, .asyncCall, .future, .connectClosure, .unknown:
    return []
  case .unaryCompletion: return old
  case .serverStreaming:
    guard let request = parameters.first, let reply = streamedReply(of: result, in: model) else {
      return old
    }
    return old + [
      "func \(method.name)(_ request: \(describe(request)), callOptions: CallOptions? = nil, handler: @escaping (\(reply)) -> Void) -> ServerStreamingCall<\(describe(request)), \(reply)>"
    ]
  case .clientStreaming:
    guard let messages = streamedMessages(of: result, in: model) else { return old }
    return old + [
      "func \(method.name)(callOptions: CallOptions? = nil) -> ClientStreamingCall<\(messages.request), \(messages.reply)>"
    ]
  case .bidirectionalStreaming:
    guard let messages = streamedMessages(of: result, in: model) else { return old }
    return old + [
      "func \(method.name)(callOptions: CallOptions? = nil, handler: @escaping (\(messages.reply)) -> Void) -> BidirectionalStreamingCall<\(messages.request), \(messages.reply)>"
    ]
  }
}

/// What `receive` or `closeAndReceive` of a call gives, by name.
private func streamedReply(of call: SemanticType, in model: ProjectModel) -> String? {
  guard let symbol = call.nominalSymbol else { return nil }
  for member in model.declaredMembers(of: symbol)
  where ["receive", "_receive", "closeAndReceive"].contains(member.name) {
    guard case .function(_, let result, _, _) = member.type, result != .void else { continue }
    return describe(result.fullyUnwrapped)
  }
  return nil
}

/// What a call that sends takes and gives, by name.
private func streamedMessages(
  of call: SemanticType, in model: ProjectModel
) -> (request: String, reply: String)? {
  guard let symbol = call.nominalSymbol, let reply = streamedReply(of: call, in: model) else {
    return nil
  }
  for member in model.declaredMembers(of: symbol) where ["send", "_send"].contains(member.name) {
    guard case .function(let parameters, _, _, _) = member.type, let request = parameters.first
    else { continue }
    return (describe(request), reply)
  }
  return nil
}

/// The text of a function's declaration from `func` to its result, without modifiers and body.
private func signatureText(of declaration: Node) -> String? {
  guard declaration.kind == .functionDecl, let signature = declaration.child(.functionSignature)
  else { return nil }
  let parts = signature.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return "func \(declaration.name)\(parts)"
}
