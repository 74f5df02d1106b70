/// A value of a page's front matter: what YAML says, without its spelling.
///
/// Pages that are built in come with theirs read already, so that no run pays for a YAML reader.
package struct MatterNode: Hashable, Sendable {
  /// What the node is; sequences and tables are in the order of the text.
  package enum Content: Hashable, Sendable {
    /// - `isPlain`: whether the text stands without quotes, so that it may be a number or nothing.
    case scalar(String, isPlain: Bool)
    case sequence([MatterNode])
    case mapping(MatterTable)
  }

  package let content: Content

  /// One-based, in the text that the value comes from.
  package let line: Int

  /// One-based, in Unicode scalars; 1 where the build has read the value, as nobody is told of a place then.
  package let column: Int

  package init(content: Content, line: Int, column: Int = 1) {
    self.content = content
    self.line = line
    self.column = column
  }

  /// Whether both say the same in the same line.
  package static func == (a: MatterNode, b: MatterNode) -> Bool {
    a.content == b.content && a.line == b.line
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(content)
    hasher.combine(line)
  }

  package var mapping: MatterTable? {
    guard case .mapping(let table) = content else { return nil }
    return table
  }

  package var sequence: [MatterNode]? {
    guard case .sequence(let nodes) = content else { return nil }
    return nodes
  }

  /// The text of a scalar, whatever else it might mean.
  package var string: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  package var bool: Bool? {
    guard case .scalar(let text, isPlain: true) = content else { return nil }
    return switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// Whether the value is left out, or spelled `null`.
  package var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}

/// The keys and values of a mapping, in the order of the text.
package struct MatterTable: Hashable, Sendable {
  /// One key with its value.
  package struct Entry: Hashable, Sendable {
    package let key: MatterNode
    package let value: MatterNode

    package init(key: MatterNode, value: MatterNode) {
      self.key = key
      self.value = value
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  /// The value behind a key, or nil.
  package subscript(_ key: String) -> MatterNode? {
    entries.first { $0.key.string == key }?.value
  }
}

extension MatterTable: RandomAccessCollection, ExpressibleByDictionaryLiteral {
  package typealias Element = (key: MatterNode, value: MatterNode)

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }
  /// The entry at a position; the first is 0, and the order is that of the text.
  package subscript(position: Int) -> Element {
    (entries[position].key, entries[position].value)
  }

  package init(dictionaryLiteral elements: (MatterNode, MatterNode)...) {
    entries = elements.map { Entry(key: $0.0, value: $0.1) }
  }
}
