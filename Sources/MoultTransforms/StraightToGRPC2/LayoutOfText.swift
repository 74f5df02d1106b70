import MoultMatching
import MoultRewriting
import MoultSource
import MoultSyntax

/// The layout of the source for the transforms of this family, which write text themselves.
///
/// Those that say what they want with a `SyntaxEditor` need none of it.
extension FileContext {
  /// The line ending of the file, by its first line.
  var lineEnding: String { layout.lineEnding }

  /// Returns the spaces and tabs at the start of the line on which `node` begins.
  func indentation(of node: Node) -> String { layout.indentation(of: node) }

  /// Returns the spaces and tabs at the start of the line of `offset`.
  func indentation(atLineOf offset: ByteOffset) -> String { layout.indentation(atLineOf: offset) }

  /// Returns the indentation of the line on which `range` ends.
  func indentation(atEndOf range: ByteRange) -> String { layout.indentation(atEndOf: range) }

  /// Returns insertions that move the lines which begin in `range` to the right; empty lines stay.
  func linesMoved(in range: ByteRange, by blanks: String, passingOver gone: [ByteRange] = [])
    -> [Edit]
  {
    layout.linesMoved(in: range, by: blanks, passingOver: gone)
  }

  /// One level of indentation.
  var step: String { layout.indentUnit }

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

  /// Whether a line ends in the range; for a string, CR LF is one character and no line feed.
  func hasLineBreak(in range: ByteRange) -> Bool {
    source.bytes[range.indices].contains(UInt8(ascii: "\n"))
  }

  /// Returns the whole lines that `node` fills, or its own range if something else stands on them.
  func lines(of node: Node) -> ByteRange { wholeLines(of: node.range) }

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

extension Node {
  /// The bytes between the braces of a block.
  var insideOfBraces: ByteRange {
    ByteOffset(range.lowerBound.index + 1)..<ByteOffset(range.upperBound.index - 1)
  }
}

extension ReceiveLoop {
  /// What is done with a message; the braces are outside.
  var body: ByteRange {
    let inside = block.insideOfBraces
    return (head?.range.upperBound ?? inside.lowerBound)..<inside.upperBound
  }
}
