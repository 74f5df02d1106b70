/// A search for many words at once, built once and used on every file.
///
/// An anchor is found where its bytes stand in the text and are not part of a longer word: where it begins
/// or ends with an identifier character, the neighbour must not be one. For an anchor with a hyphen in it,
/// the hyphen counts as such a character: `grpc-swift` is no part of `grpc-swift-2`. Comments and strings
/// count, so a found anchor is a reason to look closer and nothing more.
///
/// The text is sampled: each anchor has `step` windows of `width` bytes, one of which must lie on a
/// sampled position, wherever the anchor stands. A bitmap over window hashes says for nearly every sample
/// that no anchor can be here, at the cost of one load and one multiplication. Thousands of anchors share their windows;
/// then words of identifier characters are looked up run by run (`WordTable`).
package struct AnchorScanner: Sendable {
  /// What is looked for, without repetition, in the order given.
  package let anchors: [String]

  /// What is looked for by samples; empty words are looked for in `table`.
  private let words: [[UInt8]]
  private let table: WordTable?

  /// The bytes of one window, at most four.
  private let width: Int
  /// The distance between samples: the longest at which no anchor slips through.
  private let step: Int
  /// One bit per hash: whether some window has it.
  private let bitmap: [UInt64]
  /// Windows by hash: `chains[hash]` is an index into `windows`, or -1.
  private let chains: [Int32]
  private let windows: [Window]

  private struct Window: Sendable {
    let value: UInt32
    let anchor: Int32
    /// The distance from the anchor's first byte to the window's.
    let offset: Int32
    /// The next window with the same hash, or -1.
    let next: Int32
  }

  /// - Parameter anchors: words to look for. Empty words are never found and are left out.
  package init(anchors given: [String]) {
    var known: Set<String> = []
    let anchors = given.filter { !$0.isEmpty && known.insert($0).inserted }
    var words = anchors.map { Array($0.utf8) }
    if words.count > Self.mostBySamples {
      let ofTable = words.indices.filter { words[$0].allSatisfy(isIdentifierByte) }
      table = WordTable(ofTable.map { ($0, words[$0]) })
      for number in ofTable { words[number] = [] }
    } else {
      table = nil
    }
    let shortest = words.lazy.filter { !$0.isEmpty }.map(\.count).min() ?? 4
    let width = min(4, shortest)
    // Longer steps would need more windows per anchor than the bitmap can tell apart.
    let step = min(8, shortest - width + 1)

    var bitmap = [UInt64](repeating: 0, count: Self.hashCount / 64)
    var chains = [Int32](repeating: -1, count: Self.hashCount)
    var windows: [Window] = []
    for (number, word) in words.enumerated() where !word.isEmpty {
      for offset in 0..<step {
        var value: UInt32 = 0
        for byte in word[offset..<offset + width].reversed() { value = value << 8 | UInt32(byte) }
        let hash = Self.hash(value)
        bitmap[hash >> 6] |= 1 << UInt64(hash & 63)
        windows.append(
          Window(
            value: value, anchor: Int32(number), offset: Int32(offset), next: chains[hash]))
        chains[hash] = Int32(windows.count - 1)
      }
    }
    self.anchors = anchors
    self.words = words
    self.width = width
    self.step = step
    self.bitmap = bitmap
    self.chains = chains
    self.windows = windows
  }

  /// Returns the indices into `anchors` of all that occur in `bytes`, ascending.
  ///
  /// - Complexity: O(*n*) for *n* bytes as long as few windows share a hash.
  package func anchors(in bytes: [UInt8]) -> [Int] {
    guard table == nil else {
      var found: Set<Int> = []
      scan(bytes) { anchor in
        found.insert(anchor)
        return true
      }
      return found.sorted()
    }
    var found = [Bool](repeating: false, count: words.count)
    var missing = words.count
    scan(bytes) { anchor in
      if !found[anchor] {
        found[anchor] = true
        missing -= 1
      }
      return missing > 0
    }
    return found.indices.filter { found[$0] }
  }

  /// Returns whether any anchor occurs in `bytes`; stops at the first.
  package func findsAnchor(in bytes: [UInt8]) -> Bool {
    var isFound = false
    scan(bytes) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Up to so many anchors windows tell well apart; above it, a table is quicker.
  private static let mostBySamples = 4_000
  private static let hashBits = 16
  private static var hashCount: Int { 1 << hashBits }

  @inline(__always)
  private static func hash(_ value: UInt32) -> Int {
    Int(truncatingIfNeeded: (value &* 0x9E37_79B1) >> UInt32(32 - hashBits))
  }

  /// Calls `body` with each anchor found, some repeatedly, until it returns false.
  private func scan(_ bytes: [UInt8], _ body: (Int) -> Bool) {
    if let table {
      var goesOn = true
      bytes.withUnsafeBytes { text in
        table.scan(text) { anchor in
          goesOn = body(anchor)
          return goesOn
        }
      }
      guard goesOn else { return }
    }
    guard !windows.isEmpty, bytes.count >= width else { return }
    let mask: UInt32 = width == 4 ? .max : (1 << UInt32(width * 8)) - 1
    let last = bytes.count - width
    // Checked subscripts cost half of the speed here (measured); every load below is of `position + 4
    // <= bytes.count` bytes, and every bit index is below `hashCount`.
    bytes.withUnsafeBytes { text in
      bitmap.withUnsafeBufferPointer { bits in
        var position = 0
        let lastWhole = bytes.count - 4
        while position <= lastWhole {
          let value = text.loadUnaligned(fromByteOffset: position, as: UInt32.self)
          let window = UInt32(littleEndian: value) & mask
          let hash = Self.hash(window)
          if bits[hash >> 6] & (1 << UInt64(truncatingIfNeeded: hash & 63)) != 0 {
            guard check(window, hash, at: position, in: text, body) else { return }
          }
          position += step
        }
        while position <= last {
          var window: UInt32 = 0
          for index in (position..<position + width).reversed() {
            window = window << 8 | UInt32(text[index])
          }
          guard check(window, Self.hash(window), at: position, in: text, body) else { return }
          position += step
        }
      }
    }
  }

  /// Tries every anchor that has this window; returns false when `body` wants no more.
  @inline(never)
  private func check(
    _ value: UInt32, _ hash: Int, at position: Int, in text: UnsafeRawBufferPointer,
    _ body: (Int) -> Bool
  ) -> Bool {
    var link = Int(chains[hash])
    while link >= 0 {
      let window = windows[link]
      link = Int(window.next)
      guard window.value == value else { continue }
      let anchor = Int(window.anchor)
      if isWord(words[anchor], at: position - Int(window.offset), in: text), !body(anchor) {
        return false
      }
    }
    return true
  }

  private func isWord(_ word: [UInt8], at start: Int, in text: UnsafeRawBufferPointer) -> Bool {
    let end = start + word.count
    guard start >= 0, end <= text.count else { return false }
    for index in word.indices where text[start + index] != word[index] { return false }
    let hasHyphen = word.contains(UInt8(ascii: "-"))
    func continues(_ inside: UInt8, _ outside: UInt8) -> Bool {
      isIdentifierByte(inside)
        && (isIdentifierByte(outside) || hasHyphen && outside == UInt8(ascii: "-"))
    }
    if start > 0, continues(word[0], text[start - 1]) { return false }
    return end == text.count || !continues(word[word.count - 1], text[end])
  }
}

/// Returns whether `byte` is an ASCII letter, digit or underscore.
///
/// Bytes of non-ASCII characters say no: some of those characters end a word, and the prefilter must
/// rather look at a file in vain than miss it.
package func isIdentifierByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
  default: false
  }
}
