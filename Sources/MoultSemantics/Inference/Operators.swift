import MoultSyntax

extension FileSemantics {
  func inferUnary(_ node: Node, _ expected: SemanticType) -> SemanticType {
    guard let operand = node.firstExpressionChild else { return .unknown }
    if node.name == "!" {
      infer(operand, boolType)
      return boolType
    }
    let type = infer(operand, expected)
    let own = operators(node.name, [type])
    if own.count == 1 { return resultType(of: own[0], [type]) }
    switch node.name {
    case "-", "+", "~": return type
    case "..<": return resolver.standardType("PartialRangeUpTo", [type])
    case "..." where node.kind == .prefixOperator:
      return resolver.standardType("PartialRangeThrough", [type])
    case "...": return resolver.standardType("PartialRangeFrom", [type])
    default: return .unknown
    }
  }

  func inferBinary(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let parts = node.children.filter(\.isExpressionNode)
    guard parts.count == 2 else { return .unknown }
    let name = node.kind == .assignment ? "=" : node.name
    switch name {
    case "=":
      let target = infer(parts[0])
      infer(parts[1], target)
      return .void
    case "&&", "||":
      infer(parts[0], boolType)
      infer(parts[1], boolType)
      return boolType
    case "==", "!=", "<", ">", "<=", ">=", "~=", "===", "!==":
      let types = inferOperands(parts, .unknown)
      return ownOperator(node, types) ?? boolType
    case "??":
      let left = infer(parts[0], expected.isUnknown ? .unknown : expected.flattenedOptional)
      let right = infer(parts[1], left.unwrapped.isUnknown ? expected : left.unwrapped)
      return coalesced(left, right, isNil: parts[1].withoutParentheses.kind == .nilLiteral)
    case "..<", "...":
      let types = inferOperands(parts, .unknown)
      let bound = types[0].isUnknown ? types[1] : types[0]
      return resolver.standardType(name == "..<" ? "Range" : "ClosedRange", [bound])
    default: return inferArithmetic(node, name, parts, expected)
    }
  }

  /// What `left ?? right` gives: what is wrapped on the left, or as much as there is if the right wraps as often.
  private func coalesced(
    _ left: SemanticType, _ right: SemanticType, isNil: Bool
  ) -> SemanticType {
    guard left.isOptional else { return .unknown }
    // Of a doubly wrapped value, it may be either.
    if isNil { return left.unwrapped.isOptional ? .unknown : left }
    return right.optionalDepth < left.optionalDepth ? left.unwrapped : left
  }

  private func inferArithmetic(
    _ node: Node, _ name: String, _ parts: [Node], _ expected: SemanticType
  ) -> SemanticType {
    let types = inferOperands(parts, expected)
    if let own = ownOperator(node, types) { return own }
    let isStandard = arithmetic.contains(name)
    if name.last == "=", arithmetic.contains(String(name.dropLast())) { return .void }
    if name == "+", isArray(types[0]), isArray(types[1]) { return types[0] }
    guard isStandard, !types[0].isUnknown, types[0] == types[1], isStandardValue(types[0]) else {
      return .unknown
    }
    return types[0]
  }

  /// Infers two operands; the one that says nothing of itself takes the type of the other.
  private func inferOperands(_ parts: [Node], _ expected: SemanticType) -> [SemanticType] {
    if needsContext(parts[0]), !needsContext(parts[1]) {
      let second = infer(parts[1])
      var wanted = second.isUnknown ? expected : second
      // A literal is an array of its own, even before a slice.
      if parts[0].kind == .arrayLiteral, case .nominal(let symbol, let arguments) = second,
        symbol.module == "Swift", symbol.name == "ArraySlice"
      {
        wanted = resolver.standardType("Array", arguments)
      }
      return [infer(parts[0], wanted), second]
    }
    let first = infer(parts[0], expected)
    let second = infer(parts[1], needsContext(parts[1]) && !first.isUnknown ? first : .unknown)
    return [first, second]
  }

