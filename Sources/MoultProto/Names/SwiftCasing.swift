/// Which case the first letter of a camel-cased name gets.
enum InitialCase {
  case lower
  case upper
}

/// Returns `name` as swift-protobuf camel-cases it.
///
/// A segment begins at an underscore, a digit after anything else, an upper-case letter after anything else,
/// and a lower-case letter after anything but a letter. All but an initial lower-case segment are capitalized;
/// `url`, `http`, `https` and `id` become capitals throughout. Of the underscores in a row all but the
/// first stay, and so does one at the end. A name that would begin with a digit gets an underscore.
///
/// Rules of 1.9 and later, checked against 1.39.
///
/// The name is an identifier of the proto language, so ASCII.
func swiftCamelCased(_ name: String, _ initial: InitialCase) -> String {
  var result: [UInt8] = []
  var segment: [UInt8] = []
  var last = ASCIIClass.other
  func endSegment() {
    guard !segment.isEmpty else { return }
    if !result.isEmpty || initial == .upper {
      if swiftCapitalSegments.contains(String(decoding: segment, as: UTF8.self)) {
        for index in segment.indices { segment[index] = uppercased(segment[index]) }
      } else {
        segment[0] = uppercased(segment[0])
      }
    }
    result += segment
    segment = []
  }
  for byte in name.utf8 {
    let current = ASCIIClass(byte)
    switch current {
    case .digit:
      if last != .digit { endSegment() }
      if result.isEmpty, segment.isEmpty { result.append(UInt8(ascii: "_")) }
      segment.append(byte)
    case .upper:
      if last != .upper { endSegment() }
      segment.append(lowercased(byte))
    case .lower:
      if last != .lower, last != .upper { endSegment() }
      segment.append(byte)
    case .underscore:
      endSegment()
      if last == .underscore { result.append(byte) }
    case .other: endSegment()
    }
    last = current
  }
  endSegment()
  if last == .underscore { result.append(UInt8(ascii: "_")) }
  return String(decoding: result, as: UTF8.self)
}

private let swiftCapitalSegments: Set<String> = ["url", "http", "https", "id"]

/// What a byte of an identifier is.
enum ASCIIClass {
  case digit
  case lower
  case upper
  case underscore
  case other

  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
    case UInt8(ascii: "_"): self = .underscore
    default: self = .other
    }
  }
}

func uppercased(_ byte: UInt8) -> UInt8 { ASCIIClass(byte) == .lower ? byte - 0x20 : byte }

func lowercased(_ byte: UInt8) -> UInt8 { ASCIIClass(byte) == .upper ? byte + 0x20 : byte }

/// Returns `name` with its first byte in upper case, if that is an ASCII letter.
func capitalized(_ name: String) -> String {
  var bytes = Array(name.utf8)
  if !bytes.isEmpty { bytes[0] = uppercased(bytes[0]) }
  return String(decoding: bytes, as: UTF8.self)
}
