import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The declarations that must stand before a call now, because its handler uses what they declare.
struct HoistedDeclarations {
  private let runs: [ItemRun]

  /// - Parameter locals: what the handler uses; of these those move that are declared behind the call.
  init(_ locals: [Symbol], before statement: Node, _ file: FileContext) throws(Refusal) {
    var declarations: [Node] = []
    for local in locals {
      guard let place = local.declaration?.range.lowerBound, place > statement.range.lowerBound
      else { continue }
      let declaration = try Self.declaration(of: local, beside: statement, file)
      if !declarations.contains(declaration) { declarations.append(declaration) }
    }
    declarations.sort { $0.range.lowerBound < $1.range.lowerBound }
    runs = declarations.compactMap { ItemRun([$0]) }
  }

  /// The declarations, with the comments that stand on them.
  var items: [Code] { runs.map { .form(.items($0)) } }

  /// Takes them away where they stand.
  func remove(_ editor: inout SyntaxEditor) {
    for run in runs { editor.remove(run) }
  }

  private static func declaration(
    of local: Symbol, beside statement: Node, _ file: FileContext
  ) throws(Refusal) -> Node {
    let step = Refusal(
      "declare '\(local.name)' before the call whose handler uses it, then run the fix again")
    guard let binding = local.declaration?.ancestors.first(where: { $0.kind == .variableDecl }),
      binding.parent == statement.parent, binding.bindings.count == 1
    else { throw step }
    // What its value depends on may be computed between the call and it.
    if let value = binding.bindings[0].initialValue {
      for node in value.descendants() where node.kind == .declReference {
        guard let symbol = file.semantics.symbol(of: node), let own = symbol.declaration,
          own.tree === file.tree
        else { continue }
        if symbol.kind == .local, own.range.lowerBound > statement.range.lowerBound { throw step }
      }
      guard !value.descendants().contains(where: { $0.kind == .tryExpr }) else { throw step }
    }
    return binding
  }
}
