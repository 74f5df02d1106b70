/// Finds the keyword that a word spells, without allocation.
///
/// A hash table without collisions, made once and never freed, so that a look-up takes no bounds check, no loop, and no
/// branch that depends on the word.
struct KeywordTable: @unchecked Sendable {  // The memory is never written to after `init`.
  /// A word of eight bytes or more, of which the table's head knows only the first eight.
  private struct Word {
    let text: UnsafePointer<UInt8>
    let length: Int
  }

  private static let slotCount = 2048
  private static let isLong: UInt16 = 1 << 8

  /// With this factor no two keywords share a slot, as was found by trying.
  ///
  /// The initializer says when a new keyword does.
  private static let factor: UInt64 = 0xFA14_0CF8_5C03_F13F

  /// The first eight bytes of the word in each slot; zero if the slot is empty.
  private let heads: UnsafePointer<UInt64>
  /// The raw value of the keyword in each slot, with `isLong` if its text has to be compared too.
  private let entries: UnsafePointer<UInt16>
  private let words: UnsafePointer<Word?>

  static let shared = KeywordTable()

  private init() {
    let heads = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.slotCount)
    let entries = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.slotCount)
    let words = UnsafeMutablePointer<Word?>.allocate(capacity: Self.slotCount)
    heads.initialize(repeating: 0, count: Self.slotCount)
    entries.initialize(repeating: UInt16(Keyword.notKeyword.rawValue), count: Self.slotCount)
    words.initialize(repeating: nil, count: Self.slotCount)
    for keyword in Keyword.allCases where keyword != .notKeyword {
      let word = Array(keyword.text.utf8)
      let text = UnsafeMutablePointer<UInt8>.allocate(capacity: word.count + 8)
      text.initialize(repeating: 0, count: word.count + 8)
      for (index, byte) in word.enumerated() { text[index] = byte }
      let head = Self.head(of: text, length: word.count)
      let slot = Self.slot(of: text, length: word.count, head: head)
      precondition(heads[slot] == 0, "'\(keyword.text)' shares a slot: find another factor")
      heads[slot] = head
      entries[slot] = UInt16(keyword.rawValue) | (word.count >= 8 ? Self.isLong : 0)
      words[slot] = Word(text: UnsafePointer(text), length: word.count)
    }
    self.heads = UnsafePointer(heads)
    self.entries = UnsafePointer(entries)
    self.words = UnsafePointer(words)
  }

  /// Returns the keyword that `length` bytes at `word` spell.
  ///
  /// - Precondition: `length` is at least 1, and eight bytes can be read at `word`, whatever it is.
  @inline(__always)
  func keyword(at word: UnsafePointer<UInt8>, length: Int) -> Keyword {
    let head = Self.head(of: word, length: length)
    let slot = Self.slot(of: word, length: length, head: head)
    let entry = heads[slot] == head ? entries[slot] : 0
    // A head of less than eight bytes ends in a zero, so it is the whole word.
    if entry & Self.isLong != 0, !isWord(slot, word, length) { return .notKeyword }
    // The table holds raw values of keywords alone, and so does `Keyword` in memory.
    return unsafeBitCast(UInt8(truncatingIfNeeded: entry), to: Keyword.self)
  }

  @inline(never)
  private func isWord(_ slot: Int, _ word: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    guard let known = words[slot], known.length == length else { return false }
    for index in 8..<length where known.text[index] != word[index] { return false }
    return true
  }

  /// Returns the first eight bytes, with zeros in place of what follows a shorter word.
  @inline(__always)
  private static func head(of word: UnsafePointer<UInt8>, length: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(word).loadUnaligned(as: UInt64.self).littleEndian
    return bytes & UInt64.max &>> (64 &- min(UInt64(truncatingIfNeeded: length), 8) &* 8)
  }

  /// Returns the slot of a word, from its first eight bytes, its length and its last byte.
  @inline(__always)
  private static func slot(
    of word: UnsafePointer<UInt8>, length: Int, head: UInt64
  ) -> Int {
    let end = UInt64(truncatingIfNeeded: length) &<< 8 | UInt64(word[length &- 1])
    return Int(truncatingIfNeeded: ((head ^ end &<< 32) &* factor) &>> 53)
  }
}
