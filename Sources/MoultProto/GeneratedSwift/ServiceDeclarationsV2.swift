/// Returns the declarations of `protoc-gen-grpc-swift-2`.
func declarationsV2(of service: GeneratedService) -> InterfaceLines {
  let name = service.name
  return block(
    "public enum \(name): Swift.Sendable",
    ["public static let descriptor: GRPCCore.ServiceDescriptor"] + methodNamespace(of: service)
      + serviceProtocols(of: service)
      + clientProtocol(of: service) + client(of: service))
    + block(
      "extension GRPCCore.ServiceDescriptor",
      ["public static let \(service.propertyName): GRPCCore.ServiceDescriptor"])
    + serverExtensions(of: service) + clientExtensions(of: service)
}

private func methodNamespace(of service: GeneratedService) -> InterfaceLines {
  block(
    "public enum Method: Swift.Sendable",
    service.methods.flatMap { method in
      block(
        "public enum \(quotedIfKeyword(method.name)): Swift.Sendable",
        [
          "public typealias Input = \(method.request)",
          "public typealias Output = \(method.response)",
          "public static let descriptor: GRPCCore.MethodDescriptor",
        ])
    } + ["public static let descriptors: [GRPCCore.MethodDescriptor]"])
}

private func serviceProtocols(of service: GeneratedService) -> InterfaceLines {
  let name = service.name
  return block(
    "public protocol StreamingServiceProtocol: GRPCCore.RegistrableRPCService",
    service.methods.map { streamingServerMethod($0, access: "") })
    + block(
      "public protocol ServiceProtocol: \(name).StreamingServiceProtocol",
      service.methods.map { serverMethod($0, access: "") })
    + block(
      "public protocol SimpleServiceProtocol: \(name).ServiceProtocol",
      service.methods.map(simpleServerMethod))
}

private func serverExtensions(of service: GeneratedService) -> InterfaceLines {
  let name = service.name
  return block(
    "extension \(name).StreamingServiceProtocol",
    [
      "public func registerMethods<Transport>(with router: inout GRPCCore.RPCRouter<Transport>) "
        + "where Transport: GRPCCore.ServerTransport"
    ])
    + block(
      "extension \(name).ServiceProtocol",
      // The two protocols ask for the same function where both sides stream.
      service.methods.filter { $0.kind != .bidirectionalStreaming }.map {
        streamingServerMethod($0, access: "public ")
      })
    + block(
      "extension \(name).SimpleServiceProtocol",
      service.methods.map { serverMethod($0, access: "public ") })
}

private let serverContext = "context: GRPCCore.ServerContext"

private func streamingServerMethod(_ method: GeneratedMethod, access: String) -> String {
  "\(access)func \(method.function)(request: GRPCCore.StreamingServerRequest<\(method.request)>, "
    + "\(serverContext)) async throws -> GRPCCore.StreamingServerResponse<\(method.response)>"
}

private func serverMethod(_ method: GeneratedMethod, access: String) -> String {
  let request = method.streamsRequests ? "StreamingServerRequest" : "ServerRequest"
  let response = method.streamsResponses ? "StreamingServerResponse" : "ServerResponse"
  return "\(access)func \(method.function)(request: GRPCCore.\(request)<\(method.request)>, "
    + "\(serverContext)) async throws -> GRPCCore.\(response)<\(method.response)>"
}

private func simpleServerMethod(_ method: GeneratedMethod) -> String {
  let request =
    method.streamsRequests
    ? "GRPCCore.RPCAsyncSequence<\(method.request), any Swift.Error>" : method.request
  let writer = method.streamsResponses ? "response: GRPCCore.RPCWriter<\(method.response)>, " : ""
  let result = method.streamsResponses ? "" : " -> \(method.response)"
  return
    "func \(method.function)(request: \(request), \(writer)\(serverContext)) async throws\(result)"
}

private func clientProtocol(of service: GeneratedService) -> InterfaceLines {
  block(
    "public protocol ClientProtocol: Swift.Sendable",
    service.methods.map { clientMethod($0, .full, access: "", defaults: .none) })
}

private func client(of service: GeneratedService) -> InterfaceLines {
  block(
    "public struct Client<Transport>: \(service.name).ClientProtocol "
      + "where Transport: GRPCCore.ClientTransport",
    ["public init(wrapping client: GRPCCore.GRPCClient<Transport>)"]
      + service.methods.map { clientMethod($0, .full, access: "public ", defaults: .all) })
}

private func clientExtensions(of service: GeneratedService) -> InterfaceLines {
  [ClientForm.request, .sugared].flatMap { form in
    block(
      "extension \(service.name).ClientProtocol",
      service.methods.map { clientMethod($0, form, access: "public ", defaults: .all) })
  }
}

private enum ClientForm {
  /// With serializers.
  case full
  /// With a request that holds metadata.
  case request
  /// With the message itself, or a closure that writes messages.
  case sugared
}

private enum ClientDefaults {
  case none
  case all
}

private func clientMethod(
  _ method: GeneratedMethod, _ form: ClientForm, access: String, defaults: ClientDefaults
) -> String {
  let request = method.streamsRequests ? "StreamingClientRequest" : "ClientRequest"
  let response = method.streamsResponses ? "StreamingClientResponse" : "ClientResponse"
  let options = "options: GRPCCore.CallOptions" + (defaults == .all ? " = .defaults" : "")
  let message = "request: GRPCCore.\(request)<\(method.request)>"
  let leading: [String] =
    switch form {
    case .full:
      [
        message, "serializer: some GRPCCore.MessageSerializer<\(method.request)>",
        "deserializer: some GRPCCore.MessageDeserializer<\(method.response)>", options,
      ]
    case .request: [message, options]
    case .sugared:
      method.streamsRequests
        ? [
          "metadata: GRPCCore.Metadata = [:]", options,
          "requestProducer producer: @Sendable @escaping (GRPCCore.RPCWriter<\(method.request)>) "
            + "async throws -> Swift.Void",
        ] : ["_ message: \(method.request)", "metadata: GRPCCore.Metadata = [:]", options]
    }
  let hasDefaultHandler = defaults == .all && !method.streamsResponses
  let handler =
    "onResponse handleResponse: @Sendable @escaping (GRPCCore.\(response)<\(method.response)>) "
    + "async throws -> Result"
    + (hasDefaultHandler ? " = { response in try response.message }" : "")
  let parameters = (leading + [handler]).joined(separator: ", ")
  return "\(access)func \(method.function)<Result>(\(parameters)) async throws -> Result "
    + "where Result: Swift.Sendable"
}

extension GeneratedMethod {
  fileprivate var streamsRequests: Bool {
    switch kind {
    case .unary, .serverStreaming: false
    case .clientStreaming, .bidirectionalStreaming: true
    }
  }

  fileprivate var streamsResponses: Bool {
    switch kind {
    case .unary, .clientStreaming: false
    case .serverStreaming, .bidirectionalStreaming: true
    }
  }
}
