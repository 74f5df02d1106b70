import MoultSyntax

/// What a name in a type's place was found to mean.
struct TypeName {
  let resolution: NameResolution
  /// The type, generic parameters of enclosing types standing for themselves.
  let type: SemanticType
}

extension Resolver {
  /// Returns what an unqualified type name means at `node`, as Swift looks for it: outwards.
  func typeName(
    _ name: String, arguments: [SemanticType], at node: Node, in file: FileContext
  ) -> TypeName? {
    let mayBeNested = table.nestedTypeNames.contains(name)
    var child = node
    for ancestor in node.ancestors {
      if let found = typeName(
        name, arguments, at: node, in: ancestor, from: child, mayBeNested, file)
      {
        return found
      }
      child = ancestor
    }
    guard let found = globalName(name, .types, in: file) else { return nil }
    guard let symbol = found.single ?? sameDeclaration(found.symbols) else {
      return TypeName(resolution: found, type: .unknown)
    }
    return TypeName(resolution: found, type: makeType(symbol, arguments))
  }

  /// Returns the generic parameter, or the type declared in a body, that `name` means at `node`.
  func localTypeName(_ name: String, at node: Node, in file: FileContext) -> Symbol? {
    for ancestor in node.ancestors {
      switch ancestor.kind {
      case .codeBlock, .closure, .accessorBlock, .switchCase:
        let key = NodeKey(file: file.index, node: ancestor.id)
        if let symbol = table.localTypes[key]?[name] { return symbol }
      case .functionDecl, .initializerDecl, .subscriptDecl, .structDecl, .classDecl, .enumDecl,
        .actorDecl, .extensionDecl:
        guard let owner = symbol(of: ancestor, in: file) else { continue }
        if let found = generics(of: owner).first(where: { $0.name == name }) { return found }
      default: continue
      }
    }
    return nil
  }

  /// Looks into one enclosing node, which was reached through its child `child`.
  ///
  /// - Parameter mayBeNested: whether some type has a type of that name.
  private func typeName(
    _ name: String, _ arguments: [SemanticType], at node: Node, in ancestor: Node,
    from child: Node, _ mayBeNested: Bool, _ file: FileContext
  ) -> TypeName? {
    switch ancestor.kind {
    case .functionDecl, .initializerDecl, .subscriptDecl, .macroDecl, .typealiasDecl:
      guard let owner = symbol(of: ancestor, in: file) else { return nil }
      return genericParameter(name, of: owner)
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
      guard let owner = symbol(of: ancestor, in: file) else { return nil }
      if let found = genericParameter(name, of: owner) { return found }
      if ancestor.kind == .extensionDecl, let found = outerParameter(name, of: owner) {
        return found
      }
      if name == "Self" {
        let type = selfReference(of: owner)
        return TypeName(resolution: NameResolution(symbols: [owner], source: .member), type: type)
      }
      // The inheritance clause is looked up outside of what it makes, and so are bounds of parameters.
      if child.kind == .inheritanceClause || child.kind == .genericParameterClause
        || child.isTypeNode
      {
        return nil
      }
      if mayBeNested,
        let found = memberType(name, arguments, of: selfType(of: owner), seenFrom: file)
      {
        return found
      }
      if mayBeNested, child.kind != .genericWhereClause || !isInRequirementOfSelf(node),
        let found = memberTypeOfBound(name, arguments, in: ancestor, file)
      {
        return found
      }
      guard name == owner.name, !isBinding || ancestor.kind != .extensionDecl else { return nil }
      let type = arguments.isEmpty ? selfType(of: owner) : makeType(owner, arguments)
      return TypeName(resolution: NameResolution(symbols: [owner], source: .member), type: type)
    case .codeBlock, .closure, .accessorBlock, .switchCase:
      let key = NodeKey(file: file.index, node: ancestor.id)
      guard let symbol = table.localTypes[key]?[name] else { return nil }
      let resolution = NameResolution(symbols: [symbol], source: .local)
      return TypeName(resolution: resolution, type: makeType(symbol, arguments))
    default: return nil
    }
  }

  /// Whether a type stands in `Self: P` of a where clause, which is looked up without what it demands itself.
  private func isInRequirementOfSelf(_ node: Node) -> Bool {
    let requirement = node.ancestors.first { $0.parent?.kind == .genericWhereClause }
    return requirement?.children.first { $0.isTypeNode }?.name == "Self"
  }

