/// Finds the keyword that a word spells, without allocation.
///
/// An open hash table, made once and never freed, so that a look-up takes no bounds check.
struct KeywordTable: @unchecked Sendable {  // The memory is never written to after `init`.
  /// A word of eight bytes or more, of which the table's head knows only the first eight.
  private struct Word {
    let text: UnsafePointer<UInt8>
    let length: Int
  }

  private static let slotCount = 2048
  private static let longest = 29

  /// The first eight bytes of the word in each slot; zero if the slot is empty.
  private let heads: UnsafePointer<UInt64>
  private let keywords: UnsafePointer<Keyword>
  private let words: UnsafePointer<Word?>

  static let shared = KeywordTable()

  private init() {
    let heads = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.slotCount)
    let keywords = UnsafeMutablePointer<Keyword>.allocate(capacity: Self.slotCount)
    let words = UnsafeMutablePointer<Word?>.allocate(capacity: Self.slotCount)
    heads.initialize(repeating: 0, count: Self.slotCount)
    keywords.initialize(repeating: .notKeyword, count: Self.slotCount)
    words.initialize(repeating: nil, count: Self.slotCount)
    for keyword in Keyword.allCases where keyword != .notKeyword {
      let word = Array(keyword.text.utf8)
      precondition(word.count <= Self.longest, "a keyword is longer than the longest")
      let text = UnsafeMutablePointer<UInt8>.allocate(capacity: word.count + 8)
      text.initialize(repeating: 0, count: word.count + 8)
      for (index, byte) in word.enumerated() { text[index] = byte }
      let head = Self.head(of: text, length: word.count)
      var slot = Self.slot(of: head)
      while heads[slot] != 0 { slot = (slot + 1) % Self.slotCount }
      heads[slot] = head
      keywords[slot] = keyword
      words[slot] = Word(text: UnsafePointer(text), length: word.count)
    }
    self.heads = UnsafePointer(heads)
    self.keywords = UnsafePointer(keywords)
    self.words = UnsafePointer(words)
  }

  /// Returns the keyword that `length` bytes at `word` spell.
  ///
  /// - Precondition: eight bytes can be read at `word`, whatever `length` is.
  @inline(__always)
  func keyword(at word: UnsafePointer<UInt8>, length: Int) -> Keyword {
    let head = Self.head(of: word, length: length)
    var slot = Self.slot(of: head)
    while heads[slot] != 0 {
      // A head of less than eight bytes ends in a zero, so it is the whole word.
      if heads[slot] == head, length < 8 || isWord(slot, word, length) { return keywords[slot] }
      slot = (slot + 1) % Self.slotCount
    }
    return .notKeyword
  }

  private func isWord(_ slot: Int, _ word: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    guard let known = words[slot], known.length == length else { return false }
    for index in 8..<length where known.text[index] != word[index] { return false }
    return true
  }

  /// Returns the first eight bytes, with zeros in place of what follows a shorter word.
  @inline(__always)
  private static func head(of word: UnsafePointer<UInt8>, length: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(word).loadUnaligned(as: UInt64.self).littleEndian
    return length >= 8 ? bytes : bytes & (1 << (UInt64(length) * 8) - 1)
  }

  @inline(__always)
  private static func slot(of head: UInt64) -> Int {
    Int((head &* 0x9E37_79B9_7F4A_7C15) >> 53)
  }
}
