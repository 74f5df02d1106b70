import Connect
import Foundation

/// Signs requests with the token of the user.
final class TokenInterceptor: UnaryInterceptor {
  init(config: ProtocolClientConfig) {}

  @Sendable
  func handleUnaryRawRequest(
    _ request: HTTPRequest<Data?>,
    proceed: @escaping @Sendable (Result<HTTPRequest<Data?>, ConnectError>) -> Void
  ) {
    guard let token = TokenStore.shared.token else { return proceed(.success(request)) }
    var headers = request.headers
    headers["authorization"] = ["Bearer \(token)"]
    proceed(.success(HTTPRequest(
      url: request.url,
      headers: headers,
      message: request.message,
      method: request.method,
      trailers: request.trailers,
      idempotencyLevel: request.idempotencyLevel
    )))
  }
}

/// Writes down what the server answered.
final class LogInterceptor: UnaryInterceptor, StreamInterceptor {
  init(config: ProtocolClientConfig) {}

  @Sendable
  func handleUnaryRawResponse(_ response: HTTPResponse, proceed: @escaping @Sendable (HTTPResponse) -> Void) {
    print("answered \(response.code)")
    proceed(response)
  }

  @Sendable
  func handleStreamRawInput(_ data: Data, proceed: @escaping @Sendable (Data) -> Void) {
    print("sent \(data.count) bytes")
    proceed(data)
  }
}

/// The token of the user that is logged in.
final class TokenStore {
  static let shared = TokenStore()
  var token: String?
}
