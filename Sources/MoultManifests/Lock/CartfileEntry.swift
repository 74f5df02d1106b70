package import MoultSource

/// A line of a `Cartfile` or `Cartfile.resolved`: `github "owner/repository" ~> 1.0`.
package struct CartfileEntry: Sendable {
  /// `github`, `git` or `binary`.
  package let origin: String

  /// What stands in the first quotes.
  package let identifier: String
  package let identifierRange: ByteRange

  /// A version with its operator (`~> 1.0`, `== 1.0`), or a branch, tag or version without its quotes.
  package let requirement: String?
  package let requirementRange: ByteRange?

  /// From the origin to the end of the requirement; a comment is not included.
  package let range: ByteRange
}

/// Returns the dependencies of a `Cartfile`, in order; lines that are none are stepped over.
package func cartfileEntries(in source: SourceText) -> [CartfileEntry] {
  let bytes = source.bytes
  var entries: [CartfileEntry] = []
  var line = bytes.hasText("\u{FEFF}", at: 0) ? 3 : 0
  while line < bytes.count {
    if let entry = entry(inLineAt: line, of: source) { entries.append(entry) }
    line = bytes.startOfNextLine(from: line)
  }
  return entries
}

private func entry(inLineAt line: Int, of source: SourceText) -> CartfileEntry? {
  let bytes = source.bytes
  let start = bytes.skippingBlanks(from: line)
  var index = start
  while let byte = bytes.byte(at: index), byte.isNamePart { index += 1 }
  let origin = source.text(ByteRange(indices: start..<index))
  guard ["github", "git", "binary"].contains(origin),
    let identifier = quoted(at: bytes.skippingBlanks(from: index), in: bytes)
  else { return nil }
  let rest = bytes.skippingBlanks(from: identifier.upperBound + 1)
  let requirement = quoted(at: rest, in: bytes) ?? unquoted(at: rest, in: bytes)
  let end = quoted(at: rest, in: bytes).map { $0.upperBound + 1 } ?? requirement?.upperBound
  return CartfileEntry(
    origin: origin,
    identifier: source.text(ByteRange(indices: identifier)),
    identifierRange: ByteRange(indices: identifier),
    requirement: requirement.map { source.text(ByteRange(indices: $0)) },
    requirementRange: requirement.map { ByteRange(indices: $0) },
    range: ByteRange(indices: start..<(end ?? identifier.upperBound + 1)))
}

/// Returns what stands between the quotes that begin at `index` and end in the same line.
private func quoted(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
  guard bytes.byte(at: index) == "\"" else { return nil }
  var end = index + 1
  while let byte = bytes.byte(at: end), byte != "\"", !byte.isLineBreak { end += 1 }
  return bytes.byte(at: end) == "\"" ? index + 1..<end : nil
}

/// Returns the rest of the line without a comment and the blanks before it, or nil if there is none.
private func unquoted(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
  var end = index
  while let byte = bytes.byte(at: end), !byte.isLineBreak, byte != "#" { end += 1 }
  while end > index, bytes[end - 1].isBlank { end -= 1 }
  return end > index ? index..<end : nil
}
