/// Returns the declarations of `protoc-gen-grpc-swift` 1.8 to 1.26, with `TestClient=true`.
///
/// Those of 1.0 to 1.7 are the ones among them that are neither `…NIOClient`, `…Async…` nor `…Metadata`.
func declarationsV1(of service: GeneratedService) -> InterfaceLines {
  clientDeclarations(of: service) + asyncClientDeclarations(of: service)
    + testClientDeclarations(of: service) + providerDeclarations(of: service)
}

private func clientDeclarations(of service: GeneratedService) -> InterfaceLines {
  let name = service.name
  let interceptors = "\(name)ClientInterceptorFactoryProtocol"
  return block(
    "public protocol \(name)ClientProtocol: GRPC.GRPCClient",
    ["var serviceName: Swift.String { get }", "var interceptors: (any \(interceptors))? { get }"]
      + service.methods.map { clientMethod($0, access: "", defaultValue: "") })
    + block(
      "extension \(name)ClientProtocol",
      ["public var serviceName: Swift.String { get }"]
        + service.methods.map { clientMethod($0, access: "public ", defaultValue: " = nil") })
    + ["@available(*, deprecated, renamed: \"\(name)NIOClient\")"]
    + block(
      "public final class \(name)Client: \(name)ClientProtocol, @unchecked Swift.Sendable",
      clientMembers(interceptors, channel: "let"))
    + block(
      "public struct \(name)NIOClient: \(name)ClientProtocol",
      clientMembers(interceptors, channel: "var"))
    + block(
      "public protocol \(interceptors): Swift.Sendable",
      service.methods.map {
        "func make\($0.name)Interceptors() -> [GRPC.ClientInterceptor<\($0.request), \($0.response)>]"
      })
    + metadata("\(name)ClientMetadata", service)
}

private func clientMethod(
  _ method: GeneratedMethod, access: String, defaultValue: String
) -> String {
  let options = "callOptions: GRPC.CallOptions?\(defaultValue)"
  let handler = "handler: @escaping (\(method.response)) -> Swift.Void"
  let (parameters, call): ([String], String) =
    switch method.kind {
    case .unary: (["_ request: \(method.request)", options], "UnaryCall")
    case .serverStreaming:
      (["_ request: \(method.request)", options, handler], "ServerStreamingCall")
    case .clientStreaming: ([options], "ClientStreamingCall")
    case .bidirectionalStreaming: ([options, handler], "BidirectionalStreamingCall")
    }
  return "\(access)func \(method.function)(\(parameters.joined(separator: ", "))) -> "
    + "GRPC.\(call)<\(method.request), \(method.response)>"
}

private func clientMembers(_ interceptors: String, channel: String) -> InterfaceLines {
  [
    channel == "let"
      ? "public let channel: any GRPC.GRPCChannel" : "public var channel: any GRPC.GRPCChannel",
    "public var defaultCallOptions: GRPC.CallOptions",
    "public var interceptors: (any \(interceptors))?",
    "public init(channel: any GRPC.GRPCChannel, defaultCallOptions: GRPC.CallOptions = "
      + "GRPC.CallOptions(), interceptors: (any \(interceptors))? = nil)",
  ]
}

private func asyncClientDeclarations(of service: GeneratedService) -> InterfaceLines {
  let name = service.name
  let interceptors = "\(name)ClientInterceptorFactoryProtocol"
  return block(
    "public protocol \(name)AsyncClientProtocol: GRPC.GRPCClient",
    [
      "static var serviceDescriptor: GRPC.GRPCServiceDescriptor { get }",
      "var interceptors: (any \(interceptors))? { get }",
    ] + service.methods.map { makeCallMethod($0, camelCasedName($0), access: "", defaultValue: "") }
  )
    + block(
      "extension \(name)AsyncClientProtocol",
      [
        "public static var serviceDescriptor: GRPC.GRPCServiceDescriptor { get }",
        "public var interceptors: (any \(interceptors))? { get }",
      ] + service.methods.flatMap(makeCallMethods)
        + service.methods.flatMap(asyncMethods))
    + block(
      "public struct \(name)AsyncClient: \(name)AsyncClientProtocol",
      clientMembers(interceptors, channel: "var"))
}

