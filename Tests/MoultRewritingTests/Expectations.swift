import MoultRewriting
import MoultSource
import MoultSyntax
import Testing

/// Returns the tree of `text`.
func parsed(_ text: String) -> SyntaxTree {
  parse(SourceText(path: "Test.swift", bytes: Array(text.utf8)))
}

/// Checks what becomes of `before` after changes that find their places themselves.
func expectRewrite(
  _ before: String, _ after: String, _ settings: LayoutSettings = LayoutSettings(),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ change: (SyntaxTree, inout SyntaxEditor) throws -> Void
) rethrows {
  let tree = parsed(before)
  var editor = SyntaxEditor(tree, SourceLayout(tree, settings))
  try change(tree, &editor)
  let bytes = applying(editor.edits, to: tree.source.bytes)
  let text = bytes.map { String(decoding: $0, as: UTF8.self) }
  #expect(text == after, sourceLocation: sourceLocation)
}

extension SyntaxTree {
  /// The first node of a view, in post-order.
  func first<View: SyntaxView>(_ view: View.Type) throws -> View {
    try #require(root.descendants.lazy.compactMap { View($0) }.first { _ in true })
  }

  /// The first node that is spelled so, and the largest of those that are spelled the same.
  func node(_ text: String) throws -> Node {
    let found = try #require(root.descendants.first { $0.text == text && !$0.isEmpty })
    return found.ancestors.prefix { $0.range == found.range }.reversed().first ?? found
  }
}

extension SyntaxTree {
  /// In post-order, so that the outermost of a statement is the last.
  var calls: [Node] { root.descendants.filter { $0.kind == .functionCall } }
}
