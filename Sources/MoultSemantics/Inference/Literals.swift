import MoultSyntax

extension FileSemantics {
  func inferLiteral(_ node: Node, _ expected: SemanticType) -> SemanticType {
    switch node.kind {
    case .integerLiteral: return literal(expected, "ExpressibleByIntegerLiteral", "Int")
    case .floatLiteral: return literal(expected, "ExpressibleByFloatLiteral", "Double")
    case .booleanLiteral: return literal(expected, "ExpressibleByBooleanLiteral", "Bool")
    case .stringLiteral:
      for part in node.children where part.kind == .interpolation {
        for argument in part.children {
          if let value = argument.firstExpressionChild { infer(value) }
        }
      }
      return literal(expected, "ExpressibleByStringLiteral", "String")
    case .nilLiteral: return expected.isOptional ? expected : .unknown
    default: return .unknown
    }
  }

  /// The wanted type if a literal can make it, else the default one.
  private func literal(
    _ expected: SemanticType, _ protocolName: String, _ name: String
  ) -> SemanticType {
    let wanted = expected.fullyUnwrapped
    if case .nominal(let symbol, _) = wanted, symbol.kind != .protocolType,
      let literal = resolver.table.standard(protocolName),
      resolver.isSubtype(wanted, of: literal) != .no
    {
      return wanted
    }
    return resolver.standardType(name, [])
  }

  func inferArray(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let wanted = expected.fullyUnwrapped
    var element = SemanticType.unknown
    if case .nominal(let symbol, let arguments) = wanted {
      if symbol.module == "Swift", arguments.count == 1 {
        element = arguments[0]
      } else if resolver.table.standard("ExpressibleByArrayLiteral") != nil,
        let known = arrayLiteralElement(of: wanted)
      {
        element = known
      }
    }
    let elements = node.children.filter(\.isExpressionNode)
    // `[Metadata]` as an expression names the array type.
    let types = inferElements(elements, element)
    if types.count == 1, case .metatype(let instance) = types[0], isTypeName(elements[0]) {
      return .metatype(resolver.standardType("Array", [instance]))
    }
    return arrayType(wanted, element, types)
  }

  private func arrayType(
    _ wanted: SemanticType, _ element: SemanticType, _ types: [SemanticType]
  ) -> SemanticType {
    if case .nominal(let symbol, let arguments) = wanted, symbol.kind != .protocolType,
      symbol.module != "Swift" || arguments.count == 1
    {
      if !element.isUnknown || symbol.module != "Swift" { return wanted }
      return .nominal(symbol, [common(types)])
    }
    return resolver.standardType("Array", [element.isUnknown ? common(types) : element])
  }

  private func arrayLiteralElement(of type: SemanticType) -> SemanticType? {
    resolver.memberType("ArrayLiteralElement", [], of: type, seenFrom: file)?.type
  }

  /// Infers elements; those that need to know what is wanted take the type of the others.
  private func inferElements(_ nodes: [Node], _ wanted: SemanticType) -> [SemanticType] {
    if !wanted.isUnknown { return nodes.map { infer($0, wanted) } }
    var known = SemanticType.unknown
    var types: [SemanticType] = []
    for node in nodes {
      if node.kind == .nilLiteral { continue }
      let type = infer(node, isImplicitRoot(node) ? known : .unknown)
      if known.isUnknown { known = type }
      types.append(type)
    }
    return types.count == nodes.count ? types : types.map(\.flattenedOptional)
  }

  /// The type that all have; `T?` if some are optional.
  func common(_ types: [SemanticType]) -> SemanticType {
    guard var result = types.first else { return .unknown }
    for type in types.dropFirst() { result = joined(result, type) }
    return result
  }

  func inferDictionary(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let wanted = expected.fullyUnwrapped
    var (key, value) = (SemanticType.unknown, SemanticType.unknown)
    var isDictionary = false
    if case .nominal(let symbol, let arguments) = wanted, symbol.module == "Swift",
      arguments.count == 2
    {
      (key, value) = (arguments[0], arguments[1])
      isDictionary = true
    } else if case .nominal = wanted {
      key = resolver.memberType("Key", [], of: wanted, seenFrom: file)?.type ?? .unknown
      value = resolver.memberType("Value", [], of: wanted, seenFrom: file)?.type ?? .unknown
    }
    var keys: [SemanticType] = []
    var values: [SemanticType] = []
    for element in node.children where element.kind == .dictionaryElement {
      let parts = element.children
      guard parts.count == 2 else { continue }
      keys.append(infer(parts[0], key))
      values.append(infer(parts[1], value))
      if node.children.count == 1, case .metatype(let first) = keys[0], isTypeName(parts[0]),
        case .metatype(let second) = values[0], isTypeName(parts[1])
      {
        return .metatype(resolver.standardType("Dictionary", [first, second]))
      }
    }
    if isDictionary { return wanted }
    if case .nominal(let symbol, _) = wanted, symbol.kind != .protocolType { return wanted }
    return resolver.standardType("Dictionary", [common(keys), common(values)])
  }

  /// Whether an expression is the name of a type, not a value of a metatype.
  func isTypeName(_ node: Node) -> Bool {
    switch node.kind {
    case .typeExpr: return true
    case .arrayLiteral, .dictionaryLiteral, .optionalChaining, .tuple:
      return types[node.id]?.isMetatype ?? false
    default: break
    }
    return references[node.id]?.symbols.first?.kind.isType ?? false
  }
}