/// Returns the one or two forms of the function: the camel-cased one, and since 1.26 that with the name as it is.
private func makeCallMethods(_ method: GeneratedMethod) -> InterfaceLines {
  let names = [camelCasedName(method), capitalized(method.name)]
  return (names[0] == names[1] ? [names[0]] : names).map {
    makeCallMethod(method, $0, access: "public ", defaultValue: " = nil")
  }
}

private func camelCasedName(_ method: GeneratedMethod) -> String {
  swiftCamelCased(method.name, .upper)
}

private func makeCallMethod(
  _ method: GeneratedMethod, _ name: String, access: String, defaultValue: String
) -> String {
  let options = "callOptions: GRPC.CallOptions?\(defaultValue)"
  let (parameters, call): (String, String) =
    switch method.kind {
    case .unary: ("_ request: \(method.request), \(options)", "GRPCAsyncUnaryCall")
    case .serverStreaming:
      ("_ request: \(method.request), \(options)", "GRPCAsyncServerStreamingCall")
    case .clientStreaming: (options, "GRPCAsyncClientStreamingCall")
    case .bidirectionalStreaming: (options, "GRPCAsyncBidirectionalStreamingCall")
    }
  return "\(access)func make\(name)Call(\(parameters)) -> "
    + "GRPC.\(call)<\(method.request), \(method.response)>"
}

private func asyncMethods(_ method: GeneratedMethod) -> InterfaceLines {
  let options = "callOptions: GRPC.CallOptions? = nil"
  let stream = "GRPC.GRPCAsyncResponseStream<\(method.response)>"
  func sequences(_ effects: String, _ result: String) -> InterfaceLines {
    ["Swift.Sequence", "_Concurrency.AsyncSequence & Swift.Sendable"].map { constraint in
      "public func \(method.function)<RequestStream>(_ requests: RequestStream, \(options))\(effects) "
        + "-> \(result) where RequestStream: \(constraint), RequestStream.Element == \(method.request)"
    }
  }
  switch method.kind {
  case .unary:
    return [
      "public func \(method.function)(_ request: \(method.request), \(options)) async throws -> "
        + method.response
    ]
  case .serverStreaming:
    return ["public func \(method.function)(_ request: \(method.request), \(options)) -> \(stream)"]
  case .clientStreaming: return sequences(" async throws", method.response)
  case .bidirectionalStreaming: return sequences("", stream)
  }
}

private func testClientDeclarations(of service: GeneratedService) -> InterfaceLines {
  let name = service.name
  let interceptors = "\(name)ClientInterceptorFactoryProtocol"
  let members = service.methods.flatMap { method -> InterfaceLines in
    let (request, response) = (method.request, method.response)
    let streams = method.kind == .serverStreaming || method.kind == .bidirectionalStreaming
    let fake = streams ? "FakeStreamingResponse" : "FakeUnaryResponse"
    let handler =
      "_ requestHandler: @escaping (GRPC.FakeRequestPart<\(request)>) -> () = { _ in }"
    return [
      "public func make\(method.name)ResponseStream(\(handler)) -> GRPC.\(fake)<\(request), \(response)>",
      streams
        ? "public func enqueue\(method.name)Responses(_ responses: [\(response)], \(handler))"
        : "public func enqueue\(method.name)Response(_ response: \(response), \(handler))",
      "public var has\(method.name)ResponsesRemaining: Swift.Bool { get }",
    ]
  }
  return ["@available(swift, deprecated: 5.6)"]
    + block(
      "public final class \(name)TestClient: \(name)ClientProtocol, @unchecked Swift.Sendable",
      [
        "public var defaultCallOptions: GRPC.CallOptions",
        "public var interceptors: (any \(interceptors))?",
        "public var channel: any GRPC.GRPCChannel { get }",
        "public init(fakeChannel: GRPC.FakeChannel = GRPC.FakeChannel(), defaultCallOptions "
          + "callOptions: GRPC.CallOptions = GRPC.CallOptions(), interceptors: (any \(interceptors))? = nil)",
      ] + members)
}

