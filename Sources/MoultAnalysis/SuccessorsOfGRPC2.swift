import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax
import MoultTransforms

/// Returns what the generator of grpc-swift 2 will make of services whose generated code is still of 1.
///
/// As between 0 and 1, a project that is half rewritten names types that nothing declares before the generator has
/// run. They are declared with the new calls and with the old ones that may still wait for a person.
///
/// - Parameters:
///   - model: of generated code alone.
///   - declared: what the whole project declares.
/// - Complexity: O(*n*) in the types of the generated code.
func successorsOfGRPC2(
  ofGeneratedCodeIn model: ProjectModel, beside declared: TopLevelTypes
) -> [SynthesizedSource] {
  let clients =
    generatedTypes(inheriting: "GRPC.GRPCClient", suffix: "ClientProtocol", in: model)
    + generatedTypes(inheriting: "GRPC.GRPCClient", suffix: "ServiceClient", in: model)
    .filter { serviceOfAnAlpha($0) != nil }
  var seen: Set<String> = []
  return clients.compactMap { client -> SynthesizedSource? in
    var stem = serviceOfAnAlpha(client) ?? String(client.name.dropLast("ClientProtocol".count))
    if stem.hasSuffix("Async") { stem = String(stem.dropLast("Async".count)) }
    guard seen.insert(client.module + "." + stem).inserted,
      !declared.contains(stem, inModule: client.module),
      model.symbol(named: "\(client.module).\(stem)") == nil
    else { return nil }
    let owners = [
      stem + "AsyncClientProtocol", stem + "ClientProtocol", stem + "Client",
      stem + "ServiceClient",
    ]
    .compactMap { model.symbol(named: "\(client.module).\($0)") }
    let methods = owners.flatMap { model.declaredMembers(of: $0) }
      .filter { $0.kind == .function && !$0.isStatic }
      .flatMap { declarations(after: $0, in: model) }
      .reduce(into: [String]()) { texts, text in if !texts.contains(text) { texts.append(text) } }
    let members = methods.map { "    public \($0)\n" }.joined()
    // What grpc-swift 1's successors of a service of 0 still have, a person has not come to.
    let isOfGRPC0 = owners.contains { owner in
      model.declaredMembers(of: owner).contains { isCallOfGRPC0($0, in: model) }
    }
    let text = """
      import Foundation
      import GRPC
      import GRPCCore
      import GRPCProtobuf
      import SwiftProtobuf
      \(isOfGRPC0 ? "import SwiftGRPC" : "")
      public enum \(stem): Swift.Sendable {
        public static let descriptor: GRPCCore.ServiceDescriptor
        public protocol ClientProtocol: GRPC.GRPCClient\(isOfGRPC0 ? ", SwiftGRPC.ServiceClient" : "") {
      \(members)  }
        public struct Client<Transport>: \(stem).ClientProtocol where Transport: GRPCCore.ClientTransport {
          public init(wrapping client: GRPCCore.GRPCClient<Transport>)
      \(isOfGRPC0 ? "" : creation(asOfAnAlpha: serviceOfAnAlpha(client) != nil))\
      \(members)  }
        public protocol StreamingServiceProtocol: GRPCCore.RegistrableRPCService {}
        public protocol ServiceProtocol: \(stem).StreamingServiceProtocol {}
        public protocol SimpleServiceProtocol: \(stem).ServiceProtocol {}
      }

      """
    return SynthesizedSource(
      tree: parse(
        SourceText(path: "generated for \(stem) of grpc-swift 2", bytes: Array(text.utf8))),
      module: client.module, reason: "what the generator of grpc-swift 2 makes of '\(stem)'")
  }
}

/// Says of the protocols that the alpha releases of grpc-swift 1 generated for clients, and which inherited nothing, what
/// they say since 1.0: so they, and what is called on them, are found as those of later releases are.
///
/// - Parameter model: of generated code alone.
/// - Complexity: O(*n*) in the types of the generated code.
func ancestorsForAlphas(ofGeneratedCodeIn model: ProjectModel) -> [SynthesizedSource] {
  generatedTypes(inheriting: "GRPC.GRPCClient", suffix: "Client", in: model).compactMap { client in
    // Early ones called it as the service.
    let name = serviceOfAnAlpha(client).map { $0 + "Service" } ?? client.name + "Protocol"
    guard let owner = model.symbol(named: "\(client.module).\(name)"),
      !model.isSubtype(owner, of: "GRPC.GRPCClient")
    else { return nil }
    let text = "import GRPC\nextension \(owner.name): GRPC.GRPCClient {}\n"
    return SynthesizedSource(
      tree: parse(
        SourceText(path: "generated for \(owner.name) of grpc-swift 1", bytes: Array(text.utf8))),
      module: owner.module, reason: "what grpc-swift 1.0 says of '\(owner.name)'")
  }
}

