/// `switch subject { case …: … default: … }`, as a statement or an expression.
package struct SwitchExpr: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .switchExpr else { return nil }
    self.node = node
  }

  package var subject: Expr? { node.child(at: 0, Expr.self) }

  /// The cases that stand under no `#if`.
  package var cases: ChildViews<SwitchCase> { ChildViews(of: node) }

  /// Whether some of the cases are compiled under a condition.
  package var hasConditionalCases: Bool { node.child(.ifConfig) != nil }
}

/// A case of a `switch`, with what is done in it.
package struct SwitchCase: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .switchCase else { return nil }
    self.node = node
  }

  package var label: Label {
    guard let label = node.child(.switchCaseLabel) else {
      return .default(node.child(.switchDefaultLabel))
    }
    return .items(label)
  }

  /// What the label takes; none for `default`.
  package var caseItems: ChildViews<SwitchCaseItem> {
    ChildViews(of: node.child(.switchCaseLabel))
  }

  package var items: ChildViews<BlockItem> { ChildViews(of: node) }

  /// What stands before the colon.
  package enum Label: Hashable, Sendable {
    /// `case a, b:`
    case items(Node)
    /// `default:`; nil for a label that is missing.
    case `default`(Node?)
  }
}

/// One pattern of a case's label, with its `where`.
package struct SwitchCaseItem: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .switchCaseItem else { return nil }
    self.node = node
  }

  package var pattern: PatternSyntax? { node.first(PatternSyntax.self) }

  package var whereCondition: Expr? { Expr(of: node.whereCondition) }
}

/// A pattern, in a declaration, a condition, a loop or a case.
package enum PatternSyntax: SyntaxView {
  case identifier(Node)
  case wildcard(Node)
  /// `let pattern`
  case binding(Node, Introducer)
  case tuple(Node)
  case expression(Node, Expr)
  case typeTest(Node)
  /// A pattern whose expression is missing.
  case missing(Node)

  package init?(_ node: Node) {
    guard node.kind.isPattern else { return nil }
    switch node.kind {
    case .identifierPattern: self = .identifier(node)
    case .wildcardPattern: self = .wildcard(node)
    case .valueBindingPattern: self = .binding(node, Introducer(of: node))
    case .tuplePattern: self = .tuple(node)
    case .isTypePattern: self = .typeTest(node)
    default: self = node.first(Expr.self).map { .expression(node, $0) } ?? .missing(node)
    }
  }

  package var node: Node {
    switch self {
    case .identifier(let node), .wildcard(let node), .binding(let node, _), .tuple(let node),
      .expression(let node, _), .typeTest(let node), .missing(let node):
      node
    }
  }

  /// Whether every value matches: `_`, `let x`; a tuple of such patterns is not looked into.
  package var takesEverything: Bool {
    switch self {
    case .identifier, .wildcard: true
    case .binding(let node, _): node.child(.identifierPattern) != nil
    case .expression(_, let expression): expression.node.kind == .discardAssignment
    case .tuple, .typeTest, .missing: false
    }
  }
}

/// A case without its type as a pattern, and what it binds: `.name`, `.name(_)`, `.name(let x)`, `let .name(x)`.
package struct CasePattern: Hashable, Sendable {
  /// What the case is called.
  package let name: String

  /// The word before the name that is bound.
  package let introducer: Introducer?

  /// The name that is bound; `_` where none is.
  package let bound: String

  /// - Parameter pattern: of a `case` or a condition.
  /// - Returns: nil for a case of more than one value, or of one with a label, and for all other patterns.
  package init?(_ pattern: PatternSyntax?) {
    guard let taken = CaseOfValues(pattern), taken.bound.count <= 1 else { return nil }
    (name, introducer, bound) = (taken.name, taken.introducer, taken.bound.first ?? "_")
  }
}

/// A case without its type as a pattern, and what it binds of several values: `.name(let x, _)`, `let .name(x, y)`.
package struct CaseOfValues: Hashable, Sendable {
  /// What the case is called.
  package let name: String

  /// The word before the names that are bound: `var` if it stands before one.
  package let introducer: Introducer?

  /// What is bound, in the order of the values; `_` where nothing is.
  package let bound: [String]

  /// - Parameter pattern: of a `case` or a condition.
  /// - Returns: nil for a case whose values have labels or are compared, and for all other patterns.
  package init?(_ pattern: PatternSyntax?) {
    var (place, introducer) = (pattern, Introducer?.none)
    if case .binding(let node, let word)? = pattern {
      (place, introducer) = (node.first(PatternSyntax.self), word)
    }
    let isAround = introducer != nil
    guard case .expression(_, let expression)? = place else { return nil }
    var (called, bound) = (Expr?.some(expression), [String]())
    if case .call(let call) = expression {
      called = call.called
      for held in call.arguments {
        guard held.label == nil, case .pattern(let node) = held.value else { return nil }
        switch node.first(PatternSyntax.self) {
        case .wildcard?: bound.append("_")
        case .identifier(let name)? where isAround: bound.append(name.name)
        case .binding(let node, let word)? where !isAround:
          guard let name = node.child(.identifierPattern) else { return nil }
          introducer = introducer == .var ? .var : word
          bound.append(name.name)
        default: return nil
        }
      }
    }
    // What binds a name is no value, so what stands before the case is its type.
    guard case .member(let member)? = called,
      member.base == nil || bound.contains(where: { $0 != "_" })
    else { return nil }
    (name, self.introducer, self.bound) = (member.name, introducer, bound)
  }
}
