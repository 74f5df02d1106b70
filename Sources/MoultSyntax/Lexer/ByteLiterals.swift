// A byte is compared with the ASCII character it stands for: `bytes[index] == "\n"`.

@inline(__always)
func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
  byte == UInt8(truncatingIfNeeded: character.value)
}

@inline(__always)
func != (byte: UInt8, character: Unicode.Scalar) -> Bool { !(byte == character) }

@inline(__always)
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == character }
