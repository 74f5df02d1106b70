import MoultSyntax

/// One type of a hierarchy, with what its generic parameters stand for there.
struct HierarchyPlace {
  let symbol: Symbol
  let substitution: Substitution
}

/// An answer that may be missing.
enum Certainty: Sendable {
  case yes
  case no
  case unknown
}

extension Resolver {
  /// The superclass, the protocols and the raw type that a type and its extensions write, as far as they are known.
  func inheritedTypes(of symbol: Symbol) -> [SemanticType] {
    if let known = symbol.inheritance { return known + inheritanceAddedToShared(symbol) }
    guard symbol.kind.isNominalType, inheritanceInProgress.insert(symbol).inserted else {
      return []
    }
    defer { inheritanceInProgress.remove(symbol) }
    var result: [SemanticType] = []
    if let declaration = symbol.node, let file = table.file(of: symbol) {
      result += writtenInheritance(of: declaration, in: file)
    }
    if !isBinding {
      for place in table.extensions[symbol] ?? [] {
        result += writtenInheritance(of: place.node, in: table.files[place.file])
      }
      // A protocol may also name its parents in its where clause: `where Self: P`.
      if inheritanceInProgress.count == 1 { symbol.resolveInheritance(result) }
    }
    return result
  }

  /// What later extensions add to a type that other tables have as well, and which is resolved without them: the
  /// project's, and those of interfaces to what is built in.
  private func inheritanceAddedToShared(_ symbol: Symbol) -> [SemanticType] {
    if let known = addedInheritance[symbol] { return known }
    guard !isBinding, let resolved = table.filesResolved(with: symbol),
      let last = table.extensions[symbol]?.last, last.file >= resolved,
      inheritanceInProgress.insert(symbol).inserted
    else { return [] }
    defer { inheritanceInProgress.remove(symbol) }
    let added = (table.extensions[symbol] ?? []).filter { $0.file >= resolved }
      .flatMap { writtenInheritance(of: $0.node, in: table.files[$0.file]) }
    // Within another question a part of the answer may be missing.
    if inheritanceInProgress.count == 1 { addedInheritance[symbol] = added }
    return added
  }

  private func writtenInheritance(of node: Node, in file: FileContext) -> [SemanticType] {
    guard let clause = node.child(.inheritanceClause) else { return [] }
    var result: [SemanticType] = []
    for inherited in clause.children {
      guard let type = inherited.isTypeNode ? inherited : inherited.firstTypeChild,
        type.kind != .suppressedType
      else { continue }
      let written = writtenType(type, in: file)
      if case .composition(let types) = written { result += types } else { result.append(written) }
    }
    return result
  }

  /// The types that a type's members come from: itself first, then what it inherits, breadth first.
  func hierarchy(of type: SemanticType) -> [HierarchyPlace] {
    let isOfPlace = !placeRequirements.isEmpty && type.nominalSymbol == nil
    if !isOfPlace, let known = hierarchies[type] { return known }
    var result: [HierarchyPlace] = []
    var visited: Set<Symbol> = []
    var queue = roots(of: type)
    var next = 0
    // No program inherits from so many types; bad input may, and every type would list them all.
    while next < queue.count, result.count < 256 {
      let current = queue[next]
      next += 1
      guard case .nominal(let symbol, let arguments) = current, visited.insert(symbol).inserted
      else { continue }
      var substitution = Substitution()
      for (index, parameter) in allGenerics(of: symbol).enumerated() {
        if index < arguments.count {
          substitution.types[parameter] = arguments[index]
        } else if symbol.kind != .protocolType {
          substitution.types[parameter] = .unknown
        }
      }
      if let parameter = table.selfParameters[symbol] { substitution.types[parameter] = type }
      result.append(HierarchyPlace(symbol: symbol, substitution: substitution))
      for inherited in inheritedTypes(of: symbol) {
        for root in roots(of: substitute(substitution, in: inherited)) {
          // The raw type of an enumeration gives no members.
          if case .nominal(let parent, _) = root, parent.kind == .structure, !parent.isExternal {
            continue
          }
          queue.append(root)
        }
      }
    }
    // Within another question a part of the answer may be missing.
    if !isBinding, !isOfPlace, inheritanceInProgress.isEmpty, constraintsInProgress.isEmpty,
      openRequirements == 0
    {
      hierarchies[type] = result
    }
    return result
  }

