// A byte is compared with the ASCII character it stands for: `bytes[index] == "\n"`.

@inline(__always)
func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
  byte == UInt8(truncatingIfNeeded: character.value)
}

@inline(__always)
func != (byte: UInt8, character: Unicode.Scalar) -> Bool { !(byte == character) }

@inline(__always)
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == character }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

/// Bytes of non-ASCII characters count as letters, as nearly all of them are in C.
@inline(__always)
func isIdentifierStart(_ byte: UInt8) -> Bool {
  (byte | 0x20) &- 0x61 < 26 || byte == "_" || byte == "$" || byte >= 0x80
}

@inline(__always)
func isIdentifierByte(_ byte: UInt8) -> Bool { isIdentifierStart(byte) || isDigit(byte) }
