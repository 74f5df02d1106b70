import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The body of a function between its braces, and how its lines are moved.
struct HandlerBlock {
  let block: Node
  private let file: FileContext

  init(_ block: Node, _ file: FileContext) {
    self.block = block
    self.file = file
  }

  var open: ByteOffset { ByteOffset(block.range.lowerBound.index + 1) }
  var close: ByteOffset { ByteOffset(block.range.upperBound.index - 1) }
  var isOneLine: Bool { !file.hasLineBreak(in: block.range) }

  /// The spaces of the line that the function begins on.
  var indentation: String { file.indentation(of: block.parent ?? block) }

  /// Where the line of the closing brace begins, or the brace itself if something stands before it.
  var lastLine: ByteOffset {
    var start = close.index
    while start > open.index, file.source.bytes[start - 1].isBlank { start -= 1 }
    return start > open.index && file.source.bytes[start - 1] == UInt8(ascii: "\n")
      ? ByteOffset(start) : close
  }

  /// Returns the edits that put all of the body into a closure.
  ///
  /// - Parameter head: what the closure is given to, up to its opening brace.
  func wrapped(in head: String, passingOver gone: [ByteRange]) -> [Edit] {
    let end = file.lineEnding
    if isOneLine {
      return [Edit(open..<open, " \(head)"), Edit(close..<close, "} ")]
    }
    let last = lastLine
    return [Edit(open..<open, "\(end)\(indentation)  \(head)")]
      + file.linesMoved(in: open..<last, by: "  ", passingOver: gone)
      + [
        Edit(last..<last, last == close ? "}\(end)\(indentation)" : "\(indentation)  }\(end)")
      ]
  }

  /// Whether the body uses members of the object without saying `self`.
  var usesSelfSilently: Bool {
    block.descendants().contains { node in
      guard node.kind == .declReference, node.name != "self", node.name != "super",
        let symbol = file.semantics.symbol(of: node), let owner = symbol.parent,
        owner.kind.isType, !symbol.isStatic
      else { return false }
      return symbol.kind == .property || symbol.kind == .function || symbol.kind == .subscript
    }
  }

  /// The statements that leave the function itself: those of closures and functions inside are theirs.
  func statements(_ kind: NodeKind) -> [Node] {
    block.ownDescendants.filter { $0.kind == kind }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

extension FileContext {
  /// Whether a line ends in the range; for a string, CR LF is one character and no line feed.
  func hasLineBreak(in range: ByteRange) -> Bool {
    source.bytes[range.indices].contains(UInt8(ascii: "\n"))
  }
}

extension Node {
  /// The nodes below, without those of closures, functions and types inside.
  var ownDescendants: [Node] {
    descendants {
      switch $0.kind {
      case .closure, .functionDecl, .structDecl, .classDecl, .enumDecl, .actorDecl: true
      default: false
      }
    }
  }

  /// The statement that stands before this one in its block.
  var statementBefore: Node? {
    guard let parent, let position = parent.items.firstIndex(of: self), position > 0 else {
      return nil
    }
    return parent.items[position - 1]
  }
}
