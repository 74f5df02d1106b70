extension Unicode.Scalar {
  /// Whether the scalar can stand in an identifier, not counting ASCII.
  ///
  /// The ranges are those of the Swift grammar's `identifier-character`.
  var isNonASCIIIdentifierCharacter: Bool {
    switch value {
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6,
      0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF,
      0x200B...0x200D, 0x202A...0x202E, 0x203F...0x2040, 0x2054, 0x2060...0x218F,
      0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF,
      0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF,
      0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFF8:
      true
    case 0x10000...0xEFFFD:
      // The last two scalars of each plane are no characters.
      value & 0xFFFF <= 0xFFFD
    default:
      false
    }
  }

  /// Whether the scalar can be the first of an identifier, not counting ASCII.
  var isNonASCIIIdentifierStart: Bool {
    switch value {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: false
    default: isNonASCIIIdentifierCharacter
    }
  }

  /// Whether the scalar can be the first of an operator, not counting ASCII.
  var isNonASCIIOperatorStart: Bool {
    switch value {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
      0x2016, 0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
      0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F,
      0x3001...0x3003, 0x3008...0x3030:
      true
    default:
      false
    }
  }

  /// Whether the scalar can stand in an operator, not counting ASCII.
  var isNonASCIIOperatorCharacter: Bool {
    switch value {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
      0xE0100...0xE01EF:
      true
    default:
      isNonASCIIOperatorStart
    }
  }

  /// Whether the scalar is white space or a control character that no raw identifier may hold.
  var isForbiddenInRawIdentifier: Bool {
    switch value {
    case 0...0x1F, 0x7F, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default:
      self == "\\"
    }
  }
}

/// What was read where a scalar should stand.
struct DecodedScalar {
  /// Nil if the bytes are no valid UTF-8.
  let scalar: Unicode.Scalar?

  /// How many bytes were read: at least one.
  let length: Int
}

/// Decodes the scalar at `bytes`, which must be followed by a NUL somewhere.
///
/// Of invalid bytes, those are read that cannot start another scalar.
func decodeScalar(at bytes: UnsafePointer<UInt8>) -> DecodedScalar {
  let lead = bytes[0]
  guard lead >= 0x80 else { return DecodedScalar(scalar: Unicode.Scalar(lead), length: 1) }
  guard isScalarStart(lead) else {
    var length = 1
    while !isScalarStart(bytes[length]) { length += 1 }
    return DecodedScalar(scalar: nil, length: length)
  }
  let expected = (~lead).leadingZeroBitCount
  var value = UInt32(lead) & (0x7F >> UInt32(expected))
  for index in 1..<expected {
    let byte = bytes[index]
    guard byte & 0xC0 == 0x80 else { return DecodedScalar(scalar: nil, length: index) }
    value = value << 6 | UInt32(byte & 0x3F)
  }
  let minimum: UInt32 = expected == 2 ? 0x80 : expected == 3 ? 0x800 : 0x10000
  let scalar = value >= minimum ? Unicode.Scalar(value) : nil
  return DecodedScalar(scalar: scalar, length: expected)
}

/// Whether `byte` can be the first of a scalar.
private func isScalarStart(_ byte: UInt8) -> Bool {
  byte < 0x80 || (byte >= 0xC2 && byte < 0xF5)
}
