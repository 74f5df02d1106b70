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
    switch originOfType(of: expression) {
    case .made(let callee): namesTypeOutOfSight(callee)
    case .written(let type, let file): resolver.writtenName(type, in: file) == nil
    case nil: false
    }
  }

  /// Returns the name of the type of a value, if nothing in sight declares a type of the name; the project may extend it.
  ///
  /// - Returns: with the call that makes the value, where no type is written.
  package func typeOutOfSight(of expression: Node) -> (name: String, call: Node?)? {
    switch originOfType(of: expression) {
    case .made(let callee):
      var name = callee
      while name.kind == .genericSpecialization, let inner = name.children.first { name = inner }
      guard name.name.first?.isUppercase == true, candidates(of: name).allSatisfy(\.isExternal)
      else { return nil }
      return (name.name, callee.parent)
    case .written(let type, let file):
      let found = resolver.writtenName(type, in: file)?.resolution.symbols ?? []
      return found.allSatisfy(\.isExternal) ? (type.name, nil) : nil
    case nil: return nil
    }
  }

  /// Returns the name of the type of a value, as it is written, if nothing in sight declares it.
  ///
  /// `Shop.Order` of `Shop.Order.with { … }`; what an alias of the project stands for.
  package func nameOfTypeOutOfSight(of expression: Node) -> String? {
    switch originOfType(of: expression) {
    case .made(let called):
      var callee = called
      if callee.name == "with" || callee.name == "init", let base = callee.base { callee = base }
      if namesTypeOutOfSight(callee) { return callee.plainName }
      return symbol(of: callee).flatMap(nameOfTypeOutOfSight(behindAlias:))
    case .written(let type, let file):
      let found = resolver.writtenName(type, in: file)?.resolution.symbols ?? []
      if found.allSatisfy(\.isExternal) { return type.plainName }
      return found.count == 1 ? nameOfTypeOutOfSight(behindAlias: found[0]) : nil
    case nil: return nil
    }
  }

  private func nameOfTypeOutOfSight(behindAlias alias: Symbol) -> String? {
    guard alias.kind == .typeAlias, let type = alias.node?.subjectType,
      let file = resolver.table.file(of: alias)
    else { return nil }
    let found = resolver.writtenName(type, in: file)?.resolution.symbols ?? []
    return found.allSatisfy(\.isExternal) ? type.plainName : nil
  }

  /// Returns the type that is written where a value is given to: at the variable, or for the result of the function that returns it.
  package func writtenType(wantedOf value: Node) -> Node? {
    var part = value
    while let outer = part.parent, outer.kind == .tryExpr || outer.kind == .awaitExpr {
      part = outer
    }
    guard let outer = part.parent else { return nil }
    switch outer.kind {
    case .initializerClause: return outer.parent?.annotatedType
    case .assignment, .binaryOperator:
      guard let assignment = AssignmentExpr(of: outer), assignment.value?.node == part,
        let target = assignment.target?.node, let variable = symbol(of: target),
        let declaration = variable.declaration
      else { return nil }
      return writtenType(of: declaration)
    case .returnStmt: break
    case .codeBlock where outer.children.count == 1: break
    default: return nil
    }
    for ancestor in outer.ancestors {
      switch ancestor.kind {
      case .functionDecl: return ancestor.returnTypeNode
      case .closure, .accessorBlock, .initializerDecl: return nil
      default: continue
      }
    }
    return nil
  }

  /// Where the type of a value is named.
  private enum OriginOfType {
    /// In the call that makes it.
    case made(Node)
    /// At its declaration, or that of the function that returns it, without what is optional.
    case written(Node, FileContext)
  }

  private func originOfType(of expression: Node) -> OriginOfType? {
    var current = expression
    for _ in 0..<32 {
      switch current.kind {
      case .optionalChaining, .forceUnwrap, .tryExpr, .awaitExpr:
        guard let inner = current.firstExpressionChild else { return nil }
        current = inner
      case .functionCall:
        guard let callee = current.children.first else { return nil }
        if let function = symbol(of: callee), function.kind == .function,
          case .project = function.origin, let written = function.node?.returnTypeNode
        {
          return writtenOrigin(written, of: function)
        }
        return .made(callee)
      case .declReference, .memberAccess:
        guard let symbol = symbol(of: current), case .project = symbol.origin,
          !symbol.hasPropertyWrapper, let declaration = symbol.node
        else { return nil }
        if let written = writtenType(of: declaration) {
          return writtenOrigin(written, of: symbol)
        }
        guard declaration.tree === tree, declaration.kind == .identifierPattern,
          let value = initialValue(of: declaration), value.parent?.kind == .initializerClause
        else { return nil }
        current = value
      default: return nil
      }
    }
    return nil
  }

  private func writtenOrigin(_ written: Node, of declared: Symbol) -> OriginOfType? {
    guard let file = resolver.table.file(of: declared), let type = bareType(written) else {
      return nil
    }
    return .written(type, file)
  }

  /// The name that a type is written with, without what is optional, `any` and attributes.
  private func bareType(_ written: Node) -> Node? {
    switch written.kind {
    case .optionalType, .implicitlyUnwrappedType, .someOrAnyType, .attributedType:
      written.firstTypeChild.flatMap(bareType)
    case .tupleType where written.children.count == 1:
      written.children.first?.firstTypeChild.flatMap(bareType)
    case .identifierType, .memberType: written
    default: nil
    }
  }
}

extension Node {
  /// The text of an expression or a type that is nothing but a name: `Shop.Order`, without generic arguments.
  package var plainName: String? {
    switch kind {
    case .declReference: name
    case .identifierType: children.isEmpty ? name : nil
    case .memberAccess, .memberType: children.first?.plainName.map { "\($0).\(name)" }
    case .optionalType, .implicitlyUnwrappedType: children.first?.plainName
    default: nil
    }
  }
}
