package import MoultSource

/// One item of a generator's options: `Visibility=Public`.
///
/// White space around a key and around a value, line breaks included, belongs to neither: the generators of Swift code
/// trim both, and an option on a line of its own in a block of YAML has some.
package struct PluginOption: Sendable {
  /// The key with its value.
  package let item: WordPart

  package let key: WordPart

  /// What follows the first `=`, or nil if there is none.
  package let value: WordPart?

  init(_ word: Word, _ part: Range<Int>) {
    let bytes = word.content.bytes
    let item = bytes.trimmed(part)
    self.item = WordPart(word, item)
    let equals = word.content.firstIndex(of: UInt8(ascii: "="), in: item)
    key = WordPart(word, bytes.trimmed(item.lowerBound..<(equals ?? item.upperBound)))
    value = equals.map { WordPart(word, bytes.trimmed($0 + 1..<item.upperBound)) }
  }
}

extension [UInt8] {
  /// Returns `range` without the blanks and line breaks at its ends.
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte.isLineBreak }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(self[start]) { start += 1 }
    while start < end, isSpace(self[end - 1]) { end -= 1 }
    return start..<end
  }
}

/// The options that one flag carries, separated by commas.
package struct PluginOptionList: Sendable {
  package let items: [PluginOption]

  /// What goes when no item stays: the list with its `:`, or the whole flag.
  private let wholeRange: ByteRange

  init(_ word: Word, _ part: Range<Int>, wholeRange: ByteRange) {
    items = word.content.parts(of: part, separatedBy: UInt8(ascii: ","))
      .filter { !$0.isEmpty }
      .map { PluginOption(word, $0) }
      .filter { !$0.item.text.isEmpty }
    self.wholeRange = wholeRange
  }

  /// Returns the edits that take the other items away, each with one comma.
  ///
  /// - Returns: in order, without overlap, and apart from any replacement of a key or value that stays.
  package func edits(keeping isKept: (PluginOption) -> Bool) -> [Edit] {
    let kept = items.map(isKept)
    guard kept.contains(true) else { return items.isEmpty ? [] : [Edit(wholeRange, "")] }
    var edits: [Edit] = []
    var hasKeptBefore = false
    for index in items.indices {
      if kept[index] {
        hasKeptBefore = true
        continue
      }
      let range = items[index].item.range
      // Something follows a dropped item that nothing kept precedes, as not all are dropped.
      edits.append(
        hasKeptBefore
          ? Edit(items[index - 1].item.range.upperBound..<range.upperBound, "")
          : Edit(range.lowerBound..<items[index + 1].item.range.lowerBound, ""))
    }
    return edits
  }
}
