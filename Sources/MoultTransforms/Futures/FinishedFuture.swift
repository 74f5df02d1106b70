import MoultSyntax

/// `loop.makeSucceededFuture(value)`, `loop.makeFailedFuture(error)`, or `loop.makeCompletedFuture(.success(value))` and its like.
struct FinishedFuture {
  /// What it succeeds or fails with.
  let value: Expr
  let fails: Bool

  init?(_ future: Node?) {
    guard let call = CallExpr(of: future), let given = call.onlyArgument?.expression else {
      return nil
    }
    switch call.called?.node.name {
    case "makeSucceededFuture": (value, fails) = (given, false)
    case "makeFailedFuture": (value, fails) = (given, true)
    case "makeCompletedFuture":
      guard let outcome = WrittenResult(given.node) else { return nil }
      (value, fails) = (outcome.value, outcome.fails)
    default: return nil
    }
  }
}

/// `.success(value)` or `.failure(error)`.
struct WrittenResult {
  let value: Expr
  let fails: Bool

  init?(_ result: Node) {
    guard let made = CallExpr(result), case .member(let outcome)? = made.called,
      outcome.base.map({ $0.node.name == "Result" }) ?? true,
      let given = made.onlyArgument?.expression,
      ["success", "failure"].contains(outcome.name)
    else { return nil }
    (value, fails) = (given, outcome.name == "failure")
  }
}
