import Foundation
import MoultSource

/// Where the lines and columns of a text are, as an editor counts them: from zero.
struct DocumentText: Sendable {
  let bytes: [UInt8]
  private let lines: LineIndex

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineIndex(bytes)
  }

  /// Returns the offset of a place; one beyond the end of its line or of the text means that end.
  func offset(line: Int, column: Int, in unit: ColumnUnit) -> Int {
    guard line >= 0 else { return 0 }
    guard line < lines.starts.count else { return bytes.count }
    var index = lines.starts[line].index
    if index == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    var end = line + 1 < lines.starts.count ? lines.starts[line + 1].index : bytes.count
    while end > index, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    var left = column
    while left > 0, index < end {
      let width = Self.width(bytes[index])
      left -= unit == .utf8 ? width : width == 4 ? 2 : 1
      // A place inside a character is the one before it.
      if left < 0 { break }
      index = min(index + width, end)
    }
    return index
  }

  /// Returns the place of an offset.
  func place(of offset: Int, in unit: ColumnUnit) -> JSONValue {
    let offset = ByteOffset(min(offset, bytes.count))
    let position = lines.position(of: offset, in: unit, of: bytes)
    return [
      "line": .number(Double(position.line - 1)),
      "character": .number(Double(max(0, position.column - 1))),
    ]
  }

  func range(_ range: ByteRange, in unit: ColumnUnit) -> JSONValue {
    [
      "start": place(of: range.lowerBound.index, in: unit),
      "end": place(of: range.upperBound.index, in: unit),
    ]
  }

  /// Returns what a line holds between the white space at its ends.
  ///
  /// - Parameter number: one-based.
  /// - Returns: nil if there is no such line.
  func range(ofLine number: Int) -> ByteRange? {
    guard lines.starts.indices.contains(number - 1) else { return nil }
    var start = lines.starts[number - 1].index
    var end = number < lines.starts.count ? lines.starts[number].index : bytes.count
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    while start < end, isSpace(bytes[start]) { start += 1 }
    return ByteOffset(start)..<ByteOffset(end)
  }

  /// Returns the offsets of a range, or nil if `value` is none.
  func indices(of value: JSONValue?, in unit: ColumnUnit) -> Range<Int>? {
    func offset(_ place: JSONValue?) -> Int? {
      guard let line = place?["line"]?.integer, let column = place?["character"]?.integer else {
        return nil
      }
      return self.offset(line: line, column: column, in: unit)
    }
    guard let start = offset(value?["start"]), let end = offset(value?["end"]) else { return nil }
    return start..<max(start, end)
  }

  private static func width(_ byte: UInt8) -> Int {
    switch byte {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}

/// A file that is open in the editor.
struct Document {
  /// As the editor writes it.
  let uri: String

  /// Absolute, without symbolic links.
  let path: String
  var version: JSONValue
  var text: DocumentText

  /// Applies one change of the editor; returns false if it is none.
  mutating func apply(_ change: JSONValue, in unit: ColumnUnit) -> Bool {
    guard let new = change["text"]?.string else { return false }
    guard let range = change["range"] else {
      text = DocumentText(Array(new.utf8))
      return true
    }
    guard let indices = text.indices(of: range, in: unit) else { return false }
    var bytes = text.bytes
    bytes.replaceSubrange(indices, with: new.utf8)
    text = DocumentText(bytes)
    return true
  }
}

/// Returns the path of a `file:` URI, without symbolic links as far as it exists, or nil.
func path(ofURI uri: String) -> String? {
  guard uri.lowercased().hasPrefix("file://") else { return nil }
  let rest = uri.dropFirst("file://".count)
  guard let slash = rest.firstIndex(of: "/"),
    let decoded = String(rest[slash...]).removingPercentEncoding, !decoded.contains("\0")
  else { return nil }
  if let resolved = resolvedPath(decoded) { return resolved }
  guard let folder = resolvedPath(parentFolder(decoded)) else { return nil }
  let name = decoded.split(separator: "/").last.map(String.init) ?? ""
  return joined(folder, name)
}

/// Returns the `file:` URI of an absolute path.
func uri(ofPath path: String) -> String {
  var result = "file://"
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      result.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }
  return result
}
