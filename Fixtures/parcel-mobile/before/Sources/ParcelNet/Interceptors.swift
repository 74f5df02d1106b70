import Connect
import Foundation

/// Signs requests with the token of the user.
struct TokenInterceptor: Interceptor {
  init(config: ProtocolClientConfig) {}

  func unaryFunction() -> UnaryFunction {
    return UnaryFunction(
      requestFunction: { request in
        guard let token = TokenStore.shared.token else { return request }
        var headers = request.headers
        headers["authorization"] = ["Bearer \(token)"]
        return HTTPRequest(
          url: request.url, contentType: request.contentType, headers: headers, message: request.message
        )
      },
      responseFunction: { $0 }
    )
  }

  func streamFunction() -> StreamFunction {
    return StreamFunction(
      requestFunction: { $0 }, requestDataFunction: { $0 }, streamResultFunc: { $0 })
  }
}

/// Writes down what the server answered.
struct LogInterceptor: Interceptor {
  init(config: ProtocolClientConfig) {}

  func unaryFunction() -> UnaryFunction {
    return UnaryFunction(
      requestFunction: { $0 },
      responseFunction: { response in
        print("answered \(response.code)")
        return response
      }
    )
  }

  func streamFunction() -> StreamFunction {
    return StreamFunction(
      requestFunction: { $0 },
      requestDataFunction: { data in
        print("sent \(data.count) bytes")
        return data
      },
      streamResultFunc: { $0 }
    )
  }
}

/// The token of the user that is logged in.
final class TokenStore {
  static let shared = TokenStore()
  var token: String?
}
