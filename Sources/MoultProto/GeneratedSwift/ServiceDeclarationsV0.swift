/// Returns the declarations of `protoc-gen-swiftgrpc` 0.8 to 0.11, with `TestStubs=true`.
func declarationsV0(of service: GeneratedService) -> InterfaceLines {
  var lines: InterfaceLines = []
  for method in service.methods { lines += callDeclarations(of: method, in: service) }
  let name = service.name
  lines += block(
    "public protocol \(name)Service: SwiftGRPC.ServiceClient",
    service.methods.flatMap { clientMethods($0, in: service, .withMetadata, access: "") })
  lines += block(
    "extension \(name)Service",
    service.methods.flatMap { clientMethods($0, in: service, .plain, access: "public ") })
  lines += block(
    "public final class \(name)ServiceClient: SwiftGRPC.ServiceClientBase, \(name)Service",
    service.methods.flatMap { clientMethods($0, in: service, .withMetadata, access: "public ") })
  lines += block(
    "public class \(name)ServiceTestStub: SwiftGRPC.ServiceClientTestStubBase, \(name)Service",
    service.methods.flatMap { method in
      stubProperties(of: method, in: service)
        + clientMethods(method, in: service, .withMetadata, access: "public ")
    })
  lines += block(
    "public protocol \(name)Provider: SwiftGRPC.ServiceProvider",
    service.methods.map { providerMethod($0, in: service) })
  lines += block("extension \(name)Provider", ["public var serviceName: Swift.String { get }"])
  for method in service.methods { lines += sessionDeclarations(of: method, in: service) }
  return lines
}

private enum MetadataForm {
  case plain
  case withMetadata
}

private func clientMethods(
  _ method: GeneratedMethod, in service: GeneratedService, _ form: MetadataForm, access: String
) -> InterfaceLines {
  let call = "\(service.name)\(method.name)Call"
  let metadata: [String] =
    form == .withMetadata ? ["metadata customMetadata: SwiftGRPC.Metadata"] : []
  let request = ["_ request: \(method.request)"]
  func function(_ parameters: [String], _ result: String) -> String {
    "\(access)func \(method.function)(\(parameters.joined(separator: ", "))) throws -> \(result)"
  }
  let completion = "completion: ((SwiftGRPC.CallResult) -> Swift.Void)?"
  switch method.kind {
  case .unary:
    let reply = "completion: @escaping (\(method.response)?, SwiftGRPC.CallResult) -> Swift.Void"
    return [
      function(request + metadata, method.response),
      "@discardableResult " + function(request + metadata + [reply], call),
    ]
  case .serverStreaming: return [function(request + metadata + [completion], call)]
  case .clientStreaming, .bidirectionalStreaming: return [function(metadata + [completion], call)]
  }
}

private func stubProperties(
  of method: GeneratedMethod, in service: GeneratedService
) -> InterfaceLines {
  let requests = "public var \(method.bareFunction)Requests: [\(method.request)]"
  let calls = "public var \(method.bareFunction)Calls: [\(service.name)\(method.name)Call]"
  switch method.kind {
  case .unary:
    return [requests, "public var \(method.bareFunction)Responses: [\(method.response)]"]
  case .serverStreaming: return [requests, calls]
  case .clientStreaming, .bidirectionalStreaming: return [calls]
  }
}

private func callDeclarations(
  of method: GeneratedMethod, in service: GeneratedService
) -> InterfaceLines {
  let call = "\(service.name)\(method.name)Call"
  let (request, response) = (method.request, method.response)
  switch method.kind {
  case .unary:
    return ["public protocol \(call): SwiftGRPC.ClientCallUnary {}"]
      + block("public class \(call)TestStub: SwiftGRPC.ClientCallUnaryTestStub, \(call)", [])
  case .serverStreaming:
    return block(
      "public protocol \(call): SwiftGRPC.ClientCallServerStreaming", receiving(response))
      + block("extension \(call)", [blockingReceive(response)])
      + block(
        "public class \(call)TestStub: SwiftGRPC.ClientCallServerStreamingTestStub<\(response)>, "
          + call, [])
  case .clientStreaming:
    return block(
      "public protocol \(call): SwiftGRPC.ClientCallClientStreaming",
      sending(request) + [
        "func closeAndReceive() throws -> \(response)",
        "func closeAndReceive(completion: @escaping (SwiftGRPC.ResultOrRPCError<\(response)>) -> "
          + "Swift.Void) throws",
      ])
      + block("extension \(call)", [blockingSend(request)])
      + block(
        "public class \(call)TestStub: SwiftGRPC.ClientCallClientStreamingTestStub<\(request), "
          + "\(response)>, \(call)", [])
  case .bidirectionalStreaming:
    return block(
      "public protocol \(call): SwiftGRPC.ClientCallBidirectionalStreaming",
      receiving(response) + sending(request) + [
        "func closeSend() throws",
        "func closeSend(completion: (() -> Swift.Void)?) throws",
      ])
      + block("extension \(call)", [blockingReceive(response), blockingSend(request)])
      + block(
        "public class \(call)TestStub: SwiftGRPC.ClientCallBidirectionalStreamingTestStub<\(request), "
          + "\(response)>, \(call)", [])
  }
}

