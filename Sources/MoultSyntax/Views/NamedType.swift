/// A type that is spelled by its name: `T`, `A.T`, `T<U>`.
package struct NamedType: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .identifierType || node.kind == .memberType else { return nil }
    self.node = node
  }

  /// The last component.
  package var name: String { node.name }

  /// What stands before the last point; nil for a name of one component.
  package var base: Node? {
    guard node.kind == .memberType, let first = node.children.first, first.kind.isType else {
      return nil
    }
    return first
  }

  package var genericArguments: GenericArguments? { node.first(GenericArguments.self) }
}

/// `<A, B>` behind a type or an expression.
package struct GenericArguments: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .genericArgumentClause else { return nil }
    self.node = node
  }

  package var first: Node? { node.children.first }

  package var last: Node? { node.children.last }
}
