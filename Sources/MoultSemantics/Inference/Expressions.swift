package import MoultSyntax

/// How deep expressions and statements may nest before their types are left unknown.
let maximumDepth = 120

extension FileSemantics {
  /// Infers an expression, which is wanted as `expected` if that is known, and remembers its type.
  @discardableResult
  func infer(_ node: Node, _ expected: SemanticType = .unknown) -> SemanticType {
    guard depth < maximumDepth else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    let type = inferKind(node, expected).limited
    types[node.id] = type
    return type
  }

  private func inferKind(_ node: Node, _ expected: SemanticType) -> SemanticType {
    switch node.kind {
    case .integerLiteral, .floatLiteral, .booleanLiteral, .stringLiteral, .nilLiteral,
      .regexLiteral:
      return inferLiteral(node, expected)
    case .arrayLiteral: return inferArray(node, expected)
    case .dictionaryLiteral: return inferDictionary(node, expected)
    case .declReference:
      let (type, reference) = lookUp(node.name, at: node, expected)
      if let reference { references[node.id] = reference }
      return type
    case .memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap,
      .genericSpecialization:
      let chain = inferChain(node, expected)
      return chain.isChained ? chain.type.flattenedOptional : chain.type
    case .tuple: return inferTuple(node, expected)
    case .prefixOperator, .postfixOperator: return inferUnary(node, expected)
    case .binaryOperator, .assignment: return inferBinary(node, expected)
    case .inOut: return inferOnly(node, expected)
    case .ternary: return inferTernary(node, expected)
    case .isExpr:
      node.firstExpressionChild.map { _ = infer($0) }
      return boolType
    case .asExpr: return inferCast(node)
    case .tryExpr:
      let type = inferOnly(node, expected)
      return node.flags.contains(.question) ? type.flattenedOptional : type
    case .awaitExpr, .consumeExpr, .copyExpr, .borrowExpr, .unsafeExpr:
      return inferOnly(node, expected)
    case .packElement, .packExpansion:
      _ = inferOnly(node, .unknown)
      return .unknown
    case .closure: return inferClosure(node, expected)
    case .keyPath: return inferKeyPath(node, expected)
    case .macroExpansion: return inferMacro(node)
    case .typeExpr:
      return node.firstTypeChild.map { .metatype(resolver.writtenType($0, in: file)) } ?? .unknown
    case .patternExpr:
      if let pattern = node.firstPatternChild { bind(pattern, to: expected) }
      return expected
    case .ifExpr: return inferIf(node, expected)
    case .switchExpr: return inferSwitch(node, expected)
    case .doStmt: return inferDo(node, expected)
    case .placeholderExpr, .missingExpr, .discardAssignment: return expected
    case .ifConfig:
      // What each branch makes of the value is not known.
      for child in node.children {
        if child.kind == .ifConfigClause { checkItems(child.itemNodes) } else { infer(child) }
      }
      return .unknown
    default:
      for child in node.children where child.isExpressionNode { infer(child) }
      return .unknown
    }
  }

  private func inferOnly(_ node: Node, _ expected: SemanticType) -> SemanticType {
    node.firstExpressionChild.map { infer($0, expected) } ?? .unknown
  }

  private func inferTuple(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let arguments = node.children.filter { $0.kind == .argument }
    if arguments.count == 1, !arguments[0].flags.contains(.labeled) {
      return arguments[0].firstExpressionChild.map { infer($0, expected) } ?? .unknown
    }
    var parts: [TupleElement] = []
    if case .tuple(let elements) = expected.unwrapped, elements.count == arguments.count {
      parts = elements
    }
    return .tuple(
      arguments.enumerated().map { index, argument in
        let wanted = index < parts.count ? parts[index].type : .unknown
        let type = argument.firstExpressionChild.map { infer($0, wanted) } ?? .unknown
        let label = argument.flags.contains(.labeled) ? argument.name : nil
        return TupleElement(label: label, type: type)
      })
  }

  private func inferTernary(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let parts = node.children.filter(\.isExpressionNode)
    guard parts.count == 3 else { return .unknown }
    infer(parts[0], boolType)
    if expected.isUnknown, let place = (1...2).first(where: { parts[$0].kind == .nilLiteral }) {
      let other = infer(parts[3 - place]).flattenedOptional
      infer(parts[place], other)
      return other
    }
    if needsContext(parts[1]), expected.isUnknown {
      let second = infer(parts[2])
      return commonType(infer(parts[1], second), second)
    }
    let first = infer(parts[1], expected)
    let second = infer(parts[2], expected.isUnknown ? first : expected)
    return expected.isUnknown || expected.isOpen ? commonType(first, second) : expected
  }

  /// The common type of two branches: of a class and one that inherits it, the former.
  private func commonType(_ first: SemanticType, _ second: SemanticType) -> SemanticType {
    guard case .nominal(let one, []) = first, case .nominal(let other, []) = second,
      one.kind == .classType, other.kind == .classType
    else { return joined(first, second) }
    if resolver.isSubtype(one, of: other) == .yes { return second }
    return resolver.isSubtype(other, of: one) == .yes ? first : .unknown
  }

