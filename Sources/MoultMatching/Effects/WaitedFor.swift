import MoultSyntax

// What somebody waits for must not end before what it has begun: no task may take a part of it.

extension Node {
  /// Whether a call runs a closure, or has it run, for somebody who waits for the end of it.
  var waitsForClosure: Bool { callee.map { waitingFunctions.contains($0.name) } ?? false }

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
