/// The unit in which a column is counted.
package enum ColumnUnit: Sendable {
  /// Bytes of UTF-8, as compilers and Xcode count.
  case utf8
  /// Code units of UTF-16, as SARIF and the Language Server Protocol count by default.
  case utf16
}

/// A place as people read it: line and column, both one-based.
package struct LinePosition: Hashable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (lhs: LinePosition, rhs: LinePosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

/// Where the lines of a text begin.
///
/// A line ends after LF, CR LF, or a CR that no LF follows. A byte order mark belongs to no column.
package struct LineIndex: Sendable {
  /// The first byte of each line, ascending; the first is always 0.
  package let starts: [ByteOffset]

  private let hasByteOrderMark: Bool

  /// - Complexity: O(*n*).
  package init(_ bytes: [UInt8]) {
    var starts = [ByteOffset(0)]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A {
        starts.append(ByteOffset(index))
      } else if byte == 0x0D, index >= bytes.count || bytes[index] != 0x0A {
        starts.append(ByteOffset(index))
      }
    }
    self.starts = starts
    hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// Returns the one-based number of the line that holds `offset`.
  ///
  /// - Complexity: O(log *lines*).
  package func line(of offset: ByteOffset) -> Int {
    starts.partitioningIndex { $0 > offset }
  }

  /// Returns the range of the one-based `line`, its line ending included, or nil if there is none.
  package func range(ofLine line: Int, in bytes: [UInt8]) -> ByteRange? {
    guard line >= 1, line <= starts.count else { return nil }
    let end = line < starts.count ? starts[line] : ByteOffset(bytes.count)
    return starts[line - 1]..<end
  }

  /// Returns the one-based line and column of `offset` in `bytes`, the text that this index was made of.
  ///
  /// In UTF-16, a byte that is no valid UTF-8 counts as one unit, as its replacement character would.
  package func position(
    of offset: ByteOffset, in unit: ColumnUnit, of bytes: [UInt8]
  ) -> LinePosition {
    let line = line(of: offset)
    var start = starts[line - 1].index
    if start == 0, hasByteOrderMark { start = Swift.min(3, offset.index) }
    let prefix = bytes[start..<Swift.min(offset.index, bytes.count)]
    switch unit {
    case .utf8: return LinePosition(line: line, column: prefix.count + 1)
    case .utf16:
      return LinePosition(
        line: line, column: String(decoding: prefix, as: UTF8.self).utf16.count + 1)
    }
  }
}

extension LineIndex {
  /// Returns the one-based lines that `range` lies on.
  package func lines(of range: ByteRange) -> ClosedRange<Int> {
    let first = line(of: range.lowerBound)
    guard !range.isEmpty else { return first...first }
    return first...max(first, line(of: ByteOffset(range.upperBound.index - 1)))
  }
}