private func providerMethod(_ method: GeneratedMethod, in service: GeneratedService) -> String {
  let session = "session: \(service.name)\(method.name)Session"
  let request = "request: \(method.request)"
  return switch method.kind {
  case .unary: "func \(method.function)(\(request), \(session)) throws -> \(method.response)"
  case .serverStreaming:
    "func \(method.function)(\(request), \(session)) throws -> SwiftGRPC.ServerStatus?"
  case .clientStreaming: "func \(method.function)(\(session)) throws -> \(method.response)?"
  case .bidirectionalStreaming:
    "func \(method.function)(\(session)) throws -> SwiftGRPC.ServerStatus?"
  }
}

private func sessionDeclarations(
  of method: GeneratedMethod, in service: GeneratedService
) -> InterfaceLines {
  let session = "\(service.name)\(method.name)Session"
  let (request, response) = (method.request, method.response)
  let close =
    "func close(withStatus status: SwiftGRPC.ServerStatus, completion: (() -> Swift.Void)?) throws"
  switch method.kind {
  case .unary:
    return ["public protocol \(session): SwiftGRPC.ServerSessionUnary {}"]
      + block(
        "public class \(session)TestStub: SwiftGRPC.ServerSessionUnaryTestStub, \(session)", [])
  case .serverStreaming:
    return block(
      "public protocol \(session): SwiftGRPC.ServerSessionServerStreaming",
      sending(response) + [close])
      + block("extension \(session)", [blockingSend(response)])
      + block(
        "public class \(session)TestStub: SwiftGRPC.ServerSessionServerStreamingTestStub<\(response)>, "
          + session, [])
  case .clientStreaming:
    return block(
      "public protocol \(session): SwiftGRPC.ServerSessionClientStreaming",
      receiving(request) + [
        "func sendAndClose(response: \(response), status: SwiftGRPC.ServerStatus, "
          + "completion: (() -> Swift.Void)?) throws",
        "func sendErrorAndClose(status: SwiftGRPC.ServerStatus, completion: (() -> Swift.Void)?) throws",
      ])
      + block("extension \(session)", [blockingReceive(request)])
      + block(
        "public class \(session)TestStub: SwiftGRPC.ServerSessionClientStreamingTestStub<\(request), "
          + "\(response)>, \(session)", [])
  case .bidirectionalStreaming:
    return block(
      "public protocol \(session): SwiftGRPC.ServerSessionBidirectionalStreaming",
      receiving(request) + sending(response) + [close])
      + block("extension \(session)", [blockingReceive(request), blockingSend(response)])
      + block(
        "public class \(session)TestStub: SwiftGRPC.ServerSessionBidirectionalStreamingTestStub<"
          + "\(request), \(response)>, \(session)", [])
  }
}

private func receiving(_ type: String) -> InterfaceLines {
  [
    "func _receive(timeout: Dispatch.DispatchTime) throws -> \(type)?",
    "func receive(completion: @escaping (SwiftGRPC.ResultOrRPCError<\(type)?>) -> Swift.Void) throws",
  ]
}

private func sending(_ type: String) -> InterfaceLines {
  [
    "func send(_ message: \(type), completion: @escaping ((any Swift.Error)?) -> Swift.Void) throws",
    "func _send(_ message: \(type), timeout: Dispatch.DispatchTime) throws",
  ]
}

private func blockingReceive(_ type: String) -> String {
  "public func receive(timeout: Dispatch.DispatchTime = .distantFuture) throws -> \(type)?"
}

private func blockingSend(_ type: String) -> String {
  "public func send(_ message: \(type), timeout: Dispatch.DispatchTime = .distantFuture) throws"
}
