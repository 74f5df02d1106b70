package import MoultSource

/// A word of an Xcode project: a name, a number, a text or the identifier of an object.
package struct XcodeWord: Hashable, Sendable {
  /// Without quotes; escapes stay as they are written.
  package let text: String

  /// As it is written, with its quotes if it has them.
  package let range: ByteRange

  /// The comment behind it, in which Xcode says what an identifier stands for.
  package let comment: ByteRange?
}

/// What a key of an Xcode project has as its value.
package indirect enum XcodeValue: Sendable {
  case word(XcodeWord)
  case list([XcodeElement])
  case dictionary([XcodeEntry])
}

/// A word of a list.
package struct XcodeElement: Sendable {
  package let word: XcodeWord

  /// From the word to its comma, if it has one.
  package let range: ByteRange
  package let hasComma: Bool
}

/// `key = value;` of an Xcode project.
package struct XcodeEntry: Sendable {
  package let key: XcodeWord
  package let value: XcodeValue

  /// From the key to the semicolon.
  package let range: ByteRange

  /// What stands below the value, where it is a dictionary.
  package var entries: [XcodeEntry] {
    if case .dictionary(let entries) = value { entries } else { [] }
  }

  /// The word that a key below has as its value.
  package func word(_ key: String) -> XcodeWord? {
    for entry in entries where entry.key.text == key {
      if case .word(let word) = entry.value { return word }
    }
    return nil
  }
}

/// Returns the objects of a `project.pbxproj` in the order of the file, with the places of all that they say.
///
/// - Returns: nil where the file is not wholly understood, so that nothing is written into it.
/// - Complexity: O(*n*).
package func xcodeObjects(in source: SourceText) -> [XcodeEntry]? {
  var reader = XcodeObjectReader(source)
  guard case .dictionary(let entries)? = reader.value(depth: 0) else { return nil }
  return entries.first { $0.key.text == "objects" }?.entries
}

/// Descends through a property list in the old notation.
private struct XcodeObjectReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private var position = 0

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Nil where something else stands there, or it lies deeper than any project's values do.
  mutating func value(depth: Int) -> XcodeValue? {
    guard depth < 16 else { return nil }
    skipBlanks()
    switch bytes.byte(at: position) {
    case UInt8(ascii: "{"): return dictionary(depth: depth)
    case UInt8(ascii: "("): return list(depth: depth)
    default: return word().map { .word($0) }
    }
  }

  private mutating func dictionary(depth: Int) -> XcodeValue? {
    position += 1
    var entries: [XcodeEntry] = []
    while true {
      skipBlanks()
      if take("}") { return .dictionary(entries) }
      guard let key = word(), takeBehindBlanks("="), let value = value(depth: depth + 1),
        takeBehindBlanks(";")
      else { return nil }
      let range = ByteRange(indices: key.range.indices.lowerBound..<position)
      entries.append(XcodeEntry(key: key, value: value, range: range))
    }
  }

  private mutating func list(depth: Int) -> XcodeValue? {
    position += 1
    var elements: [XcodeElement] = []
    while true {
      skipBlanks()
      if take(")") { return .list(elements) }
      if let last = elements.last, !last.hasComma { return nil }
      // Lists of lists and of dictionaries hold nothing that is asked for.
      if let byte = bytes.byte(at: position), byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(")
      {
        guard value(depth: depth + 1) != nil else { return nil }
        skipBlanks()
        if !take(","), bytes.byte(at: position) != UInt8(ascii: ")") { return nil }
        continue
      }
      guard let word = word() else { return nil }
      let end = position
      let hasComma = takeBehindBlanks(",")
      if !hasComma { position = end }
      elements.append(
        XcodeElement(
          word: word, range: ByteRange(indices: word.range.indices.lowerBound..<position),
          hasComma: hasComma))
    }
  }

  private mutating func word() -> XcodeWord? {
    let start = position
    guard let first = bytes.byte(at: start) else { return nil }
    let text: ByteRange
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      position += 1
      while let byte = bytes.byte(at: position), byte != first {
        position += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      guard position < bytes.count else { return nil }
      text = ByteRange(indices: start + 1..<position)
      position += 1
    } else {
      while let byte = bytes.byte(at: position), !Self.endsWord(byte) { position += 1 }
      guard position > start else { return nil }
      text = ByteRange(indices: start..<position)
    }
    let range = ByteRange(indices: start..<position)
    return XcodeWord(text: source.text(text), range: range, comment: comment())
  }

  /// The comment on the same line, which is the word's.
  private mutating func comment() -> ByteRange? {
    var start = position
    while let byte = bytes.byte(at: start), byte.isBlank { start += 1 }
    guard bytes.hasText("/*", at: start) else { return nil }
    position = start
    skipComment()
    return ByteRange(indices: start..<position)
  }

  private mutating func take(_ text: Character) -> Bool {
    guard bytes.byte(at: position) == text.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func takeBehindBlanks(_ text: Character) -> Bool {
    skipBlanks()
    return take(text)
  }

  private mutating func skipBlanks() {
    while let byte = bytes.byte(at: position) {
      if byte.isBlank || byte.isLineBreak {
        position += 1
      } else if bytes.hasText("//", at: position) {
        position = bytes.endOfLine(from: position)
      } else if bytes.hasText("/*", at: position) {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    position += 2
    while position < bytes.count, !bytes.hasText("*/", at: position) { position += 1 }
    position = min(position + 2, bytes.count)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte.isBlank || byte.isLineBreak || "{}()=;,\"'".utf8.contains(byte)
  }
}