  private func isArray(_ type: SemanticType) -> Bool {
    guard case .nominal(let symbol, _) = type, symbol.module == "Swift" else { return false }
    return (symbol.name == "Array" || symbol.name == "ArraySlice") && !type.containsUnknown
  }

  private func isStandardValue(_ type: SemanticType) -> Bool {
    guard case .nominal(let symbol, _) = type else { return false }
    return symbol.module == "Swift" || resolver.table.builtInModules.contains(symbol.module)
  }

  /// The result of an operator that the project or an interface declares for these operands.
  private func ownOperator(_ node: Node, _ types: [SemanticType]) -> SemanticType? {
    let found = operators(node.name, types) + onlyOperator(node.name, types)
    guard found.count == 1, let symbol = found.first else { return nil }
    references[node.id] = Reference(symbols: [symbol], source: .member)
    return resultType(of: symbol, types)
  }

  /// The operators of this name that take operands of these types: those of the operands' own types and of what
  /// these inherit, and those that stand in no type.
  private func operators(_ name: String, _ types: [SemanticType]) -> [Symbol] {
    guard let all = resolver.table.operators[name], types.allSatisfy({ !$0.isUnknown }) else {
      return []
    }
    var candidates = all.free
    var owners: Set<Symbol> = []
    for place in types.flatMap({ resolver.hierarchy(of: $0) })
    where owners.insert(place.symbol).inserted {
      candidates += all.byOwner[place.symbol] ?? []
    }
    return candidates.filter { symbol in
      guard symbol.parameters.count == types.count else { return false }
      return zip(types, resolver.signature(of: symbol).parameterTypes).allSatisfy { type, wanted in
        resolver.isConvertible(type, to: ownerType(wanted, symbol)) == .yes
      }
    }
  }

  /// The only operator of this name, where the type of an operand is not known: no other can be meant, unless the standard library has
  /// some, or a module that nobody described.
  private func onlyOperator(_ name: String, _ types: [SemanticType]) -> [Symbol] {
    let plain = name.count > 1 && name.last == "=" ? String(name.dropLast()) : name
    guard !arithmetic.contains(plain), !otherStandardOperators.contains(name),
      let all = resolver.table.operators[name], types.contains(where: \.isUnknown),
      file.imports.allSatisfy({ resolver.isKnownModule($0.module) }),
      all.byOwner.isEmpty, all.free.count == 1, let only = all.free.first,
      only.parameters.count == types.count, !resolver.table.builtInModules.contains(only.module)
    else { return [] }
    return [only]
  }

  private func ownerType(_ type: SemanticType, _ symbol: Symbol) -> SemanticType {
    guard let parent = symbol.parent, let parameter = resolver.table.selfParameters[parent],
      parent.kind != .protocolType
    else { return type }
    var substitution = Substitution()
    substitution.types[parameter] = resolver.selfType(of: parent)
    return resolver.substitute(substitution, in: type)
  }

  private func resultType(of symbol: Symbol, _ types: [SemanticType]) -> SemanticType {
    guard case .function(let parameters, let result, _, _) = resolver.type(of: symbol) else {
      return .unknown
    }
    let free = Set(resolver.generics(of: symbol))
    var bindings = Substitution()
    for (parameter, type) in zip(parameters, types) {
      resolver.unify(parameter, with: type, binding: free, &bindings)
    }
    let seen = resolver.closed(resolver.substitute(bindings, in: result), free)
    return seen.isOpen ? .unknown : ownerType(seen, symbol)
  }
}

private let arithmetic: Set<String> = [
  "+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&", "|", "^",
]

private let otherStandardOperators: Set<String> = [
  "==", "!=", "<", ">", "<=", ">=", "~=", "===", "!==", "&&", "||", "??", "...", "..<", "!", "~",
  "&<<", "&>>", "&<<=", "&>>=", "&+=", "&-=", "&*=", "=",
]
