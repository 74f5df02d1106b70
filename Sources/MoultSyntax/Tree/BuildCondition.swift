/// What an `#if` asks for, taken apart as far as that says something.
package indirect enum BuildCondition: Hashable, Sendable {
  /// What is not taken apart: its text without spaces, such as `os(Linux)`.
  case flag(String)
  case not(BuildCondition)
  case all([BuildCondition])
  case any([BuildCondition])

  /// Reads the text of a condition; one that is malformed or nested without end is a flag as a whole.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init(_ text: some Collection<UInt8>) {
    var reader = ConditionReader(text)
    self = reader.condition()
  }
}

/// Reads a condition from its bytes, each of them a few times at most.
package struct ConditionReader {
  private let bytes: [UInt8]
  private var index = 0

  /// How many bytes were looked at.
  package private(set) var steps = 0

  /// As many parentheses in one another as anybody writes, and then some.
  private static let deepest = 64

  package init(_ text: some Collection<UInt8>) { bytes = text.filter { !$0.isASCIIWhitespace } }

  package mutating func condition() -> BuildCondition {
    guard let condition = alternatives(depth: 0), index == bytes.count else {
      return .flag(String(decoding: bytes, as: UTF8.self))
    }
    return condition
  }

  private mutating func alternatives(depth: Int) -> BuildCondition? {
    guard depth < Self.deepest, let first = demands(depth) else { return nil }
    var parts = [first]
    while skip("||") {
      guard let next = demands(depth) else { return nil }
      parts.append(next)
    }
    return parts.count == 1 ? first : .any(parts)
  }

  private mutating func demands(_ depth: Int) -> BuildCondition? {
    guard let first = operand(depth) else { return nil }
    var parts = [first]
    while skip("&&") {
      guard let next = operand(depth) else { return nil }
      parts.append(next)
    }
    return parts.count == 1 ? first : .all(parts)
  }

  private mutating func operand(_ depth: Int) -> BuildCondition? {
    var isNegated = false
    while skip("!") { isNegated.toggle() }
    let condition: BuildCondition?
    if skip("(") {
      condition = alternatives(depth: depth + 1)
      guard skip(")") else { return nil }
    } else {
      condition = flag()
    }
    return isNegated ? condition.map { .not($0) } : condition
  }

  /// Reads up to an operator or a parenthesis that closes one before; what stands in its own parentheses is part of it.
  private mutating func flag() -> BuildCondition? {
    let start = index
    var open = 0
    while index < bytes.count {
      steps += 1
      let byte = bytes[index]
      if byte == UInt8(ascii: "(") { open += 1 }
      if byte == UInt8(ascii: ")") {
        if open == 0 { break }
        open -= 1
      }
      if open == 0, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") { break }
      index += 1
    }
    return index > start ? .flag(String(decoding: bytes[start..<index], as: UTF8.self)) : nil
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    steps += 1
    guard index + length <= bytes.count else { return false }
    let isHere = text.withUTF8Buffer { bytes[index..<index + length].elementsEqual($0) }
    if isHere { index += length }
    return isHere
  }
}

extension UInt8 {
  fileprivate var isASCIIWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
