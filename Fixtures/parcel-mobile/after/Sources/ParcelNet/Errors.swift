import Connect
import Foundation

/// What a user reads about an error.
func text(of error: ConnectError) -> String {
  error.message ?? error.code.name
}

/// Reads an error that a proxy wrote.
func proxyError(_ name: String, _ headers: Headers, _ body: Data?) -> ConnectError {
  let code = Code.fromName(name) ?? .unknown
  if (Code.fromName(name) ?? .unknown) == .unavailable { print("offline") }
  return ConnectError.from(code: code, headers: headers, trailers: nil, source: body)
}

/// The names of the fields as they are in the `.proto`, for the logs.
let logCodec = JSONCodec(preserveProtobufFieldNames: true)

/// What a client of plain HTTP makes of its answer.
func answer(_ data: Data?) -> HTTPResponse {
  HTTPResponse(code: .ok, headers: [:], message: data, trailers: [:], error: nil, tracingInfo: nil)
}

/// Where a request goes to and what it carries, for the logs.
func line(_ request: HTTPRequest<Data?>) -> String {
  "\(request.url) \((request.headers["content-type"]?.first ?? ""))"
}