/// Whether code of grpc-swift 1 was generated with protocols of clients that inherit nothing.
func canHaveAlphas(_ generated: [SyntaxTree]) -> Bool {
  generated.contains { tree in
    tree.importedModules.contains("GRPC")
      && tree.root.itemNodes.contains { node in
        node.kind == .protocolDecl && node.inheritedTypes.isEmpty
          && (node.name.hasSuffix("ClientProtocol") || node.name.hasSuffix("Service"))
      }
  }
}

/// How grpc-swift 1 creates a client: by what an alias stands for, it is still found where its fix waits for a person.
private func creation(asOfAnAlpha isOfAnAlpha: Bool) -> String {
  let (name, type) = isOfAnAlpha ? ("connection", "ClientConnection") : ("channel", "GRPCChannel")
  return """
        public var \(name): GRPC.\(type)
        public var defaultCallOptions: GRPC.CallOptions
        public init(\(name): GRPC.\(type), defaultCallOptions: GRPC.CallOptions = GRPC.CallOptions())

    """
}

/// Returns whether code of grpc-swift 1 was generated, and files beside it speak of grpc-swift 2 already.
func canHaveSuccessorsOfGRPC2(_ generated: [SyntaxTree], beside files: [ProjectFile]) -> Bool {
  generated.contains { $0.importedModules.contains("GRPC") }
    && files.contains { !$0.isGenerated && $0.tree.importedModules.contains("GRPCCore") }
}

/// The declarations of a method of grpc-swift 1 and of what takes its place, as text.
private func declarations(after method: Symbol, in model: ProjectModel) -> [String] {
  guard let style = callStyle(of: method, in: model),
    case .function(let parameters, let result, _, _) = method.type
  else { return [] }
  let request = parameters.first.map(describe) ?? "Void"
  let name = methodNameOfGRPC2(method.name)
  let leading = "metadata: GRPCCore.Metadata = [:], options: GRPCCore.CallOptions = .defaults"
  func handler(_ reply: String, _ response: String) -> String {
    "onResponse handleResponse: @Sendable @escaping (GRPCCore.\(response)<\(reply)>) async throws -> Result"
  }
  switch style {
  case .asyncUnary:
    let reply = describe(result)
    return [
      "func \(method.name)(_ request: \(request), callOptions: GRPC.CallOptions) async throws -> \(reply)",
      "func \(name)(_ message: \(request), \(leading)) async throws -> \(reply)",
      "func \(name)<Result>(_ message: \(request), \(leading), \(handler(reply, "ClientResponse"))) async throws -> Result",
    ]
  case .asyncServerStreaming:
    guard case .nominal(_, let arguments) = result, let reply = arguments.first.map(describe) else {
      return []
    }
    return [
      "func \(method.name)(_ request: \(request), callOptions: GRPC.CallOptions? = nil) -> GRPC.GRPCAsyncResponseStream<\(reply)>",
      "func \(name)<Result>(_ message: \(request), \(leading), \(handler(reply, "StreamingClientResponse"))) async throws -> Result",
    ]
  case .future:
    guard case .nominal(let call, let arguments) = result, let message = arguments.first,
      let reply = arguments.last.map(describe)
    else { return [] }
    let type = "GRPC.\(call.name)<\(describe(message)), \(reply)>"
    switch call.name {
    case "UnaryCall":
      return [
        "func \(method.name)(_ request: \(request), callOptions: GRPC.CallOptions? = nil) -> \(type)",
        "func \(name)(_ message: \(request), \(leading)) async throws -> \(reply)",
      ]
    case "ServerStreamingCall":
      return [
        "func \(method.name)(_ request: \(request), callOptions: GRPC.CallOptions? = nil, handler: @escaping (\(reply)) -> Void) -> \(type)"
      ]
    case "ClientStreamingCall":
      return ["func \(method.name)(callOptions: GRPC.CallOptions? = nil) -> \(type)"]
    default:
      return [
        "func \(method.name)(callOptions: GRPC.CallOptions? = nil, handler: @escaping (\(reply)) -> Void) -> \(type)"
      ]
    }
  case .asyncCall, .asyncClientStreaming, .asyncBidirectionalStreaming:
    return style == .asyncCall ? [signature(of: method)].compactMap { $0 } : []
  case .unaryCompletion, .serverStreaming, .clientStreaming, .bidirectionalStreaming, .unknown:
    return [signature(of: method)].compactMap { $0 }
  case .unary, .message, .connectClosure: return []
  }
}

/// Whether a method is a call of grpc-swift 0 that no fix has turned around yet.
private func isCallOfGRPC0(_ method: Symbol, in model: ProjectModel) -> Bool {
  guard method.kind == .function, !method.isStatic else { return false }
  switch callStyle(of: method, in: model) {
  case .unaryCompletion?, .serverStreaming?, .clientStreaming?, .bidirectionalStreaming?:
    return true
  default: return false
  }
}

/// The text of a function's declaration from `func` to its result, without modifiers and body.
private func signature(of method: Symbol) -> String? {
  guard let declaration = method.declaration, declaration.kind == .functionDecl,
    let signature = declaration.child(.functionSignature)
  else { return nil }
  let parts = signature.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return "func \(declaration.name)\(parts)".replacing(": CallOptions?", with: ": GRPC.CallOptions?")
}
