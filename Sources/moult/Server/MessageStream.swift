import Foundation

/// Messages between this process and an editor: a header, an empty line, and a body of JSON.
struct MessageStream {
  enum Event: Equatable {
    /// The body of a message.
    case message([UInt8])
    /// A header that names no length, which was passed over.
    case malformedHeader
    /// Nothing came for as long as was asked for.
    case silence
    case end
  }

  private var buffer: [UInt8] = []

  /// Where the next message begins in `buffer`.
  private var start = 0

  /// The first size of a body in bytes that nobody waits for.
  private static let sizeLimit = 1 << 28

  /// The first size of a header in bytes that is none.
  private static let headerLimit = 1 << 13

  /// Waits for a message.
  ///
  /// - Parameter milliseconds: how long to wait for bytes; nil for as long as it takes.
  mutating func next(waiting milliseconds: Int32?) -> Event {
    while true {
      if let event = buffered() { return event }
      var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let count = poll(&ready, 1, milliseconds ?? -1)
      if count == 0 { return .silence }
      if count < 0 {
        if errno == EINTR { continue }
        return .end
      }
      guard receive() else { return .end }
    }
  }

  /// Takes what the system has; returns false at the end of the stream.
  private mutating func receive() -> Bool {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EINTR }
    buffer += piece[..<count]
    return count > 0
  }

  /// Returns the message at the start of the buffer, or nil if it has not come to its end yet.
  private mutating func buffered() -> Event? {
    let rest = buffer[start...]
    guard let end = headerEnd(rest) else {
      guard rest.count >= Self.headerLimit else { return nil }
      start = buffer.count
      return .malformedHeader
    }
    guard let length = contentLength(rest[..<end]), length < Self.sizeLimit else {
      start = end
      return .malformedHeader
    }
    guard buffer.count - end >= length else { return nil }
    start = end + length
    return .message(Array(buffer[end..<start]))
  }

  /// Returns the index behind the empty line.
  private func headerEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while let feed = bytes[index...].firstIndex(of: 0x0A) {
      let line = bytes[index..<feed]
      index = feed + 1
      if line.isEmpty || line.elementsEqual([0x0D]) { return index }
    }
    return nil
  }

  private func contentLength(_ header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].trimmingCharacters(in: .whitespaces)).flatMap { $0 < 0 ? nil : $0 }
    }
    return nil
  }
}
