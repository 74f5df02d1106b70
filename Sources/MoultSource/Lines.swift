/// The lines of a text. A line ends with a line feed, a carriage return, or both in this order.
extension [UInt8] {
  /// The line ending of the first line; a line feed where there is none.
  ///
  /// - Complexity: O(*n*) in the bytes of the first line.
  package var lineEnding: String {
    let end = endOfLine(from: 0)
    return lineBreakLength(at: end) == 2 ? "\r\n" : "\n"
  }

  /// Returns where the line that holds `index` begins.
  package func startOfLine(at index: Int) -> Int {
    var start = Swift.min(index, count)
    while start > 0, !self[start - 1].isLineBreak { start -= 1 }
    return start
  }

  /// Returns where the line that holds `index` ends: the index of its line feed or carriage return, or
  /// the end of the text.
  package func endOfLine(from index: Int) -> Int {
    var end = index
    while end < count, !self[end].isLineBreak { end += 1 }
    return end
  }

  /// Returns the start of the line after the one that holds `index`, or the end of the text.
  package func startOfNextLine(from index: Int) -> Int {
    let end = endOfLine(from: index)
    return end + lineBreakLength(at: end)
  }

  /// The number of bytes of the line break at `index`: 2 for CR LF, 1 for either alone, 0 for none.
  package func lineBreakLength(at index: Int) -> Int {
    guard index >= 0, index < count, self[index].isLineBreak else { return 0 }
    return self[index] == 0x0D && index + 1 < count && self[index + 1] == 0x0A ? 2 : 1
  }

  /// Returns the spaces and tabs with which the line that holds `index` begins.
  package func indentation(ofLineAt index: Int) -> String {
    String(decoding: self[startOfLine(at: index)...].prefix(while: \.isBlank), as: UTF8.self)
  }

  /// Returns the spaces and tabs between the start of the line and `index`, or nil if something else stands there.
  package func blanks(before index: Int) -> String? {
    let blanks = self[startOfLine(at: index)..<index]
    return blanks.allSatisfy(\.isBlank) ? String(decoding: blanks, as: UTF8.self) : nil
  }

  /// Returns the lines that `range` fills but for spaces and tabs, with the break behind them; nil if something else
  /// stands on them, or no break ends them.
  package func wholeLines(of range: Range<Int>) -> Range<Int>? {
    guard let blanks = blanks(before: range.lowerBound) else { return nil }
    var end = range.upperBound
    while end < count, self[end].isBlank { end += 1 }
    let length = lineBreakLength(at: end)
    return length > 0 ? range.lowerBound - blanks.utf8.count..<end + length : nil
  }
}

extension UInt8 {
  /// A space or a tab.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A letter, a digit or an underscore of ASCII, or a part of any character beyond it.
  package var isOfName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: self >= 0x80
    }
  }

  /// A line feed or a carriage return.
  package var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}
