import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Calls of what exists twice, once as a function that suspends.
extension EffectClimb {
  /// Marks the calls in a function that becomes async where the compiler takes the one that suspends from now on.
  ///
  /// - Complexity: O(*n*) in the nodes of the function.
  mutating func awaitTwins(in function: Node) {
    guard let file = context(of: function) else { return }
    for call in function.descendants
    where call.kind == .functionCall && call.functionAround == function && hasTwin(call, file) {
      let around = surroundings(of: call, in: file)
      // What no `await` may stand in keeps the one that does not suspend.
      guard around.autoclosure == nil, around.barriers.allSatisfy({ !$0.effects.contains(.async) })
      else { continue }
      mark(call, .async, around, file)
    }
  }

  private func hasTwin(_ call: Node, _ file: FileContext) -> Bool {
    guard let symbol = file.semantics.symbol(of: call), symbol.kind == .function, !symbol.isAsync,
      let owner = symbol.parent
    else { return false }
    return file.model.declaredMembers(of: owner, named: symbol.name).contains {
      $0.isAsync && $0.isStatic == symbol.isStatic && $0.parameterLabels == symbol.parameterLabels
    }
  }
}

extension Node {
  /// The function, closure or accessor in whose body something stands itself.
  var functionAround: Node? {
    ancestors.first { around in
      switch around.kind {
      case .functionDecl, .initializerDecl, .closure, .accessorDecl, .deferStmt: true
      default: false
      }
    }
  }
}
