extension [UInt8] {
  /// Returns where a text first stands whole within the first `limit` bytes.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes looked at and those of the text; near to O(*n*) for text that people write.
  package func range(ofText text: String, within limit: Int) -> ByteRange? {
    let wanted = Array(text.utf8)
    let end = Swift.min(limit, count)
    guard let first = wanted.first, end >= wanted.count else { return nil }
    return withUnsafeBufferPointer { bytes in
      for start in 0...(end - wanted.count) where bytes[start] == first {
        if bytes[start..<start + wanted.count].elementsEqual(wanted) {
          return ByteRange(indices: start..<start + wanted.count)
        }
      }
      return nil
    }
  }
}
