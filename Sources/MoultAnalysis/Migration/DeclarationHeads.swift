import MoultSource
import MoultSyntax

extension Node {
  /// The names of the declaration whose head a node is in; none for one in a body, and for what other files cannot see.
  var namesOfDeclarationAround: [String] {
    declarationByHead.map { $0.isHidden ? [] : $0.declaredNames } ?? []
  }

  /// The innermost declaration with a name whose head a node is in: a type, a signature, the type of a property; nil in a body.
  var declarationByHead: Node? {
    let way = [self] + ancestors
    let isInBody = way.contains { node in
      node.kind == .codeBlock || node.kind == .closure || node.kind == .accessorBlock
    }
    return isInBody ? nil : way.first { !$0.declaredNames.isEmpty }
  }

  /// The identifiers of a declaration outside of its body, its own name among them.
  var identifiersOfHead: Set<String> {
    let bodies: Set<NodeKind> = [.memberBlock, .codeBlock, .accessorBlock]
    let end =
      children.first { bodies.contains($0.kind) }?.tokenIDs.lowerBound ?? tokenIDs.upperBound
    return tree.identifiers(in: tokenIDs.lowerBound..<end)
  }

  /// The names by which other files mention a declaration; none of what is no declaration.
  private var declaredNames: [String] {
    switch kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl,
      .functionDecl, .enumCaseElement:
      [name]
    case .variableDecl: descendants.filter { $0.kind == .identifierPattern }.map(\.name)
    case .extensionDecl: children.first { $0.kind.isType }.map { [$0.name] } ?? []
    // Whoever calls an initialiser or a subscript mentions its type.
    default: []
    }
  }

  private var isHidden: Bool {
    modifierNames.contains { $0 == "private" || $0 == "fileprivate" }
  }
}

extension SyntaxTree {
  /// The identifiers of a file, each once.
  var identifiers: Set<String> { identifiers(in: tokens.indices) }

  fileprivate func identifiers(in range: Range<Int>) -> Set<String> {
    Set(
      range.lazy.filter { self.tokens[$0].kind == .identifier }
        .map { self.text(of: TokenID(rawValue: UInt32($0))) })
  }
}
