/// The bytes of one file under the name that output gives it.
package struct SourceText: Sendable {
  /// The path that findings name: relative to the project's root, with `/`.
  package let path: String

  /// The content as it is on disk, byte order mark included.
  package let bytes: [UInt8]

  /// Whether fixes of the run have changed the content, so that it may hold names that nobody wrote.
  package let isRewritten: Bool

  private let lineIndex = Once<LineIndex>()

  package init(path: String, bytes: [UInt8], isRewritten: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.isRewritten = isRewritten
  }

  /// Where the lines begin.
  ///
  /// - Complexity: O(*n*) the first time that a copy of the value is asked.
  package var lines: LineIndex { lineIndex.value { LineIndex(bytes) } }

  /// Returns the text of `range`, with bytes that are no valid UTF-8 repaired.
  ///
  /// For messages only: what is repaired has other lengths than the source.
  package func text(_ range: ByteRange) -> String {
    String(decoding: bytes[range.indices], as: UTF8.self)
  }
}