  /// The nominal types whose members a type has.
  private func roots(of type: SemanticType, depth: Int = 0) -> [SemanticType] {
    guard depth < 8 else { return [] }
    switch type {
    case .nominal: return [type]
    case .optional(let wrapped):
      return table.standard("Optional").map { [.nominal($0, [wrapped])] } ?? []
    case .genericParameter(let symbol):
      return constraints(of: symbol).flatMap { roots(of: $0, depth: depth + 1) }
    case .dependentMember(_, let symbol):
      return (constraints(of: symbol) + demands(on: type))
        .flatMap { roots(of: $0, depth: depth + 1) }
    case .composition(let types): return types.flatMap { roots(of: $0, depth: depth + 1) }
    case .unknown, .function, .tuple, .metatype: return []
    }
  }

  /// What a generic parameter, an associated type or `Self` is known to conform to.
  func constraints(of symbol: Symbol) -> [SemanticType] {
    guard let parent = symbol.parent ?? localOwners[symbol] else { return [] }
    if symbol.name == "Self", symbol.node == nil { return [.nominal(parent, [])] }
    guard let file = table.file(of: symbol), let declaration = symbol.node else { return [] }
    // 'P: Sequence<P.Element>' asks about itself, and is answered without what stands between the angle brackets.
    guard constraintsInProgress.insert(symbol).inserted else {
      return declaration.inheritedOrBound.flatMap { typesWithoutArguments($0, in: file) }
        + requirementsWithoutArguments(of: parent)
        .filter { $0.subject == .genericParameter(symbol) }.map(\.object)
    }
    defer { constraintsInProgress.remove(symbol) }
    var result: [SemanticType] = []
    if symbol.kind == .associatedType {
      result = writtenInheritance(of: declaration, in: file)
    } else if let bound = declaration.firstTypeChild {
      let type = writtenType(bound, in: file)
      if case .composition(let types) = type { result = types } else { result = [type] }
    }
    for requirement in requirements(of: parent) + placeRequirements {
      switch requirement.subject {
      case .genericParameter(symbol), .dependentMember(_, symbol):
        if case .composition(let types) = requirement.object {
          result += types
        } else {
          result.append(requirement.object)
        }
      default: continue
      }
    }
    if result.isEmpty, symbol.kind == .genericParameter { result = impliedConstraints(of: symbol) }
    return result
  }

  /// What the owner of `C` says that `C.Item` is or conforms to: `where C.Item == Cat`.
  private func demands(on type: SemanticType) -> [SemanticType] {
    var base = type
    while case .dependentMember(let outer, _) = base { base = outer }
    guard case .genericParameter(let parameter) = base,
      let owner = parameter.parent ?? localOwners[parameter]
    else { return [] }
    return requirements(of: owner).filter { $0.subject == type }.map(\.object)
  }

  /// The conformances that a declaration's where clause demands of its own parameters, without generic arguments.
  func requirementsWithoutArguments(of owner: Symbol) -> [GenericRequirement] {
    guard let file = table.file(of: owner), let clause = owner.node?.child(.genericWhereClause)
    else { return [] }
    return clause.children.compactMap { requirement in
      let types = requirement.children.filter(\.isTypeNode)
      guard requirement.kind == .genericRequirement, requirement.name != "==", types.count == 2,
        types[0].kind == .identifierType
      else { return nil }
      return GenericRequirement(
        subject: writtenType(types[0], in: file), isEquality: false,
        object: .composition(typesWithoutArguments(types[1], in: file)))
    }
  }

