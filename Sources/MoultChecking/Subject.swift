import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The file that is checked, with what its imports leave open.
struct Subject {
  let file: FileContext

  /// The modules that the file sees and nobody described as a whole, sorted.
  let openModules: [String]

  /// Those of them that come with no system, and may pass on what other libraries declare.
  let foreignModules: [String]

  /// The modules of eras that the run leads away from.
  let left: Set<String>

  init(_ file: FileContext, leaving left: Set<String>) {
    self.file = file
    self.left = left
    openModules = file.semantics.visibleModules.filter { module in
      !isWholeModule(module, of: file.model)
    }.sorted()
    foreignModules = openModules.filter {
      !isPlatformModule($0) && file.model.library(ofModule: $0) == nil
    }
  }

  /// Whether the module of the file imports one of an era that the run leads away from: what its names will be is open.
  var isOnTheWay: Bool {
    left.contains { model.module(semantics.module, imports: $0) }
      || !model.modulesBehindBridges(of: semantics.module).isEmpty
  }

  /// Whether a symbol is about to be something else: it is of an era that is left, or a generator makes it again.
  func isInFlux(_ symbol: Symbol) -> Bool {
    if left.contains(symbol.module) || model.isOfOlderEra(symbol) { return true }
    // What the compiler adds to a type is as sure as the type.
    guard let owner = symbol.parent, owner.kind.isNominalType else { return symbol.isGenerated }
    return isInFlux(owner)
  }

  var semantics: FileSemantics { file.semantics }
  var model: ProjectModel { file.model }

  /// Every node of the file, children before parents.
  var nodes: some Sequence<Node> { file.tree.root.descendants }

  /// An error at the token that names the node: of a call, the name of what is called.
  func error(
    _ kind: DefiniteError.Kind, at node: Node, _ message: String, missingImport: String? = nil
  ) -> DefiniteError {
    DefiniteError(
      kind: kind, path: file.source.path, range: node.namingNode.mainToken.range, message: message,
      missingImport: missingImport)
  }
}

extension Node {
  /// The node whose main token names what the node is about.
  var namingNode: Node {
    var node = self
    while let callee = node.calledExpression { node = callee }
    return node
  }

  /// Whether a macro reads what stands here, and may make anything of it; closures included.
  var isInMacro: Bool {
    ancestors.contains { $0.kind == .macroExpansion || $0.kind == .attribute }
  }

  /// The type or extension that a member stands in.
  var container: Node? {
    ancestors.first { $0.kind.isNominalType || $0.kind == .extensionDecl }
  }

  /// Whether only one branch of an `#if` has it.
  var isConditional: Bool { ancestors.contains { $0.kind == .ifConfigClause } }
}
