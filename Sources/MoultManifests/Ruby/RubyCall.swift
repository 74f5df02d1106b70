package import MoultSource

/// A string literal of Ruby.
package struct RubyString: Sendable {
  /// The literal with its quotes; of a here-document only the opener (`<<-CMD`).
  package let range: ByteRange

  /// What stands between the quotes, or the body of a here-document, as it is written.
  package let contentRange: ByteRange

  /// What the program has; interpolations are opaque.
  package let content: MappedText

  /// The value, or nil if something is interpolated.
  package var value: String? { content.opaque.isEmpty ? content.text : nil }
}

/// A value in an argument.
package indirect enum RubyValue: Sendable {
  case string(RubyString)
  case symbol(String, ByteRange)
  case array([RubyArgument])
  case hash([RubyArgument])
  case other(ByteRange)

  package var string: RubyString? {
    if case .string(let string) = self { string } else { nil }
  }
}

/// An argument of a call, or an element of an array or a hash.
package struct RubyArgument: Sendable {
  /// The key of `key: value`, `:key => value` or `'key' => value`.
  package struct Label: Sendable {
    package let name: String

    /// The name alone, without colon, quotes and arrow.
    package let range: ByteRange
  }

  package let label: Label?
  package let value: RubyValue

  /// From the label to the end of the value.
  package let range: ByteRange
}

/// A call of a method, or an assignment, which sets an attribute (`s.version = '1'`) or a variable.
package struct RubyCall: Sendable {
  /// What stands before the last dot, as it is written; `…` for what is longer than 100 bytes.
  package let receiver: String?

  package let name: String
  package let nameRange: ByteRange
  package let isAssignment: Bool
  package internal(set) var arguments: [RubyArgument]

  /// From the receiver to the last argument; a block is not included.
  package internal(set) var range: ByteRange

  /// The index of the call in whose block this one stands.
  package let parent: Int?

  /// Returns the argument with this label.
  package func argument(labeled name: String) -> RubyArgument? {
    arguments.first { $0.label?.name == name }
  }
}

/// Returns the calls of a Ruby script.
///
/// - Returns: sorted by where they start; a block's calls name it by its index.
package func rubyCalls(in source: SourceText) -> [RubyCall] {
  var parser = RubyParser(MappedText(source))
  parser.parse()
  return parser.calls
}