  /// The types of the names that a type node joins by `&`, without their generic arguments.
  private func typesWithoutArguments(_ node: Node, in file: FileContext) -> [SemanticType] {
    switch node.kind {
    case .identifierType:
      typeName(node.name, arguments: [], at: node, in: file.seen(at: node)).map { [$0.type] } ?? []
    case .compositionType, .attributedType, .someOrAnyType:
      node.children.flatMap { typesWithoutArguments($0, in: file) }
    default: []
    }
  }

  /// What a parameter must conform to because it is an argument of a generic type in its function's signature.
  private func impliedConstraints(of symbol: Symbol) -> [SemanticType] {
    guard let owner = symbol.parent ?? localOwners[symbol], owner.kind.isCallable,
      let file = table.file(of: owner), impliedInProgress.insert(symbol).inserted
    else { return [] }
    defer { impliedInProgress.remove(symbol) }
    for parameter in owner.parameters {
      guard var node = parameter.node?.firstTypeChild else { continue }
      while let inner = node.children.last(where: \.isTypeNode),
        [.attributedType, .optionalType, .metatype, .someOrAnyType].contains(node.kind)
          || node.kind == .memberType && node.name == "Type"
      { node = inner }
      guard let clause = node.child(.genericArgumentClause),
        let place = clause.children.firstIndex(where: {
          $0.kind == .identifierType && $0.name == symbol.name
        }), let generic = writtenName(node, in: file)?.resolution.single
      else { continue }
      let own = generics(of: generic)
      guard own.indices.contains(place) else { continue }
      let found = constraints(of: own[place])
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Reads the where clause of a type or a function.
  func findRequirements(of owner: Symbol) -> [GenericRequirement] {
    guard let declaration = owner.node, let file = table.file(of: owner),
      let clause = declaration.child(.genericWhereClause)
    else { return [] }
    return requirements(in: clause, file)
  }

  func requirements(in clause: Node, _ file: FileContext) -> [GenericRequirement] {
    clause.children.compactMap { requirement in
      let types = requirement.children.filter(\.isTypeNode)
      guard requirement.kind == .genericRequirement, types.count == 2 else { return nil }
      return GenericRequirement(
        subject: writtenType(types[0], in: file), isEquality: requirement.name == "==",
        object: writtenType(types[1], in: file))
    }
  }

  /// Whether values of `symbol` are values of `ancestor`, a class or a protocol.
  func isSubtype(_ symbol: Symbol, of ancestor: Symbol) -> Certainty {
    if symbol == ancestor { return .yes }
    return isSubtype(.nominal(symbol, []), of: ancestor)
  }

  func isSubtype(_ type: SemanticType, of ancestor: Symbol) -> Certainty {
    if ancestor.module == "Swift", ancestor.name == "AnyObject" || ancestor.name == "Sendable" {
      return .unknown
    }
    var answer = Certainty.no
    for place in hierarchy(of: type) {
      if place.symbol == ancestor { return .yes }
      if place.symbol.isExternal || inheritsUnknown(place.symbol) { answer = .unknown }
    }
    return answer
  }

  /// Whether something that a type inherits is not known.
  func inheritsUnknown(_ symbol: Symbol) -> Bool {
    inheritedTypes(of: symbol).contains { $0.isUnknown || $0.nominalSymbol?.isExternal == true }
  }

  /// The type of the raw values of an enumeration, or unknown.
  func rawType(of symbol: Symbol) -> SemanticType {
    guard symbol.kind == .enumeration, let declaration = symbol.node,
      let file = table.file(of: symbol),
      let first = writtenInheritance(of: declaration, in: file).first,
      case .nominal(let raw, _) = first, raw.kind == .structure
    else { return .unknown }
    return first
  }
}

extension Node {
  /// The types in the inheritance clause of an associated type, or the bound of a generic parameter.
  fileprivate var inheritedOrBound: [Node] {
    guard let clause = child(.inheritanceClause) else { return [firstTypeChild].compactMap(\.self) }
    return clause.children.compactMap { $0.isTypeNode ? $0 : $0.firstTypeChild }
  }
}
