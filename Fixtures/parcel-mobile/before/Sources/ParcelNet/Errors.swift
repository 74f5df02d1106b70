import Connect
import Foundation

/// What a user reads about an error.
func text(of error: ConnectError) -> String {
  error.message ?? error.code.name
}

/// Reads an error that a proxy wrote.
func proxyError(_ name: String, _ headers: Headers, _ body: Data?) -> ConnectError {
  let code = Code.fromName(name)
  if Code.fromName(name) == .unavailable { print("offline") }
  return ConnectError.from(code: code, headers: headers, source: body)
}

/// The names of the fields as they are in the `.proto`, for the logs.
let logCodec = JSONCodec(encodeProtoFieldNames: true)

/// What a client of plain HTTP makes of its answer.
func answer(_ data: Data?) -> HTTPResponse {
  HTTPResponse(code: .ok, headers: [:], message: data, trailers: [:], error: nil)
}

/// Where a request goes to and what it carries, for the logs.
func line(_ request: HTTPRequest) -> String {
  "\(request.url) \(request.contentType)"
}
