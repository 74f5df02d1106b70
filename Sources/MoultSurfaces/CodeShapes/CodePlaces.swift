package import MoultSource

/// Where pieces of code stand in a file, in words that moving and reformatting leave as they are.
package struct CodePlaces {
  private let shape: (any CodeShape)?
  private let bytes: [UInt8]

  /// - Complexity: O(*n*).
  package init(_ file: ProjectText, _ cache: TreeCache) {
    shape = ShapedText(file, cache)?.shape
    bytes = file.source.bytes
  }

  /// Returns the names of the declarations or keys around a range, with dots between; empty at the top.
  package func context(of range: ByteRange) -> String {
    let names = shape?.context(of: range.lowerBound) ?? []
    return names.joined(separator: ".")
  }

  /// Returns the words of a range with the three before it and behind it, as far as its statement goes.
  ///
  /// Long words, and with them most texts that nobody should copy, are told by a number only.
  package func words(around range: ByteRange) -> String {
    let found: (words: [ByteRange], marked: Range<Int>)
    if let shape {
      found = shape.words(around: range)
    } else {
      let line =
        lineStart(
          range.lowerBound.index, in: bytes)..<bytes.endOfLine(from: range.upperBound.index)
      let words = plainWords(in: line, of: bytes, without: [])
      found = (words, marked(words, by: range))
    }
    let lower = max(0, found.marked.lowerBound - 3)
    let upper = min(found.words.count, found.marked.upperBound + 3)
    guard lower < upper else { return "" }
    // What is long is told by its ends and a number.
    let words = found.words[lower..<upper].map(text)
    if words.count <= 24 { return words.joined(separator: " ") }
    let whole = stableHash(words.joined(separator: " ").utf8)
    return words.prefix(12).joined(separator: " ") + " … " + hexadecimal(whole)
  }

  private func text(_ word: ByteRange) -> String {
    let bytes = bytes[word.indices]
    let isName = bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    if isName, bytes.count <= 40 { return String(decoding: bytes, as: UTF8.self) }
    return "#" + hexadecimal(stableHash(bytes))
  }
}
