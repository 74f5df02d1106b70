import MoultSource

/// Lets a byte be compared with an ASCII character: `byte == "#"`.
func == (byte: UInt8, character: Unicode.Scalar) -> Bool { UInt32(byte) == character.value }

func != (byte: UInt8, character: Unicode.Scalar) -> Bool { UInt32(byte) != character.value }

func == (byte: UInt8?, character: Unicode.Scalar) -> Bool {
  byte.map { UInt32($0) == character.value } ?? false
}

func != (byte: UInt8?, character: Unicode.Scalar) -> Bool { !(byte == character) }

/// Lets an ASCII character be a pattern of a byte: `case "#":`.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { UInt32(byte) == character.value }

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// An ASCII letter or `_`: what may begin a name in all languages read here.
  var isNameStart: Bool {
    (self >= 0x61 && self <= 0x7A) || (self >= 0x41 && self <= 0x5A) || self == 0x5F
  }

  /// What may follow in a name.
  var isNamePart: Bool { isNameStart || isDigit }

  var isUppercase: Bool { self >= 0x41 && self <= 0x5A }
}

extension Sequence<UInt8> {
  /// Whether these are the bytes of `text`.
  func isText(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { elementsEqual($0) }
  }
}

extension [UInt8] {
  /// Returns the byte at `index`, or nil beyond the end.
  func byte(at index: Int) -> UInt8? { index >= 0 && index < count ? self[index] : nil }

  /// Whether the bytes at `index` begin with `text`.
  func hasText(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, index + text.utf8CodeUnitCount <= count else { return false }
    return self[index..<index + text.utf8CodeUnitCount].isText(text)
  }

  /// Returns the index after the spaces and tabs that begin at `index`.
  func skippingBlanks(from index: Int) -> Int {
    var index = index
    while index < count, self[index].isBlank { index += 1 }
    return index
  }
}
