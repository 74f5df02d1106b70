import Foundation

/// What is sent to an editor.
struct Outbox: Sendable {
  /// The codes of the protocol for what goes wrong.
  enum ErrorCode: Int, Sendable {
    case notJSON = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
  }

  func send(result: JSONValue, id: JSONValue) {
    send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  func send(error code: ErrorCode, _ message: String, id: JSONValue) {
    let error: JSONValue = ["code": .number(Double(code.rawValue)), "message": .string(message)]
    send(["jsonrpc": "2.0", "id": id, "error": error])
  }

  func send(method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request, whose answer comes like any other message.
  func send(request method: String, _ params: JSONValue, id: JSONValue) {
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "id": id, "method": .string(method)]
    if params != .null { message["params"] = params }
    send(.object(message))
  }

  private func send(_ message: JSONValue) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(message) else {
      preconditionFailure("every message is JSON")
    }
    Terminal.write(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }
}
