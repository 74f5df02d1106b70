import MoultSource

/// Turns the lines and columns that libprotobuf counts into byte offsets.
///
/// It counts both from zero. A line ends after LF and nowhere else; a column is a byte, but a tab jumps to
/// the next multiple of eight. No such column leaves this type.
struct ColumnMap {
  /// The first byte of each line.
  private var lineStarts: [Int] = [0]

  /// For each tab, in the order of the text: the byte after it, and the column of that byte.
  private var tabs: [(offset: Int, column: Int)] = []

  /// For each line, the number of tabs before it.
  private var tabsBefore: [Int] = [0]

  private let count: Int

  /// The number of lines that the parser was given before the first of this text.
  private let precedingLines: Int

  /// - Complexity: O(*n*).
  init(_ bytes: [UInt8], precedingLines: Int = 0) {
    count = bytes.count
    self.precedingLines = precedingLines
    var lastOffset = 0
    var lastColumn = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x09 {
      if byte == 0x0A {
        lineStarts.append(index + 1)
        tabsBefore.append(tabs.count)
        lastOffset = index + 1
        lastColumn = 0
      } else {
        let column = lastColumn + (index - lastOffset)
        lastColumn = column + 8 - column % 8
        lastOffset = index + 1
        tabs.append((lastOffset, lastColumn))
      }
    }
  }

  /// Returns the offset of the byte at `column` of `line`; beyond the end of the text, that end.
  ///
  /// - Complexity: O(log *t*) for *t* tabs in the line.
  func offset(line: Int, column: Int) -> ByteOffset {
    let line = line - precedingLines
    guard line >= 0 else { return ByteOffset(0) }
    guard line < lineStarts.count else { return ByteOffset(count) }
    let base = tabsBefore[line]
    let end = line + 1 < lineStarts.count ? tabsBefore[line + 1] : tabs.count
    let behind = tabs[base..<end].partitioningIndex { $0.column > column }
    let start = behind == base ? (offset: lineStarts[line], column: 0) : tabs[behind - 1]
    return ByteOffset(min(start.offset + max(column - start.column, 0), count))
  }
}
