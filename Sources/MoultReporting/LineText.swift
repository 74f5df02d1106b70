import MoultSource

/// A text and where its lines begin.
struct LineText: Sendable {
  let bytes: [UInt8]
  let lines: LineIndex

  /// The number of UTF-16 units before each block of bytes, for texts with very long lines.
  ///
  /// Without it, each of many findings on one line of a megabyte would decode that line from its start.
  private let unitsBeforeBlock: [Int]

  private static let blockSize = 4096

  init(_ source: SourceText) {
    bytes = source.bytes
    lines = source.lines
    unitsBeforeBlock =
      Self.hasLongLine(lines, bytes.count) ? Self.unitsBeforeBlocks(of: source.bytes) : []
  }

  /// Returns the one-based line and column of `offset`.
  ///
  /// - Complexity: O(log *lines*).
  func position(of offset: ByteOffset, in unit: ColumnUnit) -> LinePosition {
    let offset = min(offset, ByteOffset(bytes.count))
    switch unit {
    case .utf16 where !unitsBeforeBlock.isEmpty:
      let inBytes = lines.position(of: offset, in: .utf8, of: bytes)
      let start = offset.index - (inBytes.column - 1)
      return LinePosition(
        line: inBytes.line, column: units(before: offset.index) - units(before: start) + 1)
    case .utf8, .utf16: return lines.position(of: offset, in: unit, of: bytes)
    }
  }

  private func units(before index: Int) -> Int {
    let block = index / Self.blockSize
    return unitsBeforeBlock[block] + Self.units(in: bytes[block * Self.blockSize..<index])
  }

  private static func hasLongLine(_ lines: LineIndex, _ count: Int) -> Bool {
    let ends = lines.starts.dropFirst().map(\.index) + [count]
    return zip(lines.starts, ends).contains { $1 - $0.index > 2 * blockSize }
  }

  private static func unitsBeforeBlocks(of bytes: [UInt8]) -> [Int] {
    var result = [0]
    var sum = 0
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      sum += units(in: bytes[start..<min(start + blockSize, bytes.count)])
      result.append(sum)
    }
    return result
  }

  /// Returns the UTF-16 units of the characters that begin in `bytes`, if they are valid UTF-8.
  private static func units(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { sum, byte in
      sum + (byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1)
    }
  }
}
