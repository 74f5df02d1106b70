import MoultSyntax

extension FileSemantics {
  /// Declares what a pattern binds when it matches a value of `type`.
  func bind(_ pattern: Node, to type: SemanticType, _ traits: SymbolTraits = []) {
    guard depth < maximumDepth else { return }
    depth += 1
    defer { depth -= 1 }
    switch pattern.kind {
    case .identifierPattern:
      declareLocal(pattern.name, type, at: pattern, traits)
      types[pattern.id] = type
    case .valueBindingPattern:
      guard let inner = pattern.firstPatternChild else { return }
      if inner.kind == .expressionPattern, let expression = inner.firstExpressionChild {
        match(expression, type, isBinding: true)
      } else {
        bind(inner, to: type, traits)
      }
    case .tuplePattern: bindTuple(pattern, to: type)
    case .expressionPattern:
      if let expression = pattern.firstExpressionChild { match(expression, type, isBinding: false) }
    case .isTypePattern, .wildcardPattern: break
    default: break
    }
  }

  private func bindTuple(_ pattern: Node, to type: SemanticType) {
    let elements = pattern.children.filter { $0.kind == .tuplePatternElement }
    let types = elementTypes(of: type, labels: elements.map { label(of: $0) })
    for (element, part) in zip(elements, types) {
      if let inner = element.firstPatternChild { bind(inner, to: part) }
    }
  }

  private func label(of element: Node) -> String? {
    element.flags.contains(.labeled) ? element.name : nil
  }

  /// The types of the parts of a tuple, or of a single value in parentheses.
  private func elementTypes(of type: SemanticType, labels: [String?]) -> [SemanticType] {
    if labels.count == 1 { return [type] }
    guard case .tuple(let elements) = type, elements.count == labels.count else {
      return labels.map { _ in .unknown }
    }
    return labels.enumerated().map { index, label in
      let named = label.flatMap { name in elements.first { $0.label == name } }
      return named?.type ?? elements[index].type
    }
  }

  /// Matches a pattern that is written as an expression, such as `.callError(let result)`.
  ///
  /// - Parameter isBinding: Whether plain names are bound, because `let` stands before the whole.
  func match(_ expression: Node, _ type: SemanticType, isBinding: Bool) {
    guard depth < maximumDepth else { return }
    depth += 1
    defer { depth -= 1 }
    switch expression.kind {
    case .patternExpr:
      if let pattern = expression.firstPatternChild {
        if isBinding, pattern.kind == .expressionPattern, let inner = pattern.firstExpressionChild {
          match(inner, type, isBinding: true)
        } else {
          bind(pattern, to: type)
        }
      }
    case .declReference where isBinding:
      declareLocal(expression.name, type, at: expression)
      types[expression.id] = type
    case .optionalChaining:
      types[expression.id] = type
      if let inner = expression.children.first {
        match(inner, type.unwrapped, isBinding: isBinding)
      }
    case .tuple: matchTuple(expression, type, isBinding)
    case .asExpr:
      let written = expression.firstTypeChild.map { resolver.writtenType($0, in: file) }
      types[expression.id] = written ?? .unknown
      if let inner = expression.firstExpressionChild {
        match(inner, written ?? .unknown, isBinding: isBinding)
      }
    case .functionCall: matchCase(expression, type, isBinding)
    case .memberAccess:
      types[expression.id] = infer(expression, type)
    case .discardAssignment: break
    default: infer(expression, type)
    }
  }

  private func matchTuple(_ expression: Node, _ type: SemanticType, _ isBinding: Bool) {
    let arguments = expression.children.filter { $0.kind == .argument }
    let parts = elementTypes(of: type, labels: arguments.map { label(of: $0) })
    for (argument, part) in zip(arguments, parts) {
      if let inner = argument.firstExpressionChild { match(inner, part, isBinding: isBinding) }
    }
  }

  /// `.case(…)`, `Type.case(…)`: the associated values are matched by the arguments.
  private func matchCase(_ call: Node, _ type: SemanticType, _ isBinding: Bool) {
    guard let callee = call.children.first else { return }
    let target = resolveCallee(callee, context: type)
    let arguments = call.child(.argumentList)?.children.filter { $0.kind == .argument } ?? []
    let cases = target.members.filter { $0.symbol.kind == .enumCase }
    guard let chosen = chooseCase(cases, arguments) else {
      // A call that is compared with `~=`, or a case that is not known: names are still bound.
      if target.members.isEmpty || isBinding {
        for argument in arguments {
          if let inner = argument.firstExpressionChild {
            match(inner, .unknown, isBinding: isBinding)
          }
        }
      } else {
        infer(call, type)
      }
      return
    }
    let found = Reference(symbols: [chosen.symbol], source: target.source)
    references[callee.id] = found
    references[call.id] = found
    types[call.id] = chosen.symbol.parent.map { resolver.selfType(of: $0) } ?? .unknown
    types[callee.id] = resolver.type(of: chosen)
    let payload = resolver.parameterTypes(of: chosen)
    for (index, part) in parts(payload, chosen.symbol, arguments).enumerated() {
      if let inner = arguments[index].firstExpressionChild {
        match(inner, part, isBinding: isBinding)
      }
    }
  }

  private func chooseCase(_ cases: [Member], _ arguments: [Node]) -> Member? {
    if cases.count <= 1 { return cases.first }
    let labels = arguments.map { label(of: $0) }
    return cases.first { $0.symbol.parameterLabels == labels }
      ?? cases.first { $0.symbol.parameters.count == arguments.count }
  }

  /// The associated values that the arguments of a pattern match.
  private func parts(
    _ payload: [SemanticType], _ symbol: Symbol, _ arguments: [Node]
  ) -> [SemanticType] {
    if payload.count == arguments.count { return payload }
    if arguments.count == 1 {
      // One name takes all values as a tuple.
      return [
        .tuple(
          zip(payload, symbol.parameterLabels).map { TupleElement(label: $1, type: $0) })
      ]
    }
    // One value that is a tuple, taken apart.
    if payload.count == 1 {
      return elementTypes(of: payload[0], labels: arguments.map { label(of: $0) })
    }
    return arguments.map { _ in .unknown }
  }
}
