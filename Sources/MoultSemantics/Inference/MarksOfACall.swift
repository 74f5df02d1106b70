import MoultSyntax

/// What stands around a call and tells which of two eras it is of: a `try` of its own, and what is asked of what it gives.
extension FileSemantics {
  /// Whether the constant that keeps what a call gives is asked for a member that the results of some functions have, and those of
  /// others have not.
  func isAsked(_ call: Node, forMembersOf newer: [Member], not earlier: [Member]) -> Bool {
    guard let binding = call.parent?.parent?.parent, binding.kind == .patternBinding,
      let name = binding.pattern?.name, let block = binding.parent?.parent
    else { return false }
    func have(_ member: String, _ members: [Member]) -> Bool {
      members.contains {
        guard case .function(_, let result, _, _) = resolver.type(of: $0) else { return false }
        return !resolver.members(member, of: result, .instance, seenFrom: file).isEmpty
      }
    }
    let asked = block.descendants.filter { node in
      node.kind == .memberAccess && node.base?.kind == .declReference && node.base?.name == name
    }
    return Set(asked.map(\.name)).contains { have($0, newer) && !have($0, earlier) }
  }

  /// Whether nothing but the call stands behind a `try`, and nothing in it is known to throw that would need the mark as well.
  func hasTryOfItsOwn(_ call: Node) -> Bool {
    guard call.parent?.kind == .tryExpr, let called = call.children.first else { return false }
    return !call.children.contains { mayThrow(inside: $0, isBase: $0 == called) }
  }

  /// Whether a part of a call has a `try` of its own, or calls what throws; of what it is called on nobody may know better.
  private func mayThrow(inside node: Node, isBase: Bool) -> Bool {
    if node.kind == .tryExpr {
      return node.flags.isDisjoint(with: [.question, .exclamation])
    }
    if node.kind == .functionCall, let called = node.children.first {
      let symbols = (references[called.id]?.symbols ?? []) + (references[node.id]?.symbols ?? [])
      if symbols.contains(where: \.throwsByItself) || isBase && symbols.isEmpty { return true }
      if case .function(_, _, isThrowing: true, _)? = types[called.id] { return true }
    }
    return node.children.contains {
      mayThrow(inside: $0, isBase: isBase && node.kind != .argumentList)
    }
  }
}