  /// What is declared `where Self: P` sees the types of `P`, in what else its where clause demands as well.
  private func memberTypeOfBound(
    _ name: String, _ arguments: [SemanticType], in declaration: Node, _ file: FileContext
  ) -> TypeName? {
    for requirement in declaration.genericRequirements {
      let types = requirement.children.filter(\.isTypeNode)
      guard types.count == 2, types[0].kind == .identifierType, types[0].name == "Self" else {
        continue
      }
      let bound = writtenType(types[1], in: file)
      let bounds = if case .composition(let parts) = bound { parts } else { [bound] }
      for bound in bounds {
        if let found = memberType(name, arguments, of: bound, seenFrom: file) { return found }
      }
    }
    return nil
  }

  /// An extension of a nested type sees the parameters of the types around that type.
  private func outerParameter(_ name: String, of owner: Symbol) -> TypeName? {
    guard let outer = owner.parent, outer.kind.isNominalType else { return nil }
    return genericParameter(name, of: outer) ?? outerParameter(name, of: outer)
  }

  private func genericParameter(_ name: String, of owner: Symbol) -> TypeName? {
    guard owner.kind != .protocolType,
      let symbol = generics(of: owner).first(where: { $0.name == name })
    else { return nil }
    let resolution = NameResolution(symbols: [symbol], source: .local)
    return TypeName(resolution: resolution, type: .genericParameter(symbol))
  }

  /// Returns the nested type `name` of a type, inherited ones included.
  func memberType(
    _ name: String, _ arguments: [SemanticType], of base: SemanticType, seenFrom file: FileContext
  ) -> TypeName? {
    for place in hierarchy(of: base) {
      let nested = table.members[place.symbol]?[name].filter {
        $0.kind.isType && !($0.isFilePrivate && $0.file != file.index)
      }
      guard let nested, let symbol = nested.first else { continue }
      let resolution = NameResolution(symbols: [symbol], source: .member)
      if symbol.kind == .associatedType {
        return TypeName(resolution: resolution, type: witness(for: symbol, in: base))
      }
      let type = substitute(place.substitution, in: makeType(symbol, arguments))
      return TypeName(resolution: resolution, type: type)
    }
    return nil
  }

  /// Makes a type of a type symbol and its written arguments.
  func makeType(_ symbol: Symbol, _ arguments: [SemanticType]) -> SemanticType {
    switch symbol.kind {
    case .structure, .classType, .enumeration, .protocolType, .actor:
      if symbol.module == "Swift", symbol.name == "Optional" {
        return .optional(arguments.first ?? .unknown)
      }
      let outer = symbol.parent.map { allGenerics(of: $0) } ?? []
      if outer.isEmpty { return .nominal(symbol, arguments) }
      let own =
        arguments.isEmpty ? generics(of: symbol).map { _ in SemanticType.unknown } : arguments
      return .nominal(symbol, outer.map { .genericParameter($0) } + own)
    case .typeAlias:
      var substitution = Substitution()
      substitution.bind(generics(of: symbol), to: arguments)
      return substitute(substitution, in: declaredType(symbol))
    case .associatedType, .genericParameter: return declaredType(symbol)
    case .module, .function, .initializer, .subscript, .property, .enumCase,
      .operatorFunction, .local, .macro:
      return .unknown
    }
  }

  /// The generic parameters of a type and of the types around it, the outermost first.
  func allGenerics(of symbol: Symbol) -> [Symbol] {
    guard symbol.kind.isNominalType, symbol.kind != .protocolType else {
      return generics(of: symbol)
    }
    guard let parent = symbol.parent, parent.kind != .module else { return generics(of: symbol) }
    return allGenerics(of: parent) + generics(of: symbol)
  }

  /// The type of `self` inside the members of a type.
  func selfType(of symbol: Symbol) -> SemanticType {
    switch symbol.kind {
    case .protocolType:
      return table.selfParameters[symbol].map { .genericParameter($0) } ?? .unknown
    case .typeAlias: return declaredType(symbol)
    case .structure, .enumeration, .classType, .actor:
      if symbol.module == "Swift", symbol.name == "Optional" {
        return .optional(generics(of: symbol).first.map { .genericParameter($0) } ?? .unknown)
      }
      return .nominal(symbol, allGenerics(of: symbol).map { .genericParameter($0) })
    case .module, .associatedType, .genericParameter, .function, .initializer, .subscript,
      .property, .enumCase, .operatorFunction, .local, .macro:
      return .unknown
    }
  }

  /// The type that `Self` stands for in a signature: whatever the receiver is.
  func selfReference(of symbol: Symbol) -> SemanticType {
    table.selfParameters[symbol].map { .genericParameter($0) } ?? selfType(of: symbol)
  }

  /// One symbol for declarations that only branches of `#if` tell apart.
  func sameDeclaration(_ symbols: [Symbol]) -> Symbol? {
    guard let first = symbols.first else { return nil }
    return symbols.allSatisfy { $0.qualifiedName == first.qualifiedName } ? first : nil
  }
}
