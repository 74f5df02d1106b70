import MoultRewriting
package import MoultSemantics
import MoultSyntax

/// Calls of what exists twice, once as a function that suspends.
extension EffectClimb {
  /// Awaits the calls in a function that becomes async of which the compiler takes the one that suspends from now on.
  ///
  /// - Complexity: O(*n*) in the nodes of the function for who asks first, and in these calls from then on: each old call of a
  ///   function asks.
  mutating func needTwins(in function: Node) {
    guard let file = context(of: function) else { return }
    let calls = file.calls.twins(in: function) {
      function.descendants.compactMap { call in
        guard call.kind == .functionCall, call.functionAround == function else { return nil }
        return effectsOfTwin(call, file).map { TwinCall(call: call, effects: $0) }
      }
    }
    for twin in calls {
      let around = surroundings(of: twin.call, in: file)
      // What no `await` may stand in keeps the one that does not suspend.
      guard around.autoclosure == nil, around.barriers.allSatisfy({ !$0.effects.contains(.async) })
      else { continue }
      need(twin.effects, at: twin.call)
    }
  }

  /// What the twin does that suspends, where the function that is called does not.
  private func effectsOfTwin(_ call: Node, _ file: FileContext) -> Effects? {
    guard let symbol = file.semantics.symbol(of: call) else { return nil }
    return asyncTwin(of: symbol, in: file.model).map {
      $0.isThrowing && !symbol.isThrowing ? [.async, .throwing] : .async
    }
  }
}

/// Returns the function of the same type, name and parameters that suspends; nil for one that suspends itself.
package func asyncTwin(of function: Symbol, in model: ProjectModel) -> Symbol? {
  guard function.kind == .function, !function.isAsync, let owner = function.parent else {
    return nil
  }
  return model.declaredMembers(of: owner, named: function.name).first {
    $0.isAsync && $0.isStatic == function.isStatic
      && $0.parameterLabels == function.parameterLabels
      && zip($0.parameterTypes, function.parameterTypes).allSatisfy(takeTheSame)
  }
}

/// A call of what exists twice, and what the one does that suspends.
struct TwinCall: Sendable {
  let call: Node
  let effects: Effects
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
