import MoultSyntax

/// A statement that leaves a loop over messages before they end.
struct LoopExit {
  enum Kind {
    case `break`
    case `return`(value: Expr?)
  }

  let kind: Kind
  let statement: Node

  init(_ kind: Kind, by statement: Node) {
    self.kind = kind
    self.statement = statement
  }

  /// Whether the function around the loop is left with it.
  var returns: Bool {
    switch kind {
    case .return: true
    case .break: false
    }
  }

  /// The statement `call.cancel()` right before it, whose `call` is `reference`.
  func cancellation(of reference: Node) -> Node? {
    guard let member = MemberAccess(of: reference.parent), member.name == "cancel",
      let call = member.call, call.arguments.isEmpty,
      call.node.standsRightBefore(statement)
    else { return nil }
    return call.node
  }
}
