import MoultSource

/// Reads YAML by indentation, in one pass.
struct YAMLParser {
  private static let deepest = 100

  let text: MappedText
  var position = 0

  /// Where the line of the position begins.
  var lineStart = 0
  var depth = 0

  private var comments: [ByteRange] = []
  private var problems: [ByteRange] = []
  private var anchored: [String: YAMLNode] = [:]

  init(_ text: MappedText) { self.text = text }

  var bytes: [UInt8] { text.bytes }
  var current: UInt8? { bytes.byte(at: position) }
  var isAtEnd: Bool { position >= bytes.count }

  /// The bytes between the start of the line and the position.
  var column: Int { position - lineStart }

  // MARK: Documents

  mutating func parseStream() -> YAMLStream {
    if bytes.hasText("\u{FEFF}", at: 0) {
      position = 3
      lineStart = 3
    }
    var documents: [YAMLNode] = []
    var isRootFinished = false
    while true {
      skipToContent()
      if isAtEnd { break }
      let before = position
      if isDocumentMarker {
        position += 3
        isRootFinished = false
      } else if current == "%", column == 0 {
        position = bytes.endOfLine(from: position)
      } else {
        // What follows a finished root without a `---` is read as a document of its own.
        if let last = documents.last, isRootFinished { noteProblem(last.range.indices) }
        documents.append(parseBlockNode(parent: -1, in: .newLine))
        isRootFinished = true
        if position == before { skipLineAsProblem() }
      }
      precondition(position > before, "the parser moves on")
    }
    return YAMLStream(
      documents: documents, comments: comments, problems: problems, anchored: anchored)
  }

  /// Whether `---` or `...` stands here.
  var isDocumentMarker: Bool {
    guard column == 0, bytes.hasText("---", at: position) || bytes.hasText("...", at: position)
    else {
      return false
    }
    return bytes.byte(at: position + 3).map { $0.isBlank || $0.isLineBreak } ?? true
  }

  // MARK: Space

  /// Moves over blanks, line breaks and comments.
  mutating func skipToContent() {
    while let byte = current {
      if byte.isBlank {
        position += 1
      } else if byte.isLineBreak {
        skipLineBreak()
      } else if byte == "#", position == lineStart || bytes[position - 1].isBlank {
        skipComment()
      } else {
        return
      }
    }
  }

  mutating func skipComment() {
    guard current == "#" else { return }
    let end = bytes.endOfLine(from: position)
    comments.append(range(position..<end))
    position = end
  }

  mutating func skipBlanks() { position = bytes.skippingBlanks(from: position) }

  mutating func skipLineBreak() {
    position += bytes.lineBreakLength(at: position)
    lineStart = position
  }

  mutating func skipLineAsProblem() {
    let end = max(position + 1, bytes.endOfLine(from: position))
    problems.append(range(position..<min(end, bytes.count)))
    position = end
  }

  mutating func noteProblem(_ part: Range<Int>) { problems.append(range(part)) }

  func range(_ part: Range<Int>) -> ByteRange { text.range(of: part) }

  /// Where an index stands in the file.
  func offset(_ index: Int) -> UInt32 { range(index..<index).lowerBound.utf8 }

  func emptyNode() -> YAMLNode {
    YAMLNode(.empty, range(position..<position))
  }

  /// Whether `indicator` stands here as a word of its own.
  func isIndicator(_ indicator: Unicode.Scalar) -> Bool {
    guard current == indicator else { return false }
    return bytes.byte(at: position + 1).map { $0.isBlank || $0.isLineBreak } ?? true
  }

  // MARK: Block nodes

  /// Where a block node begins, which decides what it may be.
  enum Place {
    /// At the start of a line, or behind `-` or `?`: anything.
    case newLine
    /// Behind the `:` of a mapping: a collection needs a line of its own, where a sequence may stand at the
    /// column of the mapping.
    case mappingValue
  }

  /// Parses the node that follows an indicator, whose collection begins at column `parent`.
  mutating func parseBlockNode(parent: Int, in place: Place) -> YAMLNode {
    let empty = emptyNode()
    let line = lineStart
    var properties = Properties()
    skipToContent()
    while true {
      guard isInside(parent: parent, place, sinceLine: line) else {
        return finish(empty, properties)
      }
      let before = position
      let isFirstOnItsLine = lineStart != line
      let allowsCollection = isFirstOnItsLine || place == .newLine
      if current == "&" || current == "!" {
        // Behind it on the line, a key takes the properties for itself.
        let beforeProperties = properties
        let start = position
        readProperties(&properties)
        skipBlanks()
        if let byte = current, !byte.isLineBreak, byte != "#" {
          let column = start - lineStart
          return parseContent(
            parent: parent, column: column, allowsCollection: allowsCollection,
            keyProperties: properties, outerProperties: beforeProperties)
        }
        skipToContent()
        if position == before { return finish(empty, properties) }
        continue
      }
      return parseContent(
        parent: parent, column: column, allowsCollection: allowsCollection,
        keyProperties: Properties(), outerProperties: properties)
    }
  }

  private func isInside(parent: Int, _ place: Place, sinceLine line: Int) -> Bool {
    if isAtEnd || isDocumentMarker { return false }
    if lineStart == line || column > parent { return true }
    return place == .mappingValue && column == parent && isIndicator("-")
  }

