extension Resolver {
  /// Whether a value of one type can stand where the other is wanted.
  func isConvertible(_ type: SemanticType, to wanted: SemanticType, depth: Int = 0) -> Certainty {
    if type.isUnknown || wanted.isUnknown || depth > 8 { return .unknown }
    if type == wanted { return .yes }
    switch (type, wanted) {
    case (.genericParameter, .nominal(let other, _)), (.dependentMember, .nominal(let other, _)):
      // It has what its constraints say; without any it may have been constrained out of sight.
      guard !hierarchy(of: type).isEmpty else { return .unknown }
      if other.kind == .structure || other.kind == .enumeration {
        return other.name == "AnyHashable" ? .unknown : .no
      }
      return other.kind == .protocolType ? isSubtype(type, of: other) : .unknown
    case (_, .genericParameter), (_, .dependentMember), (.genericParameter, _),
      (.dependentMember, _):
      return .unknown
    case (.optional(let inner), .optional(let other)):
      return isConvertible(inner, to: other, depth: depth + 1)
    case (_, .optional(let other)): return isConvertible(type, to: other, depth: depth + 1)
    case (.optional, .nominal(let symbol, _)):
      return symbol.kind == .protocolType ? .unknown : .no
    case (.optional, _): return .no
    case (.nominal(let symbol, let own), .nominal(let other, let others)):
      if symbol == other {
        return zip(own, others).contains {
          isConvertible($0, to: $1, depth: depth + 1) == .no
        }
          ? .no
          : own.contains(where: \.isOpen) || others.contains(where: \.isOpen) ? .unknown : .yes
      }
      if isInterchangeable(symbol, other) { return .unknown }
      if symbol.isExternal || other.isExternal { return .unknown }
      return isSubtype(type, of: other)
    case (_, .composition(let parts)):
      let answers = parts.map { isConvertible(type, to: $0, depth: depth + 1) }
      if answers.contains(.no) { return .no }
      return answers.contains(.unknown) ? .unknown : .yes
    case (.composition(let parts), _):
      let answers = parts.map { isConvertible($0, to: wanted, depth: depth + 1) }
      return answers.contains(.yes) ? .yes : .unknown
    case (.function(let own, let result, _, _), .function(let others, let other, _, _)):
      guard own.count == others.count else { return .no }
      for (mine, theirs) in zip(own, others)
      where isConvertible(theirs, to: mine, depth: depth + 1) == .no { return .no }
      if other == .void { return .unknown }
      return isConvertible(result, to: other, depth: depth + 1) == .no ? .no : .unknown
    case (.tuple(let own), .tuple(let others)):
      guard own.count == others.count else { return .no }
      for (mine, theirs) in zip(own, others)
      where isConvertible(mine.type, to: theirs.type, depth: depth + 1) == .no { return .no }
      return .unknown
    case (.metatype(let own), .metatype(let other)):
      return isConvertible(own, to: other, depth: depth + 1)
    case (_, .nominal(let other, _)) where other.kind == .protocolType: return .unknown
    case (.nominal, _), (.function, _), (.tuple, _), (.metatype, _), (.unknown, _): return .no
    }
  }

  /// Types between which the compiler converts on its own.
  private func isInterchangeable(_ first: Symbol, _ second: Symbol) -> Bool {
    let pair: Set<String> = [first.name, second.name]
    return pair == ["Double", "CGFloat"] || first.isPointer || second.isPointer
      || pair.contains("AnyHashable")
  }

  /// Finds what the free parameters inside `parameter` stand for if `type` is passed.
  func unify(
    _ parameter: SemanticType, with type: SemanticType, binding free: Set<Symbol>,
    _ bindings: inout Substitution, depth: Int = 0
  ) {
    if free.isEmpty || type.isUnknown || depth > 12 { return }
    switch (parameter, type) {
    case (.genericParameter(let symbol), _):
      guard free.contains(symbol) else { return }
      if let bound = bindings.types[symbol], !bound.containsUnknown { return }
      bindings.types[symbol] = type
    case (.optional(let inner), .optional(let other)):
      unify(inner, with: other, binding: free, &bindings, depth: depth + 1)
    case (.optional(let inner), _):
      unify(inner, with: type, binding: free, &bindings, depth: depth + 1)
    case (.nominal(let symbol, let arguments), .nominal(let other, let others)):
      var found = others
      if symbol != other {
        guard let place = hierarchy(of: type).first(where: { $0.symbol == symbol }) else { return }
        found = allGenerics(of: symbol).map { place.substitution.types[$0] ?? .unknown }
      }
      for (mine, theirs) in zip(arguments, found) {
        unify(mine, with: theirs, binding: free, &bindings, depth: depth + 1)
      }
    case (.function(let own, let result, _, _), .function(let others, let other, _, _)):
      for (mine, theirs) in zip(own, others) {
        unify(mine, with: theirs, binding: free, &bindings, depth: depth + 1)
      }
      unify(result, with: other, binding: free, &bindings, depth: depth + 1)
    case (.tuple(let own), .tuple(let others)) where own.count == others.count:
      for (mine, theirs) in zip(own, others) {
        unify(mine.type, with: theirs.type, binding: free, &bindings, depth: depth + 1)
      }
    case (.metatype(let own), .metatype(let other)):
      unify(own, with: other, binding: free, &bindings, depth: depth + 1)
    default: return
    }
  }

  /// Replaces the parameters that stayed free by what is not known.
  func closed(_ type: SemanticType, _ free: Set<Symbol>) -> SemanticType {
    guard !free.isEmpty else { return type }
    switch type {
    case .genericParameter(let symbol): return free.contains(symbol) ? .unknown : type
    case .dependentMember(let base, let member):
      let inner = closed(base, free)
      return inner.isUnknown ? .unknown : .dependentMember(inner, member)
    case .nominal(let symbol, let arguments):
      return .nominal(symbol, arguments.map { closed($0, free) })
    case .optional(let wrapped): return .optional(closed(wrapped, free))
    case .metatype(let instance): return .metatype(closed(instance, free))
    case .tuple(let elements):
      return .tuple(
        elements.map { TupleElement(label: $0.label, type: closed($0.type, free)) })
    case .function(let parameters, let result, let isThrowing, let isAsync):
      return .function(
        parameters.map { closed($0, free) }, result: closed(result, free), isThrowing: isThrowing,
        isAsync: isAsync)
    case .composition(let types): return .composition(types.map { closed($0, free) })
    case .unknown: return type
    }
  }

  /// The type of the values that a `for` loop over `type` visits.
  func element(of type: SemanticType, isAsync: Bool) -> SemanticType {
    for place in hierarchy(of: type) {
      let symbol = place.symbol
      guard let named = table.members[symbol]?["Element"].first(where: { $0.kind.isType }) else {
        if let own = generics(of: symbol).first(where: { $0.name == "Element" }) {
          return place.substitution.types[own] ?? .unknown
        }
        continue
      }
      if named.kind == .associatedType {
        if let bound = place.substitution.types[named] { return bound }
        let found = witness(for: named, in: type)
        if !found.isUnknown { return found }
        continue
      }
      return substitute(place.substitution, in: makeType(named, []))
    }
    return .unknown
  }
}

extension Symbol {
  /// `UnsafePointer` and its kin, which arrays, strings and `&` values become; buffers do not.
  fileprivate var isPointer: Bool {
    name.hasPrefix("Unsafe") && name.hasSuffix("Pointer") && !name.contains("Buffer")
  }
}
