package import MoultSemantics
package import MoultSource
package import MoultSyntax

/// What a rule sees of the one file that it judges.
///
/// Used by one task only.
package struct FileContext {
  package let tree: SyntaxTree
  package let semantics: FileSemantics
  package let model: ProjectModel

  /// Who uses what in the whole project; empty until a fix asks.
  package let calls: CallGraph

  /// What the project decides about the options of rule families.
  package let options: OptionValues

  package init(
    tree: SyntaxTree, semantics: FileSemantics, model: ProjectModel, calls: CallGraph,
    options: OptionValues = OptionValues()
  ) {
    self.tree = tree
    self.semantics = semantics
    self.model = model
    self.calls = calls
    self.options = options
  }

  package var source: SourceText { tree.source }
}

extension SyntaxTree {
  /// Returns whether a comment lies in the range.
  package func holdsComment(in range: ByteRange) -> Bool { !commentRanges(in: range).isEmpty }
}
