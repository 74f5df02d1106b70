/// A name that is used as an expression: `x`, `self`, `$0`, `f(a:b:)`.
package struct NameExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .declReference else { return nil }
    self.node = node
  }

  /// Without back-ticks and argument labels.
  package var name: String { node.name }
}

/// `base.name`, or `.name` where the type is known.
package struct MemberAccess: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .memberAccess else { return nil }
    self.node = node
  }

  /// The member that is taken of an expression.
  package init?(on base: Node) {
    guard let parent = base.parent, parent.kind == .memberAccess, parent.base == base else {
      return nil
    }
    node = parent
  }

  /// Nil for an implicit member.
  package var base: Expr? { node.child(at: 0, Expr.self) }

  /// Without back-ticks and argument labels.
  package var name: String { node.name }

  /// The call of the member, if that is what is done with it.
  package var call: CallExpr? {
    guard let call = CallExpr(of: node.parent), call.called?.node == node else { return nil }
    return call
  }
}

extension Expr {
  /// `x` of `x` and of `self.x`; nil for all else.
  package var nameWithoutSelf: String? {
    switch self {
    case .name(let name): name.name
    case .member(let member) where member.base.flatMap({ NameExpr($0.node) })?.name == "self":
      member.name
    default: nil
    }
  }
}
