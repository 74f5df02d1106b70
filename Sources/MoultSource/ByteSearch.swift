import Foundation

extension [UInt8] {
  /// Returns where a text first stands whole within the first `limit` bytes.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes looked at and those of the text; near to O(*n*) for text that people write.
  package func range(ofText text: String, within limit: Int) -> ByteRange? {
    let wanted = Array(text.utf8)
    guard !wanted.isEmpty, let start = firstIndex(ofBytes: wanted, from: 0, below: limit) else {
      return nil
    }
    return ByteRange(indices: start..<start + wanted.count)
  }

  /// Returns where bytes first stand whole at `start` or behind it, and below `limit`; nil if they are none.
  ///
  /// The C library looks for the byte of them that is rarest in source.
  ///
  /// - Complexity: O(*n*) for text that people write.
  package func firstIndex(ofBytes wanted: [UInt8], from start: Int, below limit: Int = .max) -> Int?
  {
    let end = Swift.min(limit, count)
    guard let pivot = wanted.indices.min(by: { rarity(wanted[$0]) < rarity(wanted[$1]) }),
      start >= 0, end - start >= wanted.count
    else { return nil }
    return withUnsafeBytes { text in
      wanted.withUnsafeBytes { wanted -> Int? in
        guard let base = text.baseAddress, let word = wanted.baseAddress else { return nil }
        var position = start + pivot
        let last = end - wanted.count + pivot
        while position <= last,
          let hit = memchr(base + position, Int32(wanted[pivot]), last - position + 1)
        {
          let place = base.distance(to: UnsafeRawPointer(hit))
          if memcmp(base + (place - pivot), word, wanted.count) == 0 { return place - pivot }
          position = place + 1
        }
        return nil
      }
    }
  }
}

/// How often a byte stands in source, roughly: letters that every word has come last.
private func rarity(_ byte: UInt8) -> Int {
  switch byte {
  case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "s"),
    UInt8(ascii: "i"), UInt8(ascii: "a"), UInt8(ascii: "n"), UInt8(ascii: "o"), 32:
    4
  case UInt8(ascii: "l"), UInt8(ascii: "c"), UInt8(ascii: "u"), UInt8(ascii: "d"),
    UInt8(ascii: "f"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"), 10:
    3
  case 97...122, UInt8(ascii: "-"), UInt8(ascii: "\""), UInt8(ascii: "_"): 2
  case 48...57: 1
  default: 0
  }
}
