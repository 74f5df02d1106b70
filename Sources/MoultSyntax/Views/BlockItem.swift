/// `{ … }` of a function, a loop, a branch.
package struct StatementBlock: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .codeBlock else { return nil }
    self.node = node
  }

  package var items: ChildViews<BlockItem> { ChildViews(of: node) }
}

/// What can stand in a block of statements.
///
/// `if`, `switch` and `do` are statements here.
package enum BlockItem: SyntaxView {
  case declaration(Declaration)
  case statement(Statement)
  case expression(Expr)
  /// `#if … #endif` around items.
  case conditional(Node)
  /// `#sourceLocation(…)`
  case sourceLocation(Node)
  /// Tokens that fit nowhere.
  case unexpected(Node)

  package init?(_ node: Node) {
    switch node.kind {
    case .ifConfig: self = .conditional(node)
    case .sourceLocation: self = .sourceLocation(node)
    case .unexpected: self = .unexpected(node)
    default:
      if let declaration = Declaration(node) {
        self = .declaration(declaration)
      } else if let statement = Statement(node) {
        self = .statement(statement)
      } else if let expression = Expr(node) {
        self = .expression(expression)
      } else {
        return nil
      }
    }
  }

  package var node: Node {
    switch self {
    case .declaration(let declaration): declaration.node
    case .statement(let statement): statement.node
    case .expression(let expression): expression.node
    case .conditional(let node), .sourceLocation(let node), .unexpected(let node): node
    }
  }

  /// The item that holds a node: the nearest one that is a child of a block of statements or of members.
  package init?(around node: Node) {
    var place = node
    while let parent = place.parent {
      if parent.kind.holdsItems, let item = BlockItem(place) {
        self = item
        return
      }
      place = parent
    }
    return nil
  }
}

extension NodeKind {
  /// Whether children of the node are statements.
  package var holdsStatements: Bool {
    switch self {
    case .codeBlock, .closure, .accessorBlock, .switchCase, .sourceFile, .ifConfigClause: true
    default: false
    }
  }

  /// Whether children of the node are statements or members of a type.
  package var holdsItems: Bool { holdsStatements || self == .memberBlock }
}
