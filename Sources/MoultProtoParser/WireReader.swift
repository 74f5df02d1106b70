/// Reads the protobuf wire format, as far as length-delimited fields and varints go.
///
/// Malformed bytes end the reading.
struct WireReader {
  /// A field; `content` is nil unless it is length-delimited.
  struct Field {
    let number: UInt64
    let content: Range<Int>?
  }

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  init(_ bytes: [UInt8]) { self.init(bytes, in: 0..<bytes.count) }

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func nextField() -> Field? {
    guard let tag = nextVarint() else { return nil }
    switch tag & 7 {
    case 0:
      guard nextVarint() != nil else { return nil }
      return Field(number: tag >> 3, content: nil)
    case 1: return skip(8, number: tag >> 3)
    case 5: return skip(4, number: tag >> 3)
    case 2:
      guard let length = nextVarint(), length <= UInt64(end - position) else { return nil }
      let start = position
      position += Int(length)
      return Field(number: tag >> 3, content: start..<position)
    default: return nil
    }
  }

  mutating func nextVarint() -> UInt64? {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 64 {
      let byte = bytes[position]
      position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    return nil
  }

  private mutating func skip(_ count: Int, number: UInt64) -> Field? {
    guard end - position >= count else { return nil }
    position += count
    return Field(number: number, content: nil)
  }
}
