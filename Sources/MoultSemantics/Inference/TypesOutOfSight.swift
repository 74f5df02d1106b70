package import MoultSyntax

extension FileSemantics {
  /// Returns whether an expression names a type that nothing in sight declares, as far as its capital letter tells.
  package func namesTypeOutOfSight(_ expression: Node) -> Bool {
    var part: Node? = expression
    while let current = part {
      switch current.kind {
      case .declReference, .memberAccess:
        guard current.name.first?.isUppercase == true, candidates(of: current).isEmpty else {
          return false
        }
        part = current.base
      case .genericSpecialization: part = current.children.first
      default: return false
      }
    }
    return true
  }

  /// Returns whether the type of a value goes by a name that nothing in sight declares: it is written so, or the value is made
  /// by a call of such a name.
  ///
  /// The type of a library that the file sees is known by its name. So it is none of these, but may descend from one.
  package func isOfTypeOutOfSight(_ expression: Node) -> Bool {
    var current = expression
    for _ in 0..<32 {
      switch current.kind {
      case .optionalChaining, .forceUnwrap, .tryExpr, .awaitExpr:
        guard let inner = current.firstExpressionChild else { return false }
        current = inner
      case .functionCall:
        return current.children.first.map { namesTypeOutOfSight($0) } ?? false
      case .declReference, .memberAccess:
        guard let symbol = symbol(of: current), case .project = symbol.origin,
          !symbol.hasPropertyWrapper, let declaration = symbol.node
        else { return false }
        if let written = writtenType(of: declaration) {
          return resolver.table.file(of: symbol).map { isOutOfSight(written, in: $0) } ?? false
        }
        guard declaration.tree === tree, declaration.kind == .identifierPattern,
          let value = initialValue(of: declaration), value.parent?.kind == .initializerClause
        else { return false }
        current = value
      default: return false
      }
    }
    return false
  }

  private func isOutOfSight(_ written: Node, in file: FileContext) -> Bool {
    switch written.kind {
    case .optionalType, .implicitlyUnwrappedType, .someOrAnyType, .attributedType:
      written.firstTypeChild.map { isOutOfSight($0, in: file) } ?? false
    case .identifierType, .memberType: resolver.writtenName(written, in: file) == nil
    default: false
    }
  }
}
