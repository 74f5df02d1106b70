package import MoultSource
package import MoultSyntax

/// Lines that move to another indentation with the code that they belong to.
extension SourceLayout {
  /// Returns a block's text with its lines as far from the margin as a block at `statement` has them.
  ///
  /// Text with a string of several lines stays as it is: its indentation is part of it.
  package func shifted(_ text: String, of block: ByteRange, to statement: Node) -> String {
    let (old, new) = (indentation(atEndOf: block), indentation(of: statement))
    guard text.hasLineBreak, !text.contains("\"\"\"") else { return text }
    return moved(text, from: old, to: new)
  }

  /// Returns a text whose lines, but for the first, begin with `new` where they began with `old`.
  package func moved(_ text: String, from old: String, to new: String) -> String {
    guard old != new, text.hasLineBreak else { return text }
    let lines = text.split(separator: lineEnding, omittingEmptySubsequences: false)
    let moved = lines.enumerated().map { index, line in
      index > 0 && !line.isEmpty && line.hasPrefix(old)
        ? new + line.dropFirst(old.count) : String(line)
    }
    return moved.joined(separator: lineEnding)
  }

  /// Returns edits of lines that another fix moves, so that they stand as deep as it moves those around them.
  ///
  /// - Parameters:
  ///   - edits: of one statement and what stands in it.
  ///   - moves: the edits of the other fix.
  package func moved(_ edits: [Edit], with item: Node, by moves: [Edit]) -> [Edit] {
    let line = ByteOffset(tree.source.bytes.startOfLine(at: item.range.lowerBound.index))
    let inserted = moves.first { $0.range == line..<line }?.replacement ?? []
    let replaced = moves.first { $0.range.lowerBound == line && movesLine($0) }
    let old = replaced.map { Array(tree.source.bytes[$0.range.indices]) } ?? []
    let new = inserted + (replaced?.replacement ?? [])
    guard old != new else { return edits }
    func moved(_ text: ArraySlice<UInt8>) -> [UInt8] {
      text.starts(with: old) ? new + text.dropFirst(old.count) : Array(text)
    }
    return edits.map { edit in
      let start = edit.range.lowerBound.index
      let isStart =
        tree.source.bytes.startOfLine(at: start) == start && !edit.replacement.isEmpty
      let lines = edit.replacement.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let text = lines.enumerated().map { index, text in
        let isEmpty = index < lines.count - 1 && text.first?.isLineBreak ?? true
        return index == 0 && !isStart || index > 0 && isEmpty ? Array(text) : moved(text)
      }
      return Edit(range: edit.range, replacement: Array(text.joined(separator: [0x0A])))
    }
  }

  /// Whether an edit is the move of a line: other blanks in the place of those that it begins with.
  func movesLine(_ edit: Edit) -> Bool {
    let bytes = tree.source.bytes
    return !edit.range.isEmpty
      && bytes.startOfLine(at: edit.range.lowerBound.index) == edit.range.lowerBound.index
      && bytes[edit.range.indices].allSatisfy(\.isBlank) && edit.replacement.allSatisfy(\.isBlank)
  }

  /// Returns insertions that move the lines which begin in `range` to the right; empty lines stay.
  ///
  /// The lines of a string literal move with its closing quotes, so that it keeps its value.
  package func linesMoved(
    in range: ByteRange, by blanks: String, passingOver gone: [ByteRange] = []
  ) -> [Edit] {
    guard !blanks.isEmpty else { return [] }
    return starts(ofLinesIn: range).compactMap { start in
      let isGone = gone.contains { $0.lowerBound <= start && start < $0.upperBound }
      return isGone ? nil : Edit(start..<start, blanks)
    }
  }

  /// Returns the edits by which the lines that begin in a range of whole nodes go from one indentation to another.
  ///
  /// - Returns: none if a string of several lines would lose blanks that it has not.
  package func linesMoved(in range: ByteRange, from old: String, to new: String) -> [Edit] {
    guard old != new else { return [] }
    if new.hasPrefix(old) {
      return linesMoved(in: range, by: String(new.dropFirst(old.count)))
    }
    let bytes = Array(old.utf8)
    let starts = starts(ofLinesIn: range)
    let isIndented = starts.map { tree.source.bytes[$0.index...].starts(with: bytes) }
    if !isIndented.allSatisfy({ $0 }), holdsStringOverLines(range) { return [] }
    return zip(starts, isIndented).compactMap { start, isIndented in
      isIndented ? Edit(start..<ByteOffset(start.index + bytes.count), new) : nil
    }
  }

  private func holdsStringOverLines(_ range: ByteRange) -> Bool {
    guard !range.isEmpty else { return false }
    let last = tree.tokenIndex(at: ByteOffset(range.upperBound.index - 1))
    return (tree.tokenIndex(at: range.lowerBound)...last).contains {
      tree.tokens[$0].kind == .multilineStringQuote
    }
  }

  /// The starts of the lines that begin in a range and are not empty.
  private func starts(ofLinesIn range: ByteRange) -> [ByteOffset] {
    let bytes = tree.source.bytes
    return range.indices.filter { index in
      index > 0 && bytes[index - 1] == UInt8(ascii: "\n") && !bytes[index].isLineBreak
    }.map { ByteOffset($0) }
  }
}

extension String {
  /// Whether a line ends in the text; CR LF is one character, and no line feed.
  package var hasLineBreak: Bool { utf8.contains(UInt8(ascii: "\n")) }
}
