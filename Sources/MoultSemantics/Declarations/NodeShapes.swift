package import MoultSyntax

// What the contract of `NodeKind` says about the children of a node, as properties.
extension Node {
  var isTypeNode: Bool {
    let kind = kind
    return kind.rawValue >= NodeKind.identifierType.rawValue
      && kind.rawValue <= NodeKind.missingType.rawValue
  }

  var isPatternNode: Bool {
    let kind = kind
    return kind.rawValue >= NodeKind.identifierPattern.rawValue
      && kind.rawValue <= NodeKind.isTypePattern.rawValue
  }

  var isExpressionNode: Bool {
    let kind = kind
    if kind == .ifExpr || kind == .switchExpr || kind == .doStmt { return true }
    if kind == .ifConfig { return continuesExpression }
    return kind.rawValue >= NodeKind.integerLiteral.rawValue
      && kind.rawValue <= NodeKind.missingExpr.rawValue
  }

  /// Whether an `#if` goes on with the expression before it.
  private var continuesExpression: Bool {
    children.first.map { $0.kind != .ifConfigClause } ?? false
  }

  /// The children of one kind, in source order.
  func children(_ kind: NodeKind) -> [Node] { children.filter { $0.kind == kind } }

  var firstTypeChild: Node? { firstChild(from: .identifierType, through: .missingType) }
  var firstPatternChild: Node? { firstChild(from: .identifierPattern, through: .isTypePattern) }
  var firstExpressionChild: Node? { children.first { $0.isExpressionNode } }

  func hasModifier(_ name: String) -> Bool {
    children.contains { $0.kind == .modifier && $0.name == name }
  }

  func hasAttribute(_ name: String) -> Bool {
    children.contains { $0.kind == .attribute && $0.name == name }
  }

  /// The type of a `: T`, an `= T` or an `-> T` that is a child of this node.
  func typeChild(of kind: NodeKind) -> Node? { child(kind)?.firstTypeChild }

  /// Declares a type with members: no extension, and no `typealias`.
  package var isTypeDeclaration: Bool {
    let kind = kind
    return kind.isMemberContainer && kind != .extensionDecl
  }

  /// A declaration whose body holds members.
  var isMemberContainer: Bool { kind.isMemberContainer }

  /// The nearest declaration around it whose body holds members.
  var memberContainer: Node? { firstAncestor { $0.isMemberContainer } }

  /// The parameters of a function, an initialiser, a subscript, a macro, a case or a closure signature.
  var parameterNodes: [Node] {
    let clause = child(.functionSignature)?.child(.parameterClause) ?? child(.parameterClause)
    guard let clause else { return [] }
    return clause.children.filter { $0.kind == .parameter }
  }

  var effectsNode: Node? { child(.functionSignature)?.child(.effects) ?? child(.effects) }

  var returnTypeNode: Node? {
    (child(.functionSignature)?.child(.returnClause) ?? child(.returnClause))?.firstTypeChild
  }

  /// The text of the token after the main token, without back-ticks.
  var secondName: String? {
    let next = Int(record.mainToken) + 1
    guard next < Int(record.endToken) else { return nil }
    let text = tree.text(of: TokenID(rawValue: UInt32(next)))
    guard text.utf8.count > 2, text.utf8.first == UInt8(ascii: "`") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The token before the first child, if it lies inside the node.
  func tokenText(before child: Node) -> String? {
    let index = Int(child.record.firstToken) - 1
    guard index >= Int(record.firstToken) else { return nil }
    return tree.text(of: TokenID(rawValue: UInt32(index)))
  }

  /// The members of a type's or an extension's braces, the branches of `#if` included.
  package var memberNodes: [Node] {
    guard let block = child(.memberBlock) else { return [] }
    var result: [Node] = []
    block.appendItems(to: &result)
    return result
  }

  /// The items of a block, the branches of `#if` included, in source order.
  package var itemNodes: [Node] {
    var result: [Node] = []
    appendItems(to: &result)
    return result
  }

  private func appendItems(to result: inout [Node]) {
    let isClause = kind == .ifConfigClause
    for child in children {
      guard child.kind == .ifConfig, !child.continuesExpression else {
        if !isClause || !child.isConditionOfClause { result.append(child) }
        continue
      }
      for clause in child.children where clause.kind == .ifConfigClause {
        clause.appendItems(to: &result)
      }
    }
  }

  /// The condition of an `#if` or `#elseif`, which is no item.
  var isConditionOfClause: Bool {
    guard isExpressionNode, let parent, parent.kind == .ifConfigClause else { return false }
    return parent.name != "#else" && parent.children.first == self
  }
}

extension NodeKind {
  fileprivate var isMemberContainer: Bool {
    switch self {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: true
    default: false
    }
  }
}