  /// Parses what stands here.
  ///
  /// - Parameters:
  ///   - keyProperties: what was read just before: of the key if one stands here, else of the node.
  ///   - outerProperties: what was read on a line before: of the node.
  private mutating func parseContent(
    parent: Int, column: Int, allowsCollection: Bool, keyProperties: Properties,
    outerProperties: Properties
  ) -> YAMLNode {
    guard depth < Self.deepest else { return finish(skipRegion(parent: parent), outerProperties) }
    depth += 1
    defer { depth -= 1 }
    let nodeProperties = outerProperties.merging(keyProperties)
    if allowsCollection, isIndicator("-") {
      return finish(parseSequence(column: column), nodeProperties)
    }
    if allowsCollection, isIndicator("?") {
      return finish(parseMapping(column: column, firstKey: nil), nodeProperties)
    }
    if current == "|" || current == ">" {
      return finish(parseBlockScalar(parent: parent), nodeProperties)
    }
    let line = lineStart
    let node = parseInlineNode(parent: parent)
    let end = position
    if lineStart == line {
      skipBlanks()
      if isIndicator(":") {
        if allowsCollection {
          let key = finish(node, keyProperties)
          return finish(parseMapping(column: column, firstKey: key), outerProperties)
        }
        skipLineAsProblem()
      } else {
        position = end
      }
    }
    return finish(node, nodeProperties)
  }

  /// Parses a flow collection, an alias or a scalar that needs no lines of its own.
  private mutating func parseInlineNode(parent: Int) -> YAMLNode {
    switch current {
    case .some("["), .some("{"): parseFlowNode()
    case .some("\""), .some("'"): parseQuoted()
    case .some("*"): parseAlias()
    default: parsePlain(parent: parent)
    }
  }

  /// Steps over everything that belongs to a node nested too deep.
  private mutating func skipRegion(parent: Int) -> YAMLNode {
    let node = emptyNode()
    repeat {
      skipLineAsProblem()
      skipToContent()
    } while !isAtEnd && column > parent && !isDocumentMarker
    return node
  }

  // MARK: Block collections

  private mutating func parseSequence(column: Int) -> YAMLNode {
    let start = position
    var elements: [YAMLNode] = []
    var end = position
    while true {
      position += 1
      end = position
      let element = parseBlockNode(parent: column, in: .newLine)
      elements.append(element)
      end = max(end, element.range.upperBound.index)
      guard isNextEntry(column: column), isIndicator("-") else { break }
    }
    return YAMLNode(.sequence(elements), range(start..<end))
  }

  private mutating func parseMapping(column: Int, firstKey: YAMLNode?) -> YAMLNode {
    let start = firstKey?.range.lowerBound.index ?? position
    var entries: [YAMLEntry] = []
    var key = firstKey
    var end = start
    while true {
      if key == nil { key = parseKey(column: column) }
      if let found = key {
        let value: YAMLNode
        if isIndicator(":") {
          position += 1
          value = parseBlockNode(parent: column, in: .mappingValue)
        } else {
          value = emptyNode()
        }
        let entry = YAMLEntry(key: found, value: value)
        entries.append(entry)
        end = max(end, entry.range.upperBound.index)
      }
      key = nil
      guard isNextEntry(column: column), !isIndicator("-") else { break }
    }
    return YAMLNode(.mapping(entries), range(start..<end))
  }

  /// Parses a key of a mapping up to its `:`, or steps over the line if there is none.
  private mutating func parseKey(column: Int) -> YAMLNode? {
    if isIndicator("?") {
      position += 1
      let key = parseBlockNode(parent: column, in: .newLine)
      skipToContent()
      return key
    }
    let start = position
    let line = lineStart
    var properties = Properties()
    while current == "&" || current == "!" {
      readProperties(&properties)
      skipBlanks()
    }
    let key = parseInlineNode(parent: Int.max)
    if lineStart == line { skipBlanks() }
    guard lineStart == line, isIndicator(":") else {
      noteProblem(start..<position)
      return nil
    }
    return finish(key, properties)
  }

  /// Moves to the next entry of a collection at `column`.
  ///
  /// What stands deeper belongs to nothing and is a problem.
  ///
  /// - Returns: whether something stands at the column.
  private mutating func isNextEntry(column: Int) -> Bool {
    skipToContent()
    while !isAtEnd, !isDocumentMarker, self.column > column {
      skipLineAsProblem()
      skipToContent()
    }
    return !isAtEnd && !isDocumentMarker && self.column == column
  }

  // MARK: Properties

  /// An anchor and a tag.
  struct Properties {
    var anchor: String?
    var tag: String?

    func merging(_ other: Properties) -> Properties {
      Properties(anchor: other.anchor ?? anchor, tag: other.tag ?? tag)
    }
  }

  /// Reads `&name` or `!tag`.
  mutating func readProperties(_ properties: inout Properties) {
    let start = position
    position += 1
    while let byte = current, !Self.endsName(byte) { position += 1 }
    if bytes[start] == "&" {
      properties.anchor = text.text(of: start + 1..<position)
    } else {
      properties.tag = text.text(of: start..<position)
    }
  }

  mutating func parseAlias() -> YAMLNode {
    let start = position
    position += 1
    while let byte = current, !Self.endsName(byte) { position += 1 }
    return YAMLNode(.alias(text.text(of: start + 1..<position)), range(start..<position))
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte.isBlank || byte.isLineBreak || ",[]{}".utf8.contains(byte)
  }

  mutating func finish(_ node: YAMLNode, _ properties: Properties) -> YAMLNode {
    var node = node
    node.anchor = properties.anchor ?? node.anchor
    node.tag = properties.tag ?? node.tag
    if let anchor = properties.anchor { anchored[anchor] = node }
    return node
  }
}
