import MoultSource
package import MoultSyntax

/// A Swift file of the project.
package struct ProjectFile: Sendable {
  package let tree: SyntaxTree
  /// The name of the module that the file belongs to.
  package let module: String
  package let isGenerated: Bool

  /// The targets of its module that compile it; nil if the module is one, or nobody says.
  package let place: BuildPlace?

  package init(
    tree: SyntaxTree, module: String, isGenerated: Bool = false, place: BuildPlace? = nil
  ) {
    self.tree = tree
    self.module = module
    self.isGenerated = isGenerated
    self.place = place
  }
}

/// The public declarations of one module in one era, as Swift text.
package struct InterfaceFile: Sendable {
  package let tree: SyntaxTree
  package let module: String
  package let library: String
  package let era: String

  /// Whether it declares again what another interface of the module does, whose declarations stay what they are.
  package let isAddition: Bool

  package init(
    tree: SyntaxTree, module: String, library: String, era: String, isAddition: Bool = false
  ) {
    self.isAddition = isAddition
    self.tree = tree
    self.module = module
    self.library = library
    self.era = era
  }
}

/// Swift text that stands in no file of the project, resolved as if it did.
///
/// What a generator would write, for instance.
package struct SynthesizedSource: Sendable {
  package let tree: SyntaxTree
  package let module: String
  /// Why it exists, as `SymbolOrigin.synthesized` says it.
  package let reason: String

  package init(tree: SyntaxTree, module: String, reason: String) {
    self.tree = tree
    self.module = module
    self.reason = reason
  }

  /// Parses `text`, which goes by the name of `path`.
  package init(path: String, text: String, module: String, reason: String) {
    let source = SourceText(path: path, bytes: Array(text.utf8))
    self.init(tree: parse(source), module: module, reason: reason)
  }
}
