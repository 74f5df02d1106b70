/// One replacement of a range of the original bytes.
///
/// An empty range inserts before its offset; an empty replacement deletes.
package struct Edit: Hashable, Sendable {
  /// The bytes of the original text that go.
  package let range: ByteRange

  /// The bytes that come instead.
  package let replacement: [UInt8]

  package init(range: ByteRange, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  package init(_ range: ByteRange, _ replacement: String) {
    self.init(range: range, replacement: Array(replacement.utf8))
  }
}

/// Returns `bytes` with `edits` applied.
///
/// - Parameter edits: in any order; all of them refer to `bytes`. Insertions at one offset keep their
///   order in the array and come before a replacement that starts there.
/// - Returns: the new bytes, or nil if two edits overlap or one reaches beyond the end.
/// - Complexity: O(*n* + *e* log *e*) for *n* bytes and *e* edits.
package func applying(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8]? {
  let ordered = edits.enumerated().sorted { a, b in
    let (l, r) = (a.element.range, b.element.range)
    if l.lowerBound != r.lowerBound { return l.lowerBound < r.lowerBound }
    if l.isEmpty != r.isEmpty { return l.isEmpty }
    return a.offset < b.offset
  }
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.replacement.count })
  var position = 0
  for (_, edit) in ordered {
    let range = edit.range.indices
    guard range.lowerBound >= position, range.upperBound <= bytes.count else { return nil }
    result += bytes[position..<range.lowerBound]
    result += edit.replacement
    position = range.upperBound
  }
  result += bytes[position...]
  return result
}
