import MoultMatching
import MoultSource
import MoultSyntax

extension FileContext {
  /// Whether a string over lines stands in code: its lines count its indentation, which changes where the code moves.
  func holdsStringOverLines(in range: ByteRange) -> Bool {
    source.text(range).contains("\"\"\"")
  }
}

extension Node {
  /// Whether a string over lines stands in it.
  var holdsStringOverLines: Bool { text.contains("\"\"\"") }
}
