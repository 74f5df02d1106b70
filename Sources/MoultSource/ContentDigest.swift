/// A number for bytes that no other bytes have by chance, the same in every run of one program.
///
/// It is no signature: who wants to can make two texts of one number.
package struct ContentDigest: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  /// 32 hexadecimal digits.
  package var text: String { hexadecimal(high) + hexadecimal(low) }
}

/// Makes a digest of what it is fed, in order; where one piece ends and the next begins counts as well.
///
/// Sixteen bytes at a time are multiplied into two states of 64 bits, as wyhash does it, so that a tree is digested in a
/// fraction of the time that reading it takes.
package struct ContentHasher: Sendable {
  private var high: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var low: UInt64 = 0xD1B5_4A32_D192_ED03

  package init() {}

  /// - Complexity: O(*n*) in the bytes.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// - Complexity: O(*n*) in the bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Adds the text as its UTF-8, which makes the digest that its bytes make.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a number, whose digest is not that of its bytes.
  package mutating func add(_ number: Int) { mix(UInt64(bitPattern: Int64(number)), 0x5851_F42D) }

  /// Adds a flag as 0 or 1.
  package mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

  /// Adds what another hasher was fed.
  package mutating func add(_ digest: ContentDigest) { mix(digest.high, digest.low) }

  /// Adds how many texts there are, then each, in their order.
  package mutating func add(_ texts: some Collection<String>) {
    add(texts.count)
    for text in texts { add(text) }
  }

  /// Returns the digest of all that was fed by now; more may follow.
  package func digest() -> ContentDigest {
    var last = self
    // With constants: what is mixed with itself is nothing.
    last.mix(0x2545_F491_4F6C_DD1D, 0x9FB2_1C65_1E98_DF25)
    last.mix(0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9)
    return ContentDigest(high: last.high, low: last.low)
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 16 <= bytes.count {
      mix(
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      offset += 16
    }
    var rest: (UInt64, UInt64) = (0, 0)
    for place in offset..<bytes.count {
      let shift = UInt64((place - offset) % 8 * 8)
      if place - offset < 8 {
        rest.0 |= UInt64(bytes[place]) << shift
      } else {
        rest.1 |= UInt64(bytes[place]) << shift
      }
    }
    mix(rest.0, rest.1)
    add(bytes.count)
  }

  /// Turns what was before and adds the product, so that a factor of zero forgets nothing.
  @inline(__always)
  private mutating func mix(_ first: UInt64, _ second: UInt64) {
    high = (high << 29 | high >> 35) &+ folded(first ^ 0xA076_1D64_78BD_642F, second ^ high)
    low = (low << 31 | low >> 33) &+ folded(first ^ low, second ^ 0xE703_7ED1_A0B4_28DB)
  }

  /// Both halves of a product, one upon the other.
  @inline(__always)
  private func folded(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
