package import MoultSource

/// An `option` statement, or one option of a bracketed list.
package struct ProtoOption: Sendable {
  /// The name as written, without blanks: `objc_class_prefix`, `(acme.rule).level`, `features.field_presence`.
  package let name: String

  package let value: ProtoOptionValue

  /// The whole statement from `option` to `;`, or `name = value` in a bracketed list.
  package let range: ByteRange?

  package let nameRange: ByteRange?

  /// The value, quotes included.
  package let valueRange: ByteRange?

  package init(
    name: String, value: ProtoOptionValue, range: ByteRange?, nameRange: ByteRange?,
    valueRange: ByteRange?
  ) {
    self.name = name
    self.value = value
    self.range = range
    self.nameRange = nameRange
    self.valueRange = valueRange
  }

  /// The value of a string option, with bytes that are no valid UTF-8 repaired.
  package var string: String? {
    guard case .string(let bytes) = value else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The value of an option, which nobody has checked against the option's type.
package enum ProtoOptionValue: Hashable, Sendable {
  /// The bytes that a string literal stands for.
  case string([UInt8])
  /// A name: an enum value, `true`, `false`, `inf`, `nan`.
  case identifier(String)
  case integer(UInt64)
  /// A negative integer; zero is `-0`.
  case negativeInteger(Int64)
  case double(Double)
  /// The text between braces, tokens separated by single blanks.
  case aggregate(String)
}
