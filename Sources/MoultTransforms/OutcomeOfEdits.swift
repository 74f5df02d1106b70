import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSource
import MoultSyntax

extension Consequence {
  /// What an editor changes in the file of the finding.
  ///
  /// - Parameters:
  ///   - more: what else follows.
  ///   - reasons: why someone has to look at it.
  init(_ editor: SyntaxEditor, and more: Consequence? = nil, review reasons: [String] = []) {
    self.init(editor)
    if let more { merge(more) }
    for reason in reasons { lower(to: .review, because: reason) }
  }
}

extension TransformOutcome {
  /// What an editor changes in the file of the finding, with what else follows, and why someone has to look at it.
  init(
    _ editor: SyntaxEditor, and more: Consequence? = nil, review reasons: [String] = [],
    imports: Set<String> = []
  ) {
    self.init(Consequence(editor, and: more, review: reasons), imports: imports)
  }

  /// The same with one reason at the most.
  init(
    _ editor: SyntaxEditor, and more: Consequence? = nil, review reason: String?,
    imports: Set<String> = []
  ) {
    self.init(editor, and: more, review: reason.map { [$0] } ?? [], imports: imports)
  }
}

extension FileContext {
  /// What becomes of a place where new code is put, and nothing else.
  func replacing(
    _ node: Node, with code: Code, review reasons: [String] = [], imports: Set<String> = []
  ) -> TransformOutcome {
    var editor = editor
    editor.replace(node, with: code)
    return TransformOutcome(editor, review: reasons, imports: imports)
  }

  /// What becomes of a name that a library's declaration takes the place of, and of nothing else.
  func renaming(_ match: Match, to name: String) -> TransformOutcome {
    renaming(match.replaced, to: spelling(of: name, replacing: match))
  }

  /// The same with the new name as it is written.
  func renaming(
    _ name: ByteRange, to spelling: String, imports: Set<String> = []
  ) -> TransformOutcome {
    var editor = editor
    editor.rename(name, to: spelling)
    return TransformOutcome(editor, imports: imports)
  }
}
