import MoultSyntax

/// A statement that leaves what is done with a message of a stream.
struct LoopExit {
  enum Kind {
    /// The next message is taken.
    case next
    /// No more are.
    case `break`
    case `return`(value: Expr?)
    /// To something outside that has a label.
    case elsewhere
  }

  let kind: Kind
  let statement: Node

  /// Whether the function around the loop is left with it.
  var returns: Bool {
    if case .return = kind { true } else { false }
  }

  /// Whether it gives no value to whom it leaves for.
  var leavesWithoutValue: Bool {
    if case .return(let value) = kind { value == nil } else { true }
  }

  /// Returns the statements that leave what a loop does with a message, in source order.
  ///
  /// - Parameter loop: with its label.
  static func all(of items: [Node], in loop: Node) -> [LoopExit] {
    ownDescendants(of: items).compactMap { node -> LoopExit? in
      if let leaving = ReturnStmt(node) {
        return LoopExit(kind: .return(value: leaving.value), statement: node)
      }
      guard node.kind == .breakStmt || node.kind == .continueStmt else { return nil }
      let target = node.targetOfJump
      if let target, items.contains(where: { target.isInside($0) }) { return nil }
      guard let target, target == loop || target.parent == loop else {
        return LoopExit(kind: .elsewhere, statement: node)
      }
      return LoopExit(kind: node.kind == .breakStmt ? .break : .next, statement: node)
    }.sorted { $0.statement.range.lowerBound < $1.statement.range.lowerBound }
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
