/// A task of which an editor shows how far it is.
struct WorkProgress: Sendable {
  private let token: JSONValue
  private let outbox: Outbox

  /// Begins to show a task, under a token that the editor has agreed to.
  init(_ title: String, token: JSONValue, _ outbox: Outbox) {
    self.token = token
    self.outbox = outbox
    send(["kind": "begin", "title": .string(title), "cancellable": false])
  }

  func report(_ message: String) { send(["kind": "report", "message": .string(message)]) }

  func end(_ message: String) { send(["kind": "end", "message": .string(message)]) }

  private func send(_ value: JSONValue) {
    outbox.send(method: "$/progress", ["token": token, "value": value])
  }
}
