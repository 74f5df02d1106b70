/// Returns a number for bytes that is the same in every run and on every machine (FNV-1a, 64 bits).
@inlinable
package func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  stableHash(bytes, behind: 0xCBF2_9CE4_8422_2325)
}

/// Returns the number of some bytes with more behind them, from the number of the first.
@inlinable
package func stableHash(_ bytes: some Sequence<UInt8>, behind first: UInt64) -> UInt64 {
  bytes.reduce(first) { hash, byte in
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}

/// Returns sixteen hexadecimal digits.
package func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
