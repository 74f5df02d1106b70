extension Resolver {
  /// What an associated type stands for in a type that conforms to its protocol.
  func witness(for member: Symbol, in base: SemanticType) -> SemanticType {
    switch base {
    case .unknown: return .unknown
    case .genericParameter, .dependentMember: return .dependentMember(base, member)
    case .nominal, .optional, .function, .tuple, .metatype, .composition: break
    }
    guard witnessDepth < 8 else { return .unknown }
    witnessDepth += 1
    defer { witnessDepth -= 1 }
    let places = hierarchy(of: base)
    for place in places {
      if let bound = place.substitution.types[member], place.symbol == member.parent {
        return bound
      }
      if let parameter = generics(of: place.symbol).first(where: { $0.name == member.name }) {
        if let bound = place.substitution.types[parameter] { return bound }
      }
      let named = table.members[place.symbol]?[member.name].first {
        $0.kind.isType && $0.kind != .associatedType
      }
      if let named { return substitute(place.substitution, in: makeType(named, [])) }
    }
    return inferredWitness(for: member, in: base, places)
  }

  /// Finds an associated type as the compiler does: by what meets the requirements that mention it.
  private func inferredWitness(
    for member: Symbol, in base: SemanticType, _ places: [HierarchyPlace]
  ) -> SemanticType {
    for place in places where place.symbol.kind == .protocolType {
      for requirement in table.members[place.symbol]?.all ?? [] {
        guard !requirement.isFromExtension, !requirement.kind.isType,
          !requirement.isStatic
        else { continue }
        let pattern = type(of: requirement)
        guard mentions(member, pattern) else { continue }
        for meeting in concreteMembers(requirement, in: places) {
          if let found = part(member, of: pattern, in: type(of: meeting)), !found.isOpen {
            return found
          }
        }
      }
    }
    return member.name == "Element" ? iteratedElement(of: base) : .unknown
  }

  /// What `next()` gives, of the type itself or of its iterator.
  private func iteratedElement(of base: SemanticType) -> SemanticType {
    for name in ["next", "makeIterator", "makeAsyncIterator"] {
      for found in members(name, of: base, .instance, seenFrom: nil)
      where found.symbol.parent?.kind != .protocolType && found.symbol.parameters.isEmpty {
        guard case .function(_, let result, _, _) = type(of: found) else { continue }
        if name == "next" { return result.unwrapped }
        for next in members("next", of: result, .instance, seenFrom: nil) {
          if case .function(_, let element, _, _) = type(of: next), !element.isOpen {
            return element.unwrapped
          }
        }
      }
    }
    return .unknown
  }

  private func concreteMembers(_ requirement: Symbol, in places: [HierarchyPlace]) -> [Member] {
    var result: [Member] = []
    for place in places where place.symbol.kind != .protocolType {
      for symbol in table.members[place.symbol]?[requirement.name] ?? []
      where symbol.kind == requirement.kind && symbol.parameterLabels == requirement.parameterLabels
      {
        result.append(Member(symbol: symbol, substitution: place.substitution))
      }
    }
    return result
  }

  private func mentions(_ member: Symbol, _ type: SemanticType) -> Bool {
    switch type {
    case .unknown, .genericParameter: false
    case .dependentMember(let base, let symbol): symbol == member || mentions(member, base)
    case .nominal(_, let arguments): arguments.contains { mentions(member, $0) }
    case .optional(let inner), .metatype(let inner): mentions(member, inner)
    case .function(let parameters, let result, _, _):
      mentions(member, result) || parameters.contains { mentions(member, $0) }
    case .tuple(let elements): elements.contains { mentions(member, $0.type) }
    case .composition(let types): types.contains { mentions(member, $0) }
    }
  }

  /// Returns what stands in `type` where `pattern` has the associated type.
  private func part(
    _ member: Symbol, of pattern: SemanticType, in type: SemanticType
  ) -> SemanticType? {
    switch (pattern, type) {
    case (.dependentMember(.genericParameter, member), _): return type
    case (.optional(let inner), .optional(let other)): return part(member, of: inner, in: other)
    case (.nominal(let symbol, let own), .nominal(let other, let others)) where symbol == other:
      return firstPart(member, own, others)
    case (.function(let own, let result, _, _), .function(let others, let other, _, _)):
      return part(member, of: result, in: other) ?? firstPart(member, own, others)
    case (.tuple(let own), .tuple(let others)):
      return firstPart(member, own.map(\.type), others.map(\.type))
    default: return nil
    }
  }

  private func firstPart(
    _ member: Symbol, _ patterns: [SemanticType], _ types: [SemanticType]
  ) -> SemanticType? {
    for (pattern, type) in zip(patterns, types) {
      if let found = part(member, of: pattern, in: type) { return found }
    }
    return nil
  }
}
