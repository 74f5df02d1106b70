package import MoultSource

/// Which messages of a file have a selector, and which stand in a body.
struct MessageIndex: Sendable {
  /// Positions in the file's messages, ascending.
  private let positions: [String: [Int]]

  /// The same, by where the body begins.
  private let inBodies: [ByteOffset: [Int]]

  /// - Parameter bodies: by offset.
  init(_ messages: [ObjCMessage], _ bodies: [ByteRange]) {
    var positions: [String: [Int]] = [:]
    var inBodies: [ByteOffset: [Int]] = [:]
    for (position, message) in messages.enumerated() {
      positions[message.selector, default: []].append(position)
      if let body = body(around: message.range.lowerBound, bodies) {
        inBodies[body.lowerBound, default: []].append(position)
      }
    }
    self.positions = positions
    self.inBodies = inBodies
  }

  subscript(selector: String) -> [Int] { positions[selector] ?? [] }

  subscript(inBodyAt start: ByteOffset) -> [Int] { inBodies[start] ?? [] }
}

private func body(around offset: ByteOffset, _ bodies: [ByteRange]) -> ByteRange? {
  // Bodies do not overlap.
  let behind = bodies.partitioningIndex { $0.lowerBound > offset }
  guard behind > 0, bodies[behind - 1].contains(offset) else { return nil }
  return bodies[behind - 1]
}

extension ObjCFile {
  /// Returns the messages with this selector, in the order of `messages`.
  package func messages(named selector: String) -> [ObjCMessage] {
    messageIndex[selector].map { messages[$0] }
  }

  /// Returns the body of the method or function around the offset, with its braces.
  package func body(around offset: ByteOffset) -> ByteRange? {
    MoultObjC.body(around: offset, bodies)
  }

  /// Returns the messages that begin in a body of the file, in the order of `messages`.
  package func messages(in body: ByteRange) -> [ObjCMessage] {
    messageIndex[inBodyAt: body.lowerBound].map { messages[$0] }
  }

  /// Returns the macro in whose replacement the offset lies.
  package func macro(around offset: ByteOffset) -> ObjCMacro? {
    let behind = macros.partitioningIndex { $0.nameRange.lowerBound > offset }
    guard behind > 0, let index = macros[behind - 1].code,
      offset < codes[index].tokens[codes[index].end].end,
      macros[behind - 1].nameRange.upperBound <= offset
    else { return nil }
    return macros[behind - 1]
  }

  /// Returns the identifiers that begin in a range, by offset.
  package func identifiers(in range: ByteRange) -> ArraySlice<ObjCIdentifier> {
    func firstIndex(from offset: ByteOffset) -> Int {
      identifiers.partitioningIndex { $0.range.lowerBound >= offset }
    }
    return identifiers[firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)]
  }
}
