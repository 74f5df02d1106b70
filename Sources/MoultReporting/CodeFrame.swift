package import MoultSource

/// Returns the first line of a range with its number, and a line of carets below it; no line feed at the end.
package func frame(of range: ByteRange, in text: [UInt8]) -> String {
  let frame = CodeFrame(range, in: LineText(SourceText(path: "", bytes: text)))
  let number = String(frame.line)
  let gutter = String(repeating: " ", count: number.utf8.count)
  return "\(number) | \(frame.code)\n\(gutter) | \(frame.marks)"
}

/// One line of source with a line under it that points at a range.
struct CodeFrame: Equatable {
  let line: Int
  let code: String
  let marks: String

  /// The most characters of a line that are shown; a longer line is cut on both sides of the range.
  private static let limit = 160

  /// Frames the first line of `range`.
  init(_ range: ByteRange, in text: LineText) {
    let start = min(range.lowerBound, ByteOffset(text.bytes.count))
    line = text.lines.line(of: start)
    let whole = text.lines.range(ofLine: line, in: text.bytes)?.indices ?? 0..<0
    var lower = whole.lowerBound
    var upper = whole.upperBound
    while upper > lower, text.bytes[upper - 1] == 0x0A || text.bytes[upper - 1] == 0x0D {
      upper -= 1
    }
    if lower == 0, text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lower = min(3, upper) }

    let marked = Self.clamp(start.index, lower, upper)
    let cut = Self.window(around: marked, in: lower..<upper, of: text.bytes)
    let markedEnd = Self.clamp(range.upperBound.index, marked, cut.upperBound)
    let before = Self.printable(text.bytes[cut.lowerBound..<marked])
    let inside = Self.printable(text.bytes[marked..<markedEnd])
    let after = Self.printable(text.bytes[markedEnd..<cut.upperBound])

    let head = cut.lowerBound > lower ? "…" : ""
    let tail = cut.upperBound < upper ? "…" : ""
    code = head + before + inside + after + tail
    // A tab stays a tab, so that the mark stands under the code whatever the terminal makes of it.
    let indent = (head + before).map { $0 == "\t" ? "\t" : Self.blank(under: $0) }.joined()
    let width = inside.reduce(0) { $0 + Self.columns(of: $1) }
    marks = indent + "^" + String(repeating: "~", count: max(0, width - 1))
  }

  private static func clamp(_ value: Int, _ lower: Int, _ upper: Int) -> Int {
    min(max(value, lower), upper)
  }

  /// Returns the part of `line` to show, which begins and ends between UTF-8 characters.
  private static func window(
    around index: Int, in line: Range<Int>, of bytes: [UInt8]
  ) -> Range<Int> {
    guard line.count > limit else { return line }
    var lower = max(line.lowerBound, index - limit / 4)
    var upper = min(line.upperBound, lower + limit)
    while lower < index, bytes[lower] & 0xC0 == 0x80 { lower += 1 }
    while upper < line.upperBound, upper > index, bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    return lower..<upper
  }

  /// Returns the text of `bytes` with control characters made visible, so that source cannot steer a
  /// terminal.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    var result = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\t", .format where isDirectional(scalar):
        result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether `scalar` turns the direction of what follows, and so could show code in a false order.
  private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func blank(under character: Character) -> String {
    String(repeating: " ", count: columns(of: character))
  }

  /// Returns how many terminal cells `character` takes.
  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
