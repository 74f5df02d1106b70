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
    // What else is done with it may run it as well.
    if runs.contains(where: { !$0.isCalledOrGiven }) { return true }
    return others.contains { other in
      home.semantics.references(to: other).contains { use in
        runs.contains { use.isBehindStatement(of: $0) }
      }
    }
  }
}

extension Node {
  /// Whether a name is called, or given to a call.
  fileprivate var isCalledOrGiven: Bool {
    var node = self
    while let parent = node.parent, [.optionalChaining, .forceUnwrap].contains(parent.kind) {
      node = parent
    }
    return node.parent?.kind == .argument || node.parent?.callee == node
  }

  /// Whether a node stands in a statement behind one that another stands in, or in a `defer` of a block around that.
  fileprivate func isBehindStatement(of other: Node) -> Bool {
    func isInside(_ node: Node) -> Bool { node.range.contains(range.lowerBound) }
    return ([other] + other.ancestors).prefix { $0.kind != .functionDecl }.contains { item in
      guard let block = item.parent, block.kind.holdsStatements else { return false }
      return block.items.contains { other in
        (other.range.lowerBound >= item.range.upperBound || other.kind == .deferStmt)
          && isInside(other)
      }
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