private func providerDeclarations(of service: GeneratedService) -> InterfaceLines {
  let name = service.name
  let interceptors = "\(name)ServerInterceptorFactoryProtocol"
  let handle =
    "public func handle(method name: Swift.Substring, context: GRPC.CallHandlerContext) -> "
    + "(any GRPC.GRPCServerHandlerProtocol)?"
  return block(
    "public protocol \(name)Provider: GRPC.CallHandlerProvider",
    ["var interceptors: (any \(interceptors))? { get }"] + service.methods.map(providerMethod))
    + block(
      "extension \(name)Provider", ["public var serviceName: Swift.Substring { get }", handle])
    + block(
      "public protocol \(name)AsyncProvider: GRPC.CallHandlerProvider, Swift.Sendable",
      [
        "static var serviceDescriptor: GRPC.GRPCServiceDescriptor { get }",
        "var interceptors: (any \(interceptors))? { get }",
      ] + service.methods.map(asyncProviderMethod))
    + block(
      "extension \(name)AsyncProvider",
      [
        "public static var serviceDescriptor: GRPC.GRPCServiceDescriptor { get }",
        "public var serviceName: Swift.Substring { get }",
        "public var interceptors: (any \(interceptors))? { get }", handle,
      ])
    + block(
      "public protocol \(interceptors): Swift.Sendable",
      service.methods.map {
        "func make\($0.name)Interceptors() -> [GRPC.ServerInterceptor<\($0.request), \($0.response)>]"
      })
    + metadata("\(name)ServerMetadata", service)
}

private func providerMethod(_ method: GeneratedMethod) -> String {
  let (request, response) = (method.request, method.response)
  let events = "NIOCore.EventLoopFuture<(GRPC.StreamEvent<\(request)>) -> Swift.Void>"
  let streaming = "context: GRPC.StreamingResponseCallContext<\(response)>"
  let (parameters, result): (String, String) =
    switch method.kind {
    case .unary:
      (
        "request: \(request), context: any GRPC.StatusOnlyCallContext",
        "NIOCore.EventLoopFuture<\(response)>"
      )
    case .serverStreaming:
      ("request: \(request), \(streaming)", "NIOCore.EventLoopFuture<GRPC.GRPCStatus>")
    case .clientStreaming: ("context: GRPC.UnaryResponseCallContext<\(response)>", events)
    case .bidirectionalStreaming: (streaming, events)
    }
  return "func \(method.function)(\(parameters)) -> \(result)"
}

private func asyncProviderMethod(_ method: GeneratedMethod) -> String {
  let context = "context: GRPC.GRPCAsyncServerCallContext"
  let request = "request: \(method.request)"
  let requests = "requestStream: GRPC.GRPCAsyncRequestStream<\(method.request)>"
  let responses = "responseStream: GRPC.GRPCAsyncResponseStreamWriter<\(method.response)>"
  let (parameters, result): (String, String) =
    switch method.kind {
    case .unary: ("\(request), \(context)", " -> \(method.response)")
    case .serverStreaming: ("\(request), \(responses), \(context)", "")
    case .clientStreaming: ("\(requests), \(context)", " -> \(method.response)")
    case .bidirectionalStreaming: ("\(requests), \(responses), \(context)", "")
    }
  return "func \(method.function)(\(parameters)) async throws\(result)"
}

private func metadata(_ name: String, _ service: GeneratedService) -> InterfaceLines {
  block(
    "public enum \(name)",
    ["public static let serviceDescriptor: GRPC.GRPCServiceDescriptor"]
      + block(
        "public enum Methods",
        service.methods.map { "public static let \($0.function): GRPC.GRPCMethodDescriptor" }))
}
