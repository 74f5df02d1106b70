import MoultSyntax

extension Resolver {
  /// Resolves the types that a declaration writes.
  func computeSignature(of symbol: Symbol) -> Signature {
    switch symbol.kind {
    case .structure, .classType, .enumeration, .actor:
      return Signature(.metatype(selfType(of: symbol)))
    case .protocolType: return Signature(.metatype(.nominal(symbol, [])))
    case .genericParameter: return Signature(.metatype(.genericParameter(symbol)))
    case .associatedType:
      let base = symbol.parent.map { selfType(of: $0) } ?? .unknown
      return Signature(.metatype(.dependentMember(base, symbol)))
    case .typeAlias: return aliasSignature(of: symbol)
    case .function, .operatorFunction, .initializer, .subscript:
      return functionSignature(of: symbol)
    case .property: return propertySignature(of: symbol)
    case .enumCase: return caseSignature(of: symbol)
    case .module, .macro, .local: return Signature(.unknown)
    }
  }

  private func aliasSignature(of symbol: Symbol) -> Signature {
    guard let file = table.file(of: symbol), let target = symbol.node?.firstTypeChild else {
      return Signature(.unknown)
    }
    return Signature(.metatype(writtenType(target, in: file)))
  }

  private func functionSignature(of symbol: Symbol) -> Signature {
    guard let declaration = symbol.node, let file = table.file(of: symbol) else {
      return Signature(.unknown)
    }
    // What the compiler would write has the type's own node for a declaration.
    if symbol.kind == .initializer, declaration.kind != .initializerDecl {
      return synthesizedInitializer(symbol)
    }
    let parameters = parameterTypes(of: symbol, in: file)
    let result: SemanticType
    if symbol.kind == .initializer {
      let instance = symbol.parent.map { selfReference(of: $0) } ?? .unknown
      result = symbol.isFailable ? .optional(instance) : instance
    } else {
      result = declaration.returnTypeNode.map { writtenType($0, in: file) } ?? .void
    }
    let seen = zip(parameters, symbol.parameters).map { type, parameter in
      parameter.isVariadic ? standardType("Array", [type]) : type
    }
    let type = SemanticType.function(
      seen, result: result, isThrowing: symbol.isThrowing, isAsync: symbol.isAsync)
    return Signature(type, parameterTypes: parameters)
  }

  /// A memberwise initialiser takes the stored properties in order, whatever their types turn out to be.
  private func synthesizedInitializer(_ symbol: Symbol) -> Signature {
    guard let parent = symbol.parent else { return Signature(.unknown) }
    let parameters = symbol.parameters.map { parameter -> SemanticType in
      guard let label = parameter.label,
        let property = table.members[parent]?[label].first(where: { $0.kind == .property })
      else { return parent.kind == .enumeration ? rawType(of: parent) : .unknown }
      // It takes the wrapper or the wrapped value, which only the wrapper tells.
      if property.hasPropertyWrapper { return .unknown }
      if let known = property.knownSignature { return known.type }
      guard !property.isTypedByValue else {
        // Inferring it here would go round in circles wherever a type has a property of its own kind.
        isIncomplete = true
        return .unknown
      }
      return self.type(of: property)
    }
    let instance = selfReference(of: parent)
    let type = SemanticType.function(
      parameters, result: symbol.isFailable ? .optional(instance) : instance, isThrowing: false,
      isAsync: false)
    return Signature(type, parameterTypes: parameters)
  }

  private func propertySignature(of symbol: Symbol) -> Signature {
    if case .synthesized = symbol.origin, let parent = symbol.parent, symbol.node == nil {
      return Signature(synthesizedProperty(symbol.name, of: parent))
    }
    guard let binding = symbol.node, let file = table.file(of: symbol),
      let pattern = binding.firstPatternChild
    else { return Signature(.unknown) }
    let annotation = binding.child(.typeAnnotation) ?? trailingAnnotation(after: binding)
    guard let written = annotation?.firstTypeChild else {
      return Signature(inferProperty?(symbol) ?? .unknown)
    }
    let type = writtenType(written, in: file)
    return Signature(typeOfName(symbol.name, in: pattern, matching: type))
  }

  private func synthesizedProperty(_ name: String, of parent: Symbol) -> SemanticType {
    switch name {
    case "rawValue": rawType(of: parent)
    case "allCases": standardType("Array", [selfType(of: parent)])
    default: .unknown
    }
  }

  /// Returns the part of `type` that the name binds in a pattern of names and tuples.
  func typeOfName(
    _ name: String, in pattern: Node, matching type: SemanticType
  ) -> SemanticType {
    switch pattern.kind {
    case .identifierPattern: return pattern.name == name ? type : .unknown
    case .valueBindingPattern:
      return pattern.firstPatternChild.map { typeOfName(name, in: $0, matching: type) } ?? .unknown
    case .tuplePattern:
      let elements = pattern.children.filter { $0.kind == .tuplePatternElement }
      if elements.count == 1, let only = elements[0].firstPatternChild {
        return typeOfName(name, in: only, matching: type)
      }
      guard case .tuple(let types) = type, types.count == elements.count else { return .unknown }
      for (element, part) in zip(elements, types) {
        guard let inner = element.firstPatternChild else { continue }
        let found = typeOfName(name, in: inner, matching: part.type)
        if !found.isUnknown { return found }
      }
      return .unknown
    default: return .unknown
    }
  }

  private func caseSignature(of symbol: Symbol) -> Signature {
    guard let parent = symbol.parent, let file = table.file(of: symbol) else {
      return Signature(.unknown)
    }
    let instance = selfType(of: parent)
    guard symbol.node?.child(.parameterClause) != nil else { return Signature(instance) }
    let parameters = parameterTypes(of: symbol, in: file)
    let type = SemanticType.function(
      parameters, result: instance, isThrowing: false, isAsync: false)
    return Signature(type, parameterTypes: parameters)
  }

  private func parameterTypes(of symbol: Symbol, in file: FileContext) -> [SemanticType] {
    symbol.parameters.map { parameter in
      guard let node = parameter.node?.firstTypeChild else { return .unknown }
      let type = writtenType(node, in: file)
      // The argument of an autoclosure is what the closure gives.
      if node.kind == .attributedType, node.hasAttribute("autoclosure"),
        case .function(_, let result, _, _) = type
      {
        return result
      }
      return type
    }
  }
}

extension Symbol {
  /// Whether the type of a property stands in no annotation, its own or one that it shares.
  var isTypedByValue: Bool {
    guard let binding = node else { return true }
    return binding.child(.typeAnnotation) == nil && trailingAnnotation(after: binding) == nil
  }
}
