package import MoultSource

/// One item of a generator's options: `Visibility=Public`.
package struct PluginOption: Sendable {
  /// All of the item.
  package let item: WordPart

  package let key: WordPart

  /// What follows the first `=`, or nil if there is none.
  package let value: WordPart?

  init(_ word: Word, _ part: Range<Int>) {
    item = WordPart(word, part)
    let equals = word.content.firstIndex(of: UInt8(ascii: "="), in: part)
    key = WordPart(word, part.lowerBound..<(equals ?? part.upperBound))
    value = equals.map { WordPart(word, $0 + 1..<part.upperBound) }
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
