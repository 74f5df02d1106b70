import MoultSyntax

extension Resolver {
  /// Returns the type that a type node writes.
  func writtenType(_ node: Node, in file: FileContext, depth: Int = 0) -> SemanticType {
    guard depth < 48 else { return .unknown }
    func inner(_ node: Node?) -> SemanticType {
      node.map { writtenType($0, in: file, depth: depth + 1) } ?? .unknown
    }
    switch node.kind {
    case .identifierType, .memberType: return writtenName(node, in: file, depth)?.type ?? .unknown
    case .optionalType, .implicitlyUnwrappedType: return .optional(inner(node.children.first))
    case .arrayType: return standardType("Array", [inner(node.children.first)])
    case .dictionaryType:
      guard node.children.count == 2 else { return .unknown }
      return standardType("Dictionary", [inner(node.children[0]), inner(node.children[1])])
    case .metatype: return .metatype(inner(node.children.first))
    case .tupleType: return tupleType(node, in: file, depth)
    case .functionType: return functionType(node, in: file, depth)
    case .attributedType, .someOrAnyType: return inner(node.children.last { $0.isTypeNode })
    case .compositionType: return composition(node.children.map { inner($0) })
    case .classRestrictionType: return standardType("AnyObject", [])
    // `~Copyable`, packs and inline arrays take no part in what is inferred here.
    default: return .unknown
    }
  }

  /// Returns what the name of an `identifierType` or a `memberType` was found to be.
  func writtenName(_ node: Node, in file: FileContext, _ depth: Int = 0) -> TypeName? {
    guard depth < 48 else { return nil }
    let file = file.seen(at: node)
    let arguments = genericArguments(node, in: file, depth)
    guard node.kind == .memberType else {
      if node.name == "Any" { return nil }
      return typeName(node.name, arguments: arguments, at: node, in: file)
    }
    guard let baseNode = node.children.first else { return nil }
    if node.name == "Type" || node.name == "Protocol" {
      guard let base = writtenName(baseNode, in: file, depth + 1) else { return nil }
      return TypeName(resolution: base.resolution, type: .metatype(base.type))
    }
    if baseNode.kind == .identifierType || baseNode.kind == .memberType {
      let base = writtenName(baseNode, in: file, depth + 1)
      let found =
        base.map { memberType(node.name, arguments, of: $0.type, seenFrom: file) }
        ?? qualifiedName(node, baseNode, arguments, in: file)
      return found
        ?? earlierType(node.name, arguments, nestedIn: baseNode, base?.resolution, in: file)
    }
    let base = writtenType(baseNode, in: file, depth: depth + 1)
    return memberType(node.name, arguments, of: base, seenFrom: file)
  }

  /// The types between the angle brackets that follow a name.
  func genericArguments(_ node: Node, in file: FileContext, _ depth: Int = 0) -> [SemanticType] {
    guard let clause = node.child(.genericArgumentClause) else { return [] }
    return clause.children.map {
      $0.isTypeNode ? writtenType($0, in: file, depth: depth + 1) : .unknown
    }
  }

  /// `Module.Name`.
  private func qualifiedName(
    _ node: Node, _ base: Node, _ arguments: [SemanticType], in file: FileContext
  ) -> TypeName? {
    guard base.kind == .identifierType, let module = moduleSymbol(base.name, in: file),
      let symbol = moduleMembers(base.name, node.name, .types).first
    else { return nil }
    let resolution = NameResolution(symbols: [symbol], source: module.source)
    return TypeName(resolution: resolution, type: makeType(symbol, arguments))
  }

  /// What `module.name` can mean, re-exports included.
  func moduleMembers(_ module: String, _ name: String, _ space: NameSpace) -> [Symbol] {
    var visited: Set<String> = []
    var queue = [module]
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      guard visited.insert(current).inserted, let scope = table.modules[current] else { continue }
      let found = scope.members[name].filter { space == .values || $0.kind.isType }
      if !found.isEmpty { return found }
      queue += scope.exports
    }
    return []
  }

  func standardType(_ name: String, _ arguments: [SemanticType]) -> SemanticType {
    table.standard(name).map { makeType($0, arguments) } ?? .unknown
  }

  func composition(_ types: [SemanticType]) -> SemanticType {
    let known = types.filter { !$0.isUnknown }
    if known.count == 1, types.count == 1 { return known[0] }
    return .composition(types)
  }

  private func tupleType(_ node: Node, in file: FileContext, _ depth: Int) -> SemanticType {
    let elements = node.children.filter { $0.kind == .tupleTypeElement }
    let types = elements.map { element in
      TupleElement(
        label: element.flags.contains(.labeled) && element.name != "_" ? element.name : nil,
        type: element.firstTypeChild.map { writtenType($0, in: file, depth: depth + 1) } ?? .unknown
      )
    }
    if types.count == 1 { return types[0].type }
    return .tuple(types)
  }

  private func functionType(_ node: Node, in file: FileContext, _ depth: Int) -> SemanticType {
    let parameters = node.child(.tupleType)?.children.filter { $0.kind == .tupleTypeElement } ?? []
    let types = parameters.map { parameter -> SemanticType in
      guard let type = parameter.firstTypeChild else { return .unknown }
      let written = writtenType(type, in: file, depth: depth + 1)
      return parameter.flags.contains(.variadic) ? standardType("Array", [written]) : written
    }
    let effects = node.child(.effects)?.flags ?? []
    let result = node.child(.returnClause)?.firstTypeChild
    return .function(
      types, result: result.map { writtenType($0, in: file, depth: depth + 1) } ?? .unknown,
      isThrowing: effects.contains(.isThrowing), isAsync: effects.contains(.isAsync))
  }
}
