package import MoultSource

/// A word of a command line, as the shell splits it.
package struct Word: Sendable {
  /// The word as it is written, quotes included.
  package let range: ByteRange

  /// What the program would get: without quotes and escapes.
  ///
  /// Its opaque stretches are what is only known
  /// when the command runs: variables, command substitutions, and what outer languages fill in.
  package let content: MappedText

  package init(range: ByteRange, content: MappedText) {
    self.range = range
    self.content = content
  }

  /// Whether the value is known: nothing in it is expanded when the command runs.
  package var isStatic: Bool { content.opaque.isEmpty }

  /// The value with invalid UTF-8 repaired, or nil if it is only known when the command runs.
  package var value: String? { isStatic ? content.text : nil }

  /// The value with expansions as they are written.
  package var text: String { content.text }

  /// The part after the last `/`, as a range of `content`.
  package var lastPathComponent: Range<Int> {
    content.parts(of: 0..<content.count, separatedBy: UInt8(ascii: "/")).last ?? 0..<content.count
  }
}

/// A simple command of a script, or the words that a script keeps in a variable for later.
package struct CommandLine: Sendable {
  /// What becomes of the words.
  package enum Role: Hashable, Sendable {
    /// A command that is run.
    case command
    /// The words of the value of a variable: `FLAGS = --swift_out=Gen`.
    case assignment(variable: String)
  }

  /// What kind of file the line stands in.
  package let surface: ManifestKind

  package let role: Role

  /// At least one word, without what the shell keeps for itself: leading reserved words and redirections.
  package let words: [Word]

  package init(surface: ManifestKind, role: Role, words: [Word]) {
    precondition(!words.isEmpty, "a command line has a word")
    self.surface = surface
    self.role = role
    self.words = words
  }

  /// From the first word to the last.
  package var range: ByteRange {
    words[0].range.lowerBound..<words[words.count - 1].range.upperBound
  }
}
