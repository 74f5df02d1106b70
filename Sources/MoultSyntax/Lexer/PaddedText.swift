/// The bytes of a source text, between NULs.
///
/// A NUL ends every scan, and 64 bytes can be read from the byte before each place up to the end of the text, so no read has
/// to ask whether there are bytes. The functions look at sixteen at once.
struct PaddedText {
  /// How many NULs stand in front of the text and behind it, so that what begins at its last byte may read on.
  static let padding = 64

  let bytes: UnsafePointer<UInt8>
  let count: Int

  private typealias Block = SIMD16<UInt8>
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  /// Returns the offset of the first byte from `start` that is neither an ASCII letter or digit nor `_` nor `$`.
  @inline(__always)
  func endOfName(from start: Int) -> Int {
    end(from: start) { block in
      let folded = block | Block(repeating: 0x20)
      let letters = folded &- Block(repeating: 0x61) .< Block(repeating: 26)
      let digits = block &- Block(repeating: 0x30) .< Block(repeating: 10)
      let marks = (block .== Block(repeating: 0x5F)) .| (block .== Block(repeating: 0x24))
      return letters .| digits .| marks
    }
  }

  /// Returns the offset of the first byte from `start` that needs a second look in a string literal: see
  /// `ByteTraits.plainText`.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    end(from: start) { block in
      let printable = block &- Block(repeating: 0x20) .< Block(repeating: 0x5F)
      let quotes = (block .!= Block(repeating: 0x22)) .& (block .!= Block(repeating: 0x27))
      return printable .& quotes .& (block .!= Block(repeating: 0x5C))
    }
  }

  /// Returns the offset of the first byte from `start` that is no space.
  @inline(__always)
  func endOfSpaces(from start: Int) -> Int {
    end(from: start) { $0 .== Block(repeating: 0x20) }
  }

  /// Returns the offset of the next line break from `start`, or the end of the text.
  @inline(__always)
  func endOfLine(from start: Int) -> Int {
    var index = start
    while index < count {
      let block = load(index)
      let breaks = (block .== Block(repeating: 0x0A)) .| (block .== Block(repeating: 0x0D))
      if let hit = firstSet(of: breaks) { return min(index &+ hit, count) }
      index &+= 16
    }
    return count
  }

  /// Returns the offset of the first byte from `start` that `belongs` refuses, which a NUL must be.
  @inline(__always)
  private func end(from start: Int, while belongs: (Block) -> Mask) -> Int {
    var index = start
    while true {
      if let hit = firstSet(of: .!belongs(load(index))) { return index &+ hit }
      index &+= 16
    }
  }

  @inline(__always)
  private func load(_ index: Int) -> Block {
    UnsafeRawPointer(bytes + index).loadUnaligned(as: Block.self)
  }

  /// Returns the place of the first byte of which all bits are set.
  @inline(__always)
  private func firstSet(of mask: Mask) -> Int? {
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = words[0].littleEndian
    let high = words[1].littleEndian
    // In which half it is nobody can foresee: both are looked at, without a branch.
    let word = low != 0 ? low : high
    let base = low != 0 ? 0 : 8
    return word != 0 ? base &+ word.trailingZeroBitCount &>> 3 : nil
  }
}
