package import MoultSource

/// Which messages of a file have a selector.
struct MessageIndex: Sendable {
  /// Positions in the file's messages, ascending.
  private let positions: [String: [Int]]

  init(_ messages: [ObjCMessage]) {
    var positions: [String: [Int]] = [:]
    for (position, message) in messages.enumerated() {
      positions[message.selector, default: []].append(position)
    }
    self.positions = positions
  }

  subscript(selector: String) -> [Int] { positions[selector] ?? [] }
}

extension ObjCFile {
  /// Returns the messages with this selector, in the order of `messages`.
  package func messages(named selector: String) -> [ObjCMessage] {
    messageIndex[selector].map { messages[$0] }
  }

  /// Returns the body of the method or function around the offset, with its braces.
  package func body(around offset: ByteOffset) -> ByteRange? {
    // Bodies do not overlap.
    var low = 0
    var high = bodies.count
    while low < high {
      let middle = (low + high) / 2
      if bodies[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, bodies[low - 1].contains(offset) else { return nil }
    return bodies[low - 1]
  }

  /// Returns the identifiers that begin in a range, by offset.
  package func identifiers(in range: ByteRange) -> ArraySlice<ObjCIdentifier> {
    func firstIndex(from offset: ByteOffset) -> Int {
      var low = 0
      var high = identifiers.count
      while low < high {
        let middle = (low + high) / 2
        if identifiers[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return identifiers[firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)]
  }
}
