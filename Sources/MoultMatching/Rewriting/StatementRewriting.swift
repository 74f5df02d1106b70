import MoultFindings
import MoultRewriting
import MoultSource
import MoultSyntax

/// What statements that were found become, part by part; what stands between the parts stays.
package struct StatementRewriting: Hashable, Sendable {
  /// Templates of the statements that take each part's place; empty for none.
  package let chunks: [String]

  /// Modules that the new text needs.
  package let imports: Set<String>

  package init(chunks: [String], imports: Set<String> = []) {
    self.chunks = chunks
    self.imports = imports
  }
}

/// Returns what puts other statements in the place of those that a pattern found; nil if none changes.
func rewritten(
  _ rewriting: StatementRewriting, _ match: Match, in file: FileContext
) -> TransformOutcome? {
  guard match.parts.count == rewriting.chunks.count else { return nil }
  var editor = file.editor
  var consequence = Consequence()
  for (statements, text) in zip(match.parts, rewriting.chunks) {
    guard !text.isEmpty else {
      for statement in statements { editor.remove(item: statement) }
      continue
    }
    guard let first = statements.first, let last = statements.last else { continue }
    let range = first.range.lowerBound..<last.range.upperBound
    let line = file.layout.lineEnding + file.layout.indentation(of: first)
    let template = Template(
      text.split(separator: "\n").map { $0.trimmed }.joined(separator: line))
    guard
      let edits = template.edits(
        replacing: range, match.bindings(for: template, file), in: file.source)
    else { return .manual() }
    if !edits.isEmpty, statements.count > 1, file.tree.holdsComment(in: range) {
      return .manual("a comment stands between the statements")
    }
    consequence.edits += edits
  }
  consequence.merge(Consequence(editor))
  consequence.edits.sort { $0.range.lowerBound < $1.range.lowerBound }
  return consequence.edits.isEmpty ? nil : TransformOutcome(consequence, imports: rewriting.imports)
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