  private func inferCast(_ node: Node) -> SemanticType {
    let type = node.firstTypeChild.map { resolver.writtenType($0, in: file) } ?? .unknown
    let isConversion = !node.flags.contains(.question) && !node.flags.contains(.exclamation)
    if let value = node.firstExpressionChild { infer(value, isConversion ? type : .unknown) }
    return node.flags.contains(.question) ? .optional(type) : type
  }

  /// A macro is not expanded; those of swift-testing give what their documentation says.
  private func inferMacro(_ node: Node) -> SemanticType {
    var checked: SemanticType = .unknown
    for (position, argument) in (node.child(.argumentList)?.children(.argument) ?? []).enumerated()
    {
      guard let value = argument.firstExpressionChild else { continue }
      let type = infer(value)
      if position == 0, argument.argumentLabel == nil { checked = type }
    }
    if let closure = node.child(.closure) { infer(closure) }
    for labeled in node.children where labeled.kind == .labeledClosure {
      if let closure = labeled.child(.closure) { infer(closure) }
    }
    guard file.imports.contains(where: { $0.module == "Testing" }) else { return .unknown }
    switch node.name {
    // A value that is there, or nothing where a condition holds.
    case "require" where checked.isOptional: return checked.unwrapped
    case "require" where checked == boolType: return .void
    case "expect" where !checked.isUnknown: return .void
    default: return .unknown
    }
  }

  private func inferKeyPath(_ node: Node, _ expected: SemanticType) -> SemanticType {
    var type = node.firstTypeChild.map { resolver.writtenType($0, in: file) } ?? .unknown
    if type.isUnknown, node.firstTypeChild == nil {
      if case .function(let parameters, _, _, _) = expected, let first = parameters.first {
        type = first
      } else if case .nominal(_, let arguments) = expected.unwrapped, let root = arguments.first {
        type = root
      }
    }
    let root = type
    for component in node.children where component.kind == .keyPathComponent {
      type = inferKeyPathComponent(component, type)
      types[component.id] = type
    }
    if case .function = expected {
      return .function([root], result: type, isThrowing: false, isAsync: false)
    }
    return resolver.table.standard("KeyPath").map { .nominal($0, [root, type]) } ?? .unknown
  }

  private func inferKeyPathComponent(_ node: Node, _ base: SemanticType) -> SemanticType {
    let name = node.name
    if name == "?" || name == "!" { return base.unwrapped }
    if let list = node.child(.argumentList) {
      for argument in list.children { argument.firstExpressionChild.map { _ = infer($0) } }
      return .unknown
    }
    if name == "self" { return base }
    let found = resolver.members(name, of: base, .instance, seenFrom: file)
    guard found.count == 1 else { return .unknown }
    references[node.id] = Reference(symbols: [found[0].symbol], source: .member)
    return found[0].symbol.kind == .property ? resolver.type(of: found[0]) : .unknown
  }
}

/// Whether an expression says nothing about its type without knowing what is wanted.
func needsContext(_ node: Node) -> Bool {
  var current = node
  while true {
    switch current.kind {
    case .closure, .nilLiteral, .integerLiteral, .floatLiteral, .stringLiteral, .keyPath:
      return true
    case .arrayLiteral: return true
    case .dictionaryLiteral: return true
    case .memberAccess:
      guard let base = current.children.first, base.isExpressionNode else { return true }
      current = base
    case .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap, .genericSpecialization:
      guard let base = current.children.first, isChainLink(base) else { return false }
      current = base
    case .prefixOperator where current.name != "-" && current.name != "+": return false
    case .tryExpr, .awaitExpr, .unsafeExpr, .inOut, .prefixOperator:
      guard let inner = current.firstExpressionChild else { return false }
      current = inner
    case .tuple:
      guard current.children.count == 1, let inner = current.children.first?.firstExpressionChild
      else {
        return current.children.contains { $0.firstExpressionChild.map(isPlainContext) ?? false }
      }
      current = inner
    case .ternary:
      let parts = current.children.filter(\.isExpressionNode)
      guard parts.count == 3 else { return false }
      return isPlainContext(parts[1]) || isPlainContext(parts[2])
    case .ifExpr, .switchExpr, .doStmt: return true
    default: return false
    }
  }
}

/// As `needsContext`, without looking into what is nested.
private func isPlainContext(_ node: Node) -> Bool {
  switch node.kind {
  case .closure, .nilLiteral, .integerLiteral, .floatLiteral, .stringLiteral, .keyPath,
    .arrayLiteral, .dictionaryLiteral:
    true
  case .memberAccess, .functionCall, .optionalChaining, .forceUnwrap: isImplicitRoot(node)
  default: false
  }
}

/// Whether a chain of members and calls begins with a dot.
package func isImplicitRoot(_ node: Node) -> Bool {
  var current = node
  while isChainLink(current) {
    guard let base = current.children.first, base.isExpressionNode else {
      return current.kind == .memberAccess
    }
    current = base
  }
  return false
}

func isChainLink(_ node: Node) -> Bool {
  switch node.kind {
  case .memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap,
    .genericSpecialization:
    true
  default: false
  }
}
