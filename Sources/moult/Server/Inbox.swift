import Foundation

/// The messages of an editor in their order, read ahead as far as they have come.
///
/// Who reads ahead sees that a request is withdrawn before it is its turn.
struct Inbox {
  enum Event {
    case message(JSONValue)
    case notJSON
    /// A header that names no length, which was passed over.
    case malformedHeader
    /// Nothing came for as long as was asked for.
    case silence
    case end
  }

  private var stream = MessageStream()
  private var waiting: [Event] = []

  /// Whether the stream has come to its end, which is the last event that waits.
  private var isAtEnd = false

  /// The request that is being answered.
  private var current: JSONValue?

  /// The requests that wait or are being answered, and of which the editor wants no result any more.
  private var withdrawn: Set<JSONValue> = []

  /// Returns the next message, or what else there is.
  ///
  /// - Parameter milliseconds: how long to wait for bytes; nil for as long as it takes.
  mutating func next(waiting milliseconds: Int32?) -> Event {
    if let current { withdrawn.remove(current) }
    current = nil
    readAhead()
    while waiting.isEmpty {
      // A message that withdraws a request is none to wait for.
      if case .silence = read(waiting: milliseconds) { return .silence }
    }
    let event = waiting.removeFirst()
    current = event.requestID
    return event
  }

  /// Returns whether nothing has come that waits for its turn.
  mutating func isEmpty() -> Bool {
    readAhead()
    return waiting.isEmpty
  }

  /// Returns whether the editor has withdrawn the request that came last out of here.
  mutating func isWithdrawn() -> Bool {
    readAhead()
    return current.map(withdrawn.contains) ?? false
  }

  /// Returns the answer to a request of the server; what else comes until then waits.
  ///
  /// - Parameter milliseconds: how long to wait in all.
  /// - Returns: nil if none came.
  mutating func answer(to id: JSONValue, within milliseconds: Int) -> JSONValue? {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      for (index, event) in waiting.enumerated() {
        guard case .message(let message) = event, message["method"] == nil, message["id"] == id
        else { continue }
        waiting.remove(at: index)
        return message
      }
      let left = Int32((end - ContinuousClock.now) / .milliseconds(1))
      guard left > 0, !isAtEnd else { return nil }
      _ = read(waiting: left)
    }
  }

  private mutating func readAhead() {
    while !isAtEnd {
      if case .silence = read(waiting: 0) { return }
    }
  }

  /// Reads one message and puts it where it waits, if it has to.
  private mutating func read(waiting milliseconds: Int32?) -> Event {
    let event = Event(stream.next(waiting: milliseconds))
    switch event {
    case .silence: break
    case .message(let message) where message["method"]?.string == "$/cancelRequest":
      guard let id = message["params"]?["id"] else { break }
      if current == id || waiting.contains(where: { $0.requestID == id }) { withdrawn.insert(id) }
    case .end:
      isAtEnd = true
      waiting.append(event)
    case .message, .notJSON, .malformedHeader: waiting.append(event)
    }
    return event
  }
}

extension Inbox.Event {
  fileprivate init(_ event: MessageStream.Event) {
    switch event {
    case .silence: self = .silence
    case .end: self = .end
    case .malformedHeader: self = .malformedHeader
    case .message(let body):
      self =
        (try? JSONDecoder().decode(JSONValue.self, from: Data(body))).map { .message($0) }
        ?? .notJSON
    }
  }

  /// The identifier of a request; nil if it is none.
  fileprivate var requestID: JSONValue? {
    guard case .message(let message) = self, message["method"] != nil else { return nil }
    return message["id"]
  }
}
