import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Calls of what exists twice, once as a function that suspends.
extension EffectClimb {
  /// Awaits the calls in a function that becomes async of which the compiler takes the one that suspends from now on.
  ///
  /// - Complexity: O(*n*) in the nodes of the function.
  mutating func needTwins(in function: Node) {
    guard let file = context(of: function) else { return }
    for call in function.descendants
    where call.kind == .functionCall && call.functionAround == function {
      guard let effects = effectsOfTwin(call, file) else { continue }
      let around = surroundings(of: call, in: file)
      // What no `await` may stand in keeps the one that does not suspend.
      guard around.autoclosure == nil, around.barriers.allSatisfy({ !$0.effects.contains(.async) })
      else { continue }
      need(effects, at: call)
    }
  }

  /// What a function of the same name and parameters does that suspends, where the one that is called does not.
  private func effectsOfTwin(_ call: Node, _ file: FileContext) -> Effects? {
    guard let symbol = file.semantics.symbol(of: call), symbol.kind == .function, !symbol.isAsync,
      let owner = symbol.parent
    else { return nil }
    let twin = file.model.declaredMembers(of: owner, named: symbol.name).first {
      $0.isAsync && $0.isStatic == symbol.isStatic && $0.parameterLabels == symbol.parameterLabels
        && zip($0.parameterTypes, symbol.parameterTypes).allSatisfy(takeTheSame)
    }
    return twin.map { $0.isThrowing && !symbol.isThrowing ? [.async, .throwing] : .async }
  }
}

/// Whether two parameters take the same argument.
///
/// Of two that take a closure, the compiler prefers that of the closure's own type.
private func takeTheSame(_ first: SemanticType, _ second: SemanticType) -> Bool {
  switch (first, second) {
  case (.genericParameter, .genericParameter): true
  case (.nominal(let symbol, _), .nominal(let other, _)): symbol == other
  default: first == second
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
