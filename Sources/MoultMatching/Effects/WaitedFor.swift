import MoultSemantics
import MoultSyntax

// What somebody waits for must not end before what it has begun: no task may take a part of it.

extension FileContext {
  /// Whether the call that a closure is given to runs it, or has it run, for somebody who waits for the end of it: the function itself,
  /// or another closure of the call that a function of the project runs behind it, such as a completion.
  ///
  /// - Complexity: O(*n*) in the body of that function.
  func waits(forClosure closure: Node) -> Bool {
    guard let call = closure.callGiven else { return false }
    if call.callee.map({ waitingFunctions.contains($0.name) }) == true { return true }
    guard let function = semantics.symbol(of: call), let own = parameter(taking: closure),
      let body = function.declaration?.body, let home = context(of: body),
      let symbol = home.semantics.symbol(of: own)
    else { return false }
    let others = call.valuesGiven.filter { $0 != closure && $0.kind != .nilLiteral }
      .compactMap { parameterTaking($0, of: function, in: call)?.declaration }
      .compactMap { home.semantics.symbol(of: $0) }
      .filter { if case .function = $0.type.fullyUnwrapped { true } else { false } }
    guard !others.isEmpty else { return false }
    let runs = home.semantics.references(to: symbol).filter {
      body.range.contains($0.range.lowerBound)
    }
    return others.contains { other in
      home.semantics.references(to: other).contains { use in
        runs.contains { use.isBehindStatement(of: $0) }
      }
    }
  }
}

extension Node {
  /// Whether a node stands in a statement behind that of another, in the block of that one.
  fileprivate func isBehindStatement(of other: Node) -> Bool {
    guard
      let item = ([other] + other.ancestors).first(where: {
        $0.parent?.kind.holdsStatements == true
      }),
      let block = item.parent
    else { return false }
    return block.items.contains {
      $0.range.lowerBound >= item.range.upperBound && $0.range.contains(range.lowerBound)
    }
  }

  /// Whether the block around an expression has something to do when it ends, which would then be done too early.
  var hasDeferredAround: Bool {
    for node in ancestors {
      if node.kind == .codeBlock || node.kind == .closure,
        node.items.contains(where: { $0.kind == .deferStmt })
      {
        return true
      }
      if node.kind == .closure || node.kind == .functionDecl { return false }
    }
    return false
  }
}

private let waitingFunctions: Set<String> = [
  "sync", "asyncAndWait", "concurrentPerform", "DispatchWorkItem", "withLock", "withLockUnchecked",
]
