package import MoultSource

/// A part of a word that a rule can replace on its own.
package struct WordPart: Sendable {
  package let word: Word

  /// The part as a range of `word.content`.
  package let part: Range<Int>

  package init(_ word: Word, _ part: Range<Int>) {
    self.word = word
    self.part = part
  }

  /// Where the part stands in the file.
  package var range: ByteRange { word.content.range(of: part) }

  /// The text with expansions as they are written.
  package var text: String { word.content.text(of: part) }

  /// Whether nothing in the part is expanded when the command runs.
  package var isStatic: Bool { word.content.opaque.allSatisfy { !$0.overlaps(part) } }
}
