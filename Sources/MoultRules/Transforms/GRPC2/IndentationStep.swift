import MoultMatching
import MoultSyntax

extension FileContext {
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
}
