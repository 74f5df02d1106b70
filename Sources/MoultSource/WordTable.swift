/// A search for any number of words made of identifier characters, at the same cost for a hundred as for a hundred thousand.
///
/// The text is read as maximal runs of identifier characters, and each run is looked up as a whole. A word is found where
/// `AnchorScanner` finds it, which takes fewer looks at the text but more for each word that begins like others.
struct WordTable: Sendable {
  /// The bytes of all words, one behind the other.
  private let bytes: [UInt8]

  /// Where each word begins in `bytes`, and where the last ends.
  private let starts: [Int32]

  /// The number that each word is told by.
  private let numbers: [Int32]

  /// By hash: an index into `numbers`, or -1; the next place is tried where another word stands.
  private let slots: [Int32]
  private let lengths: ClosedRange<Int>

  /// - Parameter words: without repetition, none of them empty, all of identifier characters, each with its number.
  init(_ words: [(number: Int, word: [UInt8])]) {
    bytes = Array(words.map(\.word).joined())
    var starts: [Int32] = [0]
    starts.reserveCapacity(words.count + 1)
    for (_, word) in words { starts.append(starts[starts.count - 1] + Int32(word.count)) }
    var capacity = 16
    while capacity < words.count * 2 { capacity *= 2 }
    var slots = [Int32](repeating: -1, count: capacity)
    for (index, entry) in words.enumerated() {
      var hash = Self.seed
      for byte in entry.word { hash = Self.mixed(hash, byte) }
      var slot = Self.slot(hash, capacity)
      while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(index)
    }
    self.starts = starts
    self.slots = slots
    numbers = words.map { Int32($0.number) }
    let counts = words.map(\.word.count)
    lengths = (counts.min() ?? 1)...(counts.max() ?? 1)
  }

  /// Calls `body` with the number of each word found, some repeatedly, until it returns false.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  func scan(_ text: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    slots.withUnsafeBufferPointer { slots in
      var position = 0
      while position < text.count {
        guard isIdentifierByte(text[position]) else {
          position += 1
          continue
        }
        let start = position
        var hash = Self.seed
        repeat {
          hash = Self.mixed(hash, text[position])
          position += 1
        } while position < text.count && isIdentifierByte(text[position])
        guard lengths.contains(position - start) else { continue }
        var slot = Self.slot(hash, slots.count)
        while slots[slot] >= 0 {
          let index = Int(slots[slot])
          if isWord(index, text[start..<position]) {
            guard body(Int(numbers[index])) else { return }
            break
          }
          slot = (slot + 1) & (slots.count - 1)
        }
      }
    }
  }

  private func isWord(_ index: Int, _ run: Slice<UnsafeRawBufferPointer>) -> Bool {
    let range = Int(starts[index])..<Int(starts[index + 1])
    return range.count == run.count && bytes[range].elementsEqual(run)
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// FNV-1a, one byte further.
  @inline(__always)
  private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The low bits of the product depend on few of the bytes' bits, so that the high ones are folded in.
  @inline(__always)
  private static func slot(_ hash: UInt64, _ capacity: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (capacity - 1)
  }
}
