import MoultMatching
import MoultSource
import MoultSyntax

/// How the source is laid out around a node: lines, indentation, names that are taken.
extension FileContext {
  /// The line ending of the file, by its first line.
  var lineEnding: String { source.bytes.lineEnding }

  /// Returns the spaces and tabs at the start of the line on which `node` begins.
  func indentation(of node: Node) -> String { indentation(atLineOf: node.range.lowerBound) }

  /// Returns the spaces and tabs at the start of the line of `offset`.
  func indentation(atLineOf offset: ByteOffset) -> String {
    source.bytes.indentation(ofLineAt: offset.index)
  }

  /// Returns the indentation of the line on which `range` ends.
  func indentation(atEndOf range: ByteRange) -> String {
    let bytes = source.bytes[range.indices]
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      return indentation(of: tree.innermostNode(at: range.lowerBound))
    }
    return String(decoding: bytes[(end + 1)...].prefix(while: \.isBlank), as: UTF8.self)
  }

  /// Returns a block's text with its lines as far from the margin as a block at `statement` has them.
  ///
  /// Text with a string of several lines stays as it is: its indentation is part of it.
  func shifted(_ text: String, of block: ByteRange, to statement: Node) -> String {
    let (old, new) = (indentation(atEndOf: block), indentation(of: statement))
    guard old != new, text.hasLineBreak, !text.contains("\"\"\"") else { return text }
    let lines = text.split(separator: lineEnding, omittingEmptySubsequences: false)
    let moved = lines.enumerated().map { index, line in
      index > 0 && line.hasPrefix(old) ? new + line.dropFirst(old.count) : String(line)
    }
    return moved.joined(separator: lineEnding)
  }

  /// Returns insertions that move the lines which begin in `range` to the right; empty lines stay.
  ///
  /// The lines of a string literal move with its closing quotes, so that it keeps its value.
  func linesMoved(in range: ByteRange, by blanks: String, passingOver gone: [ByteRange] = [])
    -> [Edit]
  {
    var edits: [Edit] = []
    for index in range.indices where index > 0 {
      let (before, byte) = (source.bytes[index - 1], source.bytes[index])
      guard before == UInt8(ascii: "\n"), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r")
      else { continue }
      let start = ByteOffset(index)
      guard !blanks.isEmpty,
        !gone.contains(where: { $0.lowerBound <= start && start < $0.upperBound })
      else {
        continue
      }
      edits.append(Edit(start..<start, blanks))
    }
    return edits
  }

  /// One level of indentation, as the first block of the file has it that begins on a line of its own; else two spaces.
  var step: String {
    for block in tree.root.descendants()
    where block.kind == .codeBlock || block.kind == .memberBlock {
      guard let item = block.children.first else { continue }
      let (outer, inner) = (indentation(of: block), indentation(of: item))
      if inner.count > outer.count, inner.hasPrefix(outer) {
        return String(inner.dropFirst(outer.count))
      }
    }
    return "  "
  }

  /// Returns one level of indentation, as the block of `statement` has it; two spaces if it has none.
  func step(into statement: Node) -> String {
    guard let block = statement.descendants().first(where: { $0.kind == .codeBlock }),
      let item = block.items.first
    else { return "  " }
    let (outer, inner) = (indentation(of: statement), indentation(of: item))
    return inner.count > outer.count && inner.hasPrefix(outer)
      ? String(inner.dropFirst(outer.count)) : "  "
  }

  /// Returns one level of indentation as the block that `statement` stands in has it; two spaces if it has none.
  func step(around statement: Node) -> String {
    let inner = indentation(of: statement)
    guard
      let holder = statement.ancestors.first(where: { indentation(of: $0).count < inner.count })
    else { return "  " }
    let outer = indentation(of: holder)
    return inner.hasPrefix(outer) ? String(inner.dropFirst(outer.count)) : "  "
  }

  /// A line break with the indentation of `node`.
  func lineBreak(before node: Node) -> String { lineEnding + indentation(of: node) }

  /// Returns the whole lines that `node` fills, or its own range if something else stands on them.
  func lines(of node: Node) -> ByteRange { wholeLines(of: node.range) }

  /// Returns the first of `names` that no word of the function around `node` is, or nil.
  func freeName(_ names: [String], around node: Node) -> String? {
    let region = function(around: node)
    var taken: Set<String> = []
    for index in region.tokenIDs
    where names.contains(tree.text(of: TokenID(rawValue: UInt32(index)))) {
      taken.insert(tree.text(of: TokenID(rawValue: UInt32(index))))
    }
    return names.first { !taken.contains($0) }
  }

  /// The function, initialiser, accessor or property around a node; the file for code at the top level.
  func function(around node: Node) -> Node {
    for ancestor in node.ancestors {
      switch ancestor.kind {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl: return ancestor
      case .variableDecl where ancestor.parent?.kind == .memberBlock: return ancestor
      default: continue
      }
    }
    return tree.root
  }

  /// Returns the text of `range` with the edits inside it applied.
  func text(_ range: ByteRange, applying edits: [Edit]) -> String? {
    let shift = range.lowerBound.index
    let inner = edits.filter {
      $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound
    }.map {
      Edit(
        range: ByteOffset(
          $0.range.lowerBound.index - shift)..<ByteOffset(
            $0.range.upperBound.index - shift), replacement: $0.replacement)
    }
    return applying(inner, to: Array(source.bytes[range.indices])).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension String {
  /// Whether a line ends in the text; CR LF is one character, and no line feed.
  var hasLineBreak: Bool { utf8.contains(UInt8(ascii: "\n")) }
}

extension Node {
  /// Whether the node lies inside `other`, or is it.
  func isInside(_ other: Node) -> Bool {
    tree === other.tree && range.lowerBound >= other.range.lowerBound
      && range.upperBound <= other.range.upperBound
  }

  /// Returns the nodes below, the node itself included, in no particular order.
  ///
  /// Keeps its own stack: chains can be as deep as a file is long.
  ///
  /// - Parameter isClosed: whether what lies below a node is left out.
  func descendants(where isClosed: (Node) -> Bool = { _ in false }) -> [Node] {
    var found: [Node] = []
    var open = [self]
    while let node = open.popLast() {
      found.append(node)
      if node == self || !isClosed(node) { open += node.children }
    }
    return found
  }
}
