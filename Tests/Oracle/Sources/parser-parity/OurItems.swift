import MoultSource
import MoultSyntax

/// Returns the items of our tree.
func ourItems(_ tree: SyntaxTree) -> [Item] {
  var paths: [UInt32: String] = [:]
  // Parents are finished after their children, so that backwards each path is there before it is needed.
  return tree.nodes.indices.reversed().compactMap { index -> Item? in
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    let parent = node.record.parent
    let outer = paths[parent] ?? ""
    let name = ourName(node)
    let path: String
    if node.kind.isPath {
      path = outer + "/" + name
      paths[UInt32(index)] = path
    } else {
      path = name
      if !outer.isEmpty { paths[UInt32(index)] = outer }
    }
    guard node.kind.isCompared, !isShapeOnly(node) else { return nil }
    let range = node.range.indices
    // `_` is a pattern here and an expression there, depending on how much is known when it is read.
    let kind = node.kind == .discardAssignment ? .wildcardPattern : node.kind
    return Item(kind: kind, start: range.lowerBound, end: range.upperBound, name: path)
  }
}

extension NodeKind {
  /// Whether declarations inside are named after it.
  var isPath: Bool {
    switch self {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl,
      .typealiasDecl, .associatedTypeDecl, .functionDecl, .initializerDecl, .deinitializerDecl,
      .subscriptDecl, .variableDecl, .enumCaseElement, .operatorDecl, .precedenceGroupDecl,
      .macroDecl:
      true
    default:
      false
    }
  }
}

/// Whether the reference has no node of its own for `node`.
private func isShapeOnly(_ node: Node) -> Bool {
  switch node.kind {
  case .tupleType:
    // The reference hangs the elements on the function type.
    guard let parent = node.parent, parent.kind == .functionType else { return false }
    return parent.children.first?.id == node.id
  case .modifier:
    // The fixity of an operator declaration is a word of its own there.
    return node.parent?.kind == .operatorDecl
  case .functionSignature:
    return node.parent?.kind == .deinitializerDecl
  case .patternExpr:
    return node.children.first?.kind == .wildcardPattern
  case .expressionPattern:
    guard let inner = node.children.first else { return false }
    return inner.kind == .discardAssignment
      || inner.kind == .patternExpr && inner.children.first?.kind == .wildcardPattern
  default:
    return false
  }
}

private func ourName(_ node: Node) -> String {
  let main = node.tree.text(of: node.mainTokenID)
  switch node.kind {
  case .importDecl:
    return node.children.filter { $0.kind == .importPathComponent }
      .map { node.tree.text(of: $0.mainTokenID) }.joined(separator: ".")
  case .extensionDecl:
    return node.children.first { $0.kind.isType }?.text ?? ""
  case .initializerDecl:
    return "init" + mark(node)
  case .deinitializerDecl: return "deinit"
  case .subscriptDecl: return "subscript"
  case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl,
    .associatedTypeDecl, .functionDecl, .variableDecl, .enumCaseElement, .operatorDecl,
    .precedenceGroupDecl, .macroDecl, .accessorDecl, .modifier, .identifierType, .memberType,
    .memberAccess, .declReference, .prefixOperator, .postfixOperator, .binaryOperator,
    .identifierPattern, .valueBindingPattern, .optionalBinding, .macroExpansion, .closureParameter,
    .capture, .genericParameter, .attribute, .ifConfigClause, .someOrAnyType, .labeledClosure,
    .matchingPattern, .genericRequirement, .labeledStmt:
    return main
  case .parameter, .tupleTypeElement:
    guard node.flags.contains(.labeled) else { return "" }
    guard node.flags.contains(.secondName) else { return main }
    return main + " " + node.tree.text(of: TokenID(rawValue: node.record.mainToken + 1))
  case .argument, .tuplePatternElement:
    return node.flags.contains(.labeled) ? main : ""
  case .functionCall, .subscriptCall:
    return node.children.map { child in
      switch child.kind {
      case .argumentList:
        "("
          + child.children.map { argument in
            argument.flags.contains(.labeled)
              ? argument.tree.text(of: argument.mainTokenID) + ":" : "_:"
          }.joined() + ")"
      case .closure where child.id != node.children.first?.id: "{}"
      case .labeledClosure: child.tree.text(of: child.mainTokenID) + ":{}"
      case _: ""
      }
    }.joined()
  case .tryExpr, .asExpr: return mark(node)
  case .effects:
    return (node.flags.contains(.isAsync) ? "async" : "")
      + (node.flags.contains(.isThrowing) ? "throws" : "")
  default:
    return ""
  }
}

private func mark(_ node: Node) -> String {
  node.flags.contains(.question) ? "?" : node.flags.contains(.exclamation) ? "!" : ""
}
