package import MoultSource
package import MoultSyntax

/// How a file is laid out: what a line is indented by, how long it may be, how it ends.
///
/// What a project's configuration says goes first, then what the file itself keeps to. A class, because what is read
/// from the file is kept; used by one task only.
package final class SourceLayout {
  package let tree: SyntaxTree
  private let settings: LayoutSettings

  /// - Complexity: O(1): the file is read when something is asked.
  package init(_ tree: SyntaxTree, _ settings: LayoutSettings = LayoutSettings()) {
    self.tree = tree
    self.settings = settings
  }

  private var source: SourceText { tree.source }

  /// The line ending of the file: that of its first line, so that no file gets two kinds; what is configured for a file
  /// of one line.
  package private(set) lazy var lineEnding: String =
    source.bytes.contains(UInt8(ascii: "\n"))
    ? source.bytes.lineEnding : settings.lineEnding ?? "\n"

  /// One level of indentation: what most blocks of the file have; two spaces if it has none.
  ///
  /// - Complexity: O(*n*) in the nodes before the blocks that are asked, once.
  package private(set) lazy var indentUnit: String = settings.indentUnit ?? mostCommonStep ?? "  "

  /// The number of characters that a line may have.
  ///
  /// Without a configured limit: the first of the customary ones that nearly all lines keep to.
  ///
  /// - Complexity: O(*n*) in the bytes of the file, once.
  package private(set) lazy var width: Int = settings.width ?? customaryWidth

  /// What a tab counts in a line's width.
  package var tabWidth: Int { settings.tabWidth ?? 4 }

  /// Whether the closing bracket of a list over several lines has a line of its own.
  ///
  /// As the first such list of the file has it; a line of its own if there is none.
  package private(set) lazy var closesListsOnOwnLine: Bool = closingHabit ?? true

  // MARK: Lines

  /// Returns the spaces and tabs at the start of the line on which `node` begins.
  package func indentation(of node: Node) -> String {
    indentation(atLineOf: node.range.lowerBound)
  }

  /// Returns the spaces and tabs at the start of the line of `offset`.
  package func indentation(atLineOf offset: ByteOffset) -> String {
    source.bytes.indentation(ofLineAt: offset.index)
  }

  /// Returns the indentation of the line on which `range` ends.
  package func indentation(atEndOf range: ByteRange) -> String {
    let bytes = source.bytes[range.indices]
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      return indentation(of: tree.innermostNode(at: range.lowerBound))
    }
    return String(decoding: bytes[(end + 1)...].prefix(while: \.isBlank), as: UTF8.self)
  }

  /// Returns the range with the rest of its lines, if nothing but blanks is left of them.
  package func wholeLines(of range: ByteRange) -> ByteRange {
    source.bytes.wholeLines(of: range.indices).map { ByteRange(indices: $0) } ?? range
  }

  /// Returns whether a line that begins at `offset` is a directive such as `#if`.
  package func startsWithDirective(_ offset: ByteOffset) -> Bool {
    let text = source.bytes[offset.index...].drop(while: \.isBlank).prefix(7)
    return ["#if", "#else", "#endif"].contains { text.starts(with: $0.utf8) }
  }

  /// Returns whether nothing but blanks stands before `offset` on its line.
  package func startsLine(_ offset: ByteOffset) -> Bool {
    source.bytes.blanks(before: offset.index) != nil
  }

  /// Returns the width of what stands before `offset` on its line, in characters.
  func column(of offset: ByteOffset) -> Int {
    let start = source.bytes.startOfLine(at: offset.index)
    return width(of: source.bytes[start..<offset.index])
  }

  /// Returns the width of what stands behind `offset` on its line, in characters.
  func widthOfRest(behind offset: ByteOffset) -> Int {
    width(of: source.bytes[offset.index..<source.bytes.endOfLine(from: offset.index)])
  }

  /// Returns the width of a text without line breaks, in characters.
  func width(of text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { width, byte in
      if byte == UInt8(ascii: "\t") { return width + tabWidth }
      return byte & 0xC0 == 0x80 ? width : width + 1
    }
  }

  // MARK: Habits

  private var mostCommonStep: String? {
    var counts: [String: Int] = [:]
    var seen = 0
    for index in tree.nodes.indices where seen < 32 {
      guard tree.kind(ofNode: index).isBlockOfLines else { continue }
      let block = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
      guard let step = step(of: block) else { continue }
      counts[step, default: 0] += 1
      seen += 1
    }
    // Of two that are as common the shorter one: the longer is that of a continued line.
    return counts.max { a, b in
      (a.value, -a.key.utf8.count, b.key) < (b.value, -b.key.utf8.count, a.key)
    }?.key
  }

  /// What the first item of a block is indented by, if it begins a line.
  private func step(of block: Node) -> String? {
    guard let item = block.items.first, startsLine(item.range.lowerBound) else { return nil }
    let (outer, inner) = (indentation(of: block), indentation(of: item))
    guard inner.count > outer.count, inner.hasPrefix(outer) else { return nil }
    return String(inner.dropFirst(outer.count))
  }

  private var closingHabit: Bool? {
    for index in tree.nodes.indices {
      let record = tree.nodes[index]
      guard record.kind == .argumentList || record.kind == .parameterClause,
        record.endToken > record.firstToken + 2,
        tree.tokens[Int(record.firstToken) + 1].flags.contains(.startsLine)
      else { continue }
      return tree.tokens[Int(record.endToken) - 1].flags.contains(.startsLine)
    }
    return nil
  }

  /// One line in a hundred may be longer: a link or a text that nobody breaks.
  private var customaryWidth: Int {
    let customary = [100, 120, 140, 160]
    var longer = [Int](repeating: 0, count: customary.count)
    var lines = 0
    var start = 0
    while start < source.bytes.count {
      let end = source.bytes.endOfLine(from: start)
      lines += 1
      // The bytes are at least as many as the characters.
      if end - start > customary[0] {
        let width = width(of: source.bytes[start..<end])
        for index in customary.indices where width > customary[index] { longer[index] += 1 }
      }
      start = source.bytes.startOfNextLine(from: start)
    }
    let limit = customary.indices.first { longer[$0] * 100 <= lines }
    return customary[limit ?? customary.count - 1]
  }
}

extension NodeKind {
  fileprivate var isBlockOfLines: Bool {
    self == .codeBlock || self == .memberBlock || self == .closure
  }
}

/// What a project's configuration says of the layout of a file: `.swift-format`, `.editorconfig`, `.swiftlint.yml`.
package struct LayoutSettings: Hashable, Sendable {
  /// One level of indentation; nil if nothing says it.
  package var indentUnit: String?

  /// The number of characters that a line may have.
  package var width: Int?

  /// What a tab counts in a line's width.
  package var tabWidth: Int?

  /// How a line ends in a file that has only one.
  package var lineEnding: String?

  package init(
    indentUnit: String? = nil, width: Int? = nil, tabWidth: Int? = nil, lineEnding: String? = nil
  ) {
    self.indentUnit = indentUnit
    self.width = width
    self.tabWidth = tabWidth
    self.lineEnding = lineEnding
  }
}
