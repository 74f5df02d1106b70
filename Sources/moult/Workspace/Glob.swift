/// A file name pattern with `*`, `?`, `[…]` and `\`, over the bytes of one path component.
struct Glob: Equatable, Sendable {
  private let parts: [Part]

  private enum Part: Equatable, Sendable {
    case byte(UInt8)
    case anyByte
    case anyRun
    case set(ByteSet)
  }

  /// - Returns: nil if the pattern ends inside an escape or a set, which never matches anything.
  init?(_ pattern: ArraySlice<UInt8>) {
    var parts: [Part] = []
    var rest = pattern
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): if parts.last != .anyRun { parts.append(.anyRun) }
      case UInt8(ascii: "?"): parts.append(.anyByte)
      case UInt8(ascii: "["):
        guard let set = ByteSet(parsing: &rest) else { return nil }
        parts.append(.set(set))
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        parts.append(.byte(escaped))
      default: parts.append(.byte(byte))
      }
    }
    self.parts = parts
  }

  /// Whether `byte` makes a pattern more than its own text.
  static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// - Complexity: O(name × pattern).
  func matches(_ name: [UInt8]) -> Bool {
    var (part, index) = (0, 0)
    var retry: (part: Int, index: Int)?
    while index < name.count {
      if part < parts.count, parts[part] == .anyRun {
        part += 1
        retry = (part, index)
      } else if part < parts.count, Self.matches(parts[part], name[index]) {
        part += 1
        index += 1
      } else if let again = retry {
        (part, index) = (again.part, again.index + 1)
        retry = (again.part, again.index + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .anyRun }
  }

  private static func matches(_ part: Part, _ byte: UInt8) -> Bool {
    switch part {
    case .byte(let expected): expected == byte
    case .anyByte, .anyRun: true
    case .set(let set): set.contains(byte)
    }
  }
}

/// The bytes that `[…]` stands for.
struct ByteSet: Equatable, Sendable {
  private var ranges: [ClosedRange<UInt8>] = []
  private var isComplement = false

  /// Reads up to the closing bracket; the opening one is gone already.
  init?(parsing rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^") {
      isComplement = true
      rest.removeFirst()
    }
    var isFirst = true
    while var low = rest.popFirst() {
      if low == UInt8(ascii: "]"), !isFirst { return }
      isFirst = false
      if low == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")), rest[end - 1] == UInt8(ascii: ":"),
          let named = Self.named(rest[rest.startIndex + 1..<end - 1])
        else { return nil }
        ranges += named
        rest = rest[(end + 1)...]
        continue
      }
      if low == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        low = escaped
      }
      var high = low
      if rest.first == UInt8(ascii: "-"), rest.count > 1,
        rest[rest.startIndex + 1] != UInt8(ascii: "]")
      {
        rest.removeFirst()
        guard var end = rest.popFirst() else { return nil }
        if end == UInt8(ascii: "\\") {
          guard let escaped = rest.popFirst() else { return nil }
          end = escaped
        }
        high = end
      }
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }

  func contains(_ byte: UInt8) -> Bool { ranges.contains { $0.contains(byte) } != isComplement }

  /// Returns what `[:name:]` stands for, in ASCII.
  private static func named(_ name: ArraySlice<UInt8>) -> [ClosedRange<UInt8>]? {
    let (lower, upper, digit): (ClosedRange<UInt8>, ClosedRange<UInt8>, ClosedRange<UInt8>) =
      (0x61...0x7A, 0x41...0x5A, 0x30...0x39)
    switch String(decoding: name, as: UTF8.self) {
    case "alpha": return [lower, upper]
    case "alnum": return [lower, upper, digit]
    case "lower": return [lower]
    case "upper": return [upper]
    case "digit": return [digit]
    case "xdigit": return [digit, 0x61...0x66, 0x41...0x46]
    case "space": return [0x09...0x0D, 0x20...0x20]
    case "blank": return [0x09...0x09, 0x20...0x20]
    case "punct": return [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
    case "graph": return [0x21...0x7E]
    case "print": return [0x20...0x7E]
    case "cntrl": return [0x00...0x1F, 0x7F...0x7F]
    default: return nil
    }
  }
}
