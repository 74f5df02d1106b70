package import MoultSource

/// A scalar of YAML.
package struct YAMLScalar: Sendable {
  /// How a scalar is written, which says how an edit has to write it.
  package enum Style: Hashable, Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }

  package let style: Style

  /// The value: without quotes and indentation, line breaks folded.
  package let content: MappedText

  /// The value with invalid UTF-8 repaired.
  package var text: String { content.text }
}

/// A node of YAML with its place in the file.
package struct YAMLNode: Sendable {
  /// What the node is; sequences and mappings are in the order of the text.
  package indirect enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    /// Keys may occur twice; all are kept.
    case mapping([YAMLEntry])
    /// `*name`
    case alias(String)
    /// Nothing is written.
    case empty
  }

  package let content: Content

  /// From the first byte of the node to its last: with quotes, with the `|` of a block scalar, without
  /// anchor and tag.
  ///
  /// The place where it is missing for an empty node.
  package let range: ByteRange

  /// The name behind `&`.
  package internal(set) var anchor: String?

  /// With its `!`.
  package internal(set) var tag: String?

  init(_ content: Content, _ range: ByteRange) {
    self.content = content
    self.range = range
  }

  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  package var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  package var entries: [YAMLEntry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Returns the value of the first entry with this key.
  package subscript(key: String) -> YAMLNode? {
    entries?.first { $0.key.scalar?.text == key }?.value
  }
}

/// A key with its value.
package struct YAMLEntry: Sendable {
  package let key: YAMLNode
  package let value: YAMLNode

  /// From the key to the end of the value.
  package var range: ByteRange {
    key.range.lowerBound..<max(key.range.upperBound, value.range.upperBound)
  }
}

/// The documents of a YAML file.
package struct YAMLStream: Sendable {
  package let documents: [YAMLNode]

  /// From `#` to the end of the line, in order.
  package let comments: [ByteRange]

  /// What could not be read and was stepped over, in order.
  package let problems: [ByteRange]

  /// The nodes with an anchor; of two with one name, the later.
  package let anchored: [String: YAMLNode]

  /// Returns the node that an alias stands for, or the node itself if it is no alias.
  package func resolved(_ node: YAMLNode) -> YAMLNode {
    guard case .alias(let name) = node.content else { return node }
    return anchored[name] ?? node
  }
}

/// Reads a YAML file, as far as it can be understood.
///
/// Any byte sequence has a result: what does not fit is among the problems. Collections that are nested
/// deeper than 100 levels are problems, too.
///
/// - Complexity: O(*n*) for *n* bytes.
package func parseYAML(_ source: SourceText) -> YAMLStream {
  var parser = YAMLParser(MappedText(source))
  return parser.parseStream()
}
