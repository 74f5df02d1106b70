import MoultRewriting
import MoultSyntax

/// Whose calls an interceptor stands around.
enum SideOfInterceptors {
  case client
  case server

  /// What a class of grpc-swift 1 inherits from, and the protocol of grpc-swift 2.
  init?(base: String) {
    switch base {
    case "ClientInterceptor": self = .client
    case "ServerInterceptor": self = .server
    default: return nil
    }
  }

  /// - Parameter name: that of a protocol that factories of grpc-swift 1 conform to.
  init?(factory name: String) {
    let sides = [SideOfInterceptors.client, .server]
    guard let side = sides.first(where: { name.hasSuffix($0.suffix) }) else { return nil }
    self = side
  }

  /// How the protocol of a factory ends.
  var suffix: String {
    switch self {
    case .client: "ClientInterceptorFactoryProtocol"
    case .server: "ServerInterceptorFactoryProtocol"
    }
  }

  /// The protocol of grpc-swift 2.
  var base: Code {
    switch self {
    case .client: .library("GRPCCore.ClientInterceptor")
    case .server: .library("GRPCCore.ServerInterceptor")
    }
  }
}

/// `intercept(request:context:next:)` of grpc-swift 2, which clients and servers run around each call.
func interceptMethod(
  modifiers: [String] = [], of side: SideOfInterceptors = .client, _ statements: [Code]
) -> Code {
  let types =
    switch side {
    case .client: ("GRPCCore::StreamingClientRequest", "GRPCCore::StreamingClientResponse")
    case .server: ("GRPCCore::StreamingServerRequest", "GRPCCore::StreamingServerResponse")
    }
  let context = side == .client ? "GRPCCore::ClientContext" : "GRPCCore::ServerContext"
  let (request, response) = (types.0 + "<Input>", types.1 + "<Output>")
  let sent = side == .client ? "" : "@Sendable "
  let next = "\(sent)(\(request), \(context)) async throws -> \(response)"
  let parameters = "request: \(request), context: \(context), next: \(next)"
  let head = (modifiers + ["func"]).joined(separator: " ")
  return .quoted(
    "\(head) intercept<Input: Sendable, Output: Sendable>(\(parameters)) async throws -> "
      + "\(response) { \(statements) }"
  )
}

/// The request as something that statements change.
let changedRequest = Code.quoted("var request = request")

/// What the rest of a call answers to `request`.
let answerOfNext = Code.quoted("try await next(request, context)")
