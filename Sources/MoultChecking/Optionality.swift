import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the optionals that stand where none is taken, and what is unwrapped without being optional.
func wrongOptionals(in subject: Subject) -> [DefiniteError] {
  let members = subject.semantics.lookupFailures().compactMap { node, failure -> DefiniteError? in
    guard case .member(.optional(let wrapped), let isOnType) = failure, !isOnType else {
      return nil
    }
    return memberOfOptional(node, wrapped.fullyUnwrapped, in: subject)
  }
  return members
    + subject.nodes.flatMap { node -> [DefiniteError] in
      guard !node.isInMacro else { return [] }
      switch node.kind {
      case .optionalChaining, .forceUnwrap: return needlessUnwrapping(node, in: subject)
      case .optionalBinding: return needlessBinding(node, in: subject)
      case .functionCall: return optionalArguments(node, in: subject)
      case .returnStmt: return optionalResult(node, in: subject)
      case .assignment, .patternBinding: return optionalAssignment(node, in: subject)
      case .ifExpr, .guardStmt, .whileStmt, .prefixOperator, .binaryOperator:
        return optionalConditions(node, in: subject)
      default: return []
      }
    }
}

/// A member of what is wrapped, asked of the optional around it.
private func memberOfOptional(
  _ node: Node, _ wrapped: SemanticType, in subject: Subject
) -> DefiniteError? {
  guard !node.isInMacro, !wrapped.isUnknown, let base = node.base,
    !isDoubtful(base, in: subject),
    subject.semantics.members(named: node.name, of: wrapped).contains(where: {
      !$0.isStatic && $0.kind != .initializer
    })
  else { return nil }
  return subject.error(
    .optionality, at: node, "'\(node.name)' is asked of '\(describe(wrapped))?' without unwrapping")
}

private func needlessUnwrapping(_ node: Node, in subject: Subject) -> [DefiniteError] {
  guard let base = node.children.first, !node.isPattern, let type = subject.plainType(of: base)
  else { return [] }
  let mark = node.kind == .forceUnwrap ? "!" : "?"
  return [
    subject.error(
      .optionality, at: base, "'\(mark)' unwraps '\(describe(type))', which is not optional")
  ]
}

private func needlessBinding(_ node: Node, in subject: Subject) -> [DefiniteError] {
  guard let pattern = node.pattern else { return [] }
  let type: SemanticType
  if let value = node.initialValue {
    guard let plain = subject.plainType(of: value) else { return [] }
    type = plain
  } else {
    guard let symbol = subject.semantics.symbol(of: node), symbol.kind == .local,
      subject.isPlain(symbol.type)
    else { return [] }
    type = symbol.type
  }
  return [
    subject.error(
      .optionality, at: pattern,
      "'\(pattern.name)' is bound to '\(describe(type))', which is not optional")
  ]
}

private func optionalArguments(_ node: Node, in subject: Subject) -> [DefiniteError] {
  guard let symbol = subject.semantics.symbol(of: node), let list = node.child(.argumentList),
    subject.semantics.overloads(atCall: node).isEmpty,
    isWholeModule(symbol.module, of: subject.model), symbol.module != "Swift"
  else { return [] }
  return node.arguments.compactMap { argument in
    guard let parameter = parameter(of: symbol, taking: argument, in: list),
      let place = symbol.parameters.firstIndex(where: {
        $0.declaration == parameter.declaration && $0.label == parameter.label
      }), place < symbol.parameterTypes.count
    else { return nil }
    return subject.misfit(argument.argumentValue, to: symbol.parameterTypes[place])
  }
}

private func optionalResult(_ node: Node, in subject: Subject) -> [DefiniteError] {
  guard let value = node.children.first,
    let holder = node.ancestors.first(where: {
      [.functionDecl, .closure, .accessorBlock, .initializerDecl, .subscriptDecl].contains($0.kind)
    }), holder.kind == .functionDecl, let function = subject.semantics.symbol(of: holder),
    case .function(_, let result, _, _) = function.type
  else { return [] }
  return subject.misfit(value, to: result).map { [$0] } ?? []
}

private func optionalAssignment(_ node: Node, in subject: Subject) -> [DefiniteError] {
  let value: Node?
  let wanted: SemanticType
  if node.kind == .assignment {
    guard let left = node.children.first, let type = subject.plainType(of: left) else { return [] }
    (value, wanted) = (node.rightOperand, type)
  } else {
    guard let annotation = node.annotatedType, node.parent?.attributes.isEmpty ?? true else {
      return []
    }
    (value, wanted) = (node.initialValue, subject.semantics.type(of: annotation))
  }
  return value.flatMap { subject.misfit($0, to: wanted) }.map { [$0] } ?? []
}

/// Conditions and operands of `!`, `&&` and `||` that are optional; an operator of the project's may take them.
private func optionalConditions(_ node: Node, in subject: Subject) -> [DefiniteError] {
  if node.kind == .prefixOperator || node.kind == .binaryOperator,
    subject.model.declaresOperator(node.name)
  {
    return []
  }
  let places: [Node]
  switch node.kind {
  case .prefixOperator: places = node.name == "!" ? [node.children.first].compactMap(\.self) : []
  case .binaryOperator:
    places = node.name == "&&" || node.name == "||" ? Array(node.children) : []
  default: places = node.conditions.filter { $0.kind.isExpression }
  }
  return places.compactMap { place in
    guard case .optional(.nominal(let symbol, _)) = subject.semantics.type(of: place),
      symbol.qualifiedName == "Swift.Bool", !isDoubtful(place, in: subject),
      !subject.isImplicitlyUnwrapped(place)
    else { return nil }
    return subject.error(.optionality, at: place, "a condition is 'Bool?', which is optional")
  }
}

extension Subject {
  /// The type of an expression if it is known and no optional, nor anything that may stand for one.
  fileprivate func plainType(of node: Node) -> SemanticType? {
    let type = semantics.type(of: node)
    guard isPlain(type), !isDoubtful(node, in: self), !isOptionalRequirement(node) else {
      return nil
    }
    return type
  }

  fileprivate func isPlain(_ type: SemanticType) -> Bool {
    switch type {
    case .nominal(let symbol, _):
      return !symbol.isExternal && symbol.name != "AnyObject" && symbol.name != "Any"
    case .function, .tuple: return !type.containsUnknown
    case .unknown, .optional, .metatype, .genericParameter, .dependentMember, .composition:
      return false
    }
  }

  /// An optional, or `nil`, where a value of `wanted` is taken.
  fileprivate func misfit(_ value: Node, to wanted: SemanticType) -> DefiniteError? {
    guard case .nominal(let taken, _) = wanted, isPlain(wanted), taken.kind != .protocolType else {
      return nil
    }
    if value.kind == .nilLiteral {
      guard taken.module != "Swift", knowsEverything(of: wanted, besides: "nilLiteral"),
        semantics.ancestry(of: wanted)?.allSatisfy({ $0.name != "ExpressibleByNilLiteral" })
          ?? false
      else { return nil }
      return error(.optionality, at: value, "'nil' stands where '\(taken.name)' is taken")
    }
    guard case .optional(let inner) = semantics.type(of: value), !inner.isUnknown,
      inner.nominalSymbol == taken, !isDoubtful(value, in: self),
      !isImplicitlyUnwrapped(value)
    else { return nil }
    return error(
      .optionality, at: value, "'\(describe(inner))?' stands where '\(taken.name)' is taken")
  }

  /// Whether an expression is unwrapped without a mark where that is needed, marks and parentheses aside.
  fileprivate func isImplicitlyUnwrapped(_ value: Node) -> Bool {
    var node = value.withoutParentheses
    while node.kind == .tryExpr || node.kind == .awaitExpr, let inner = node.operand {
      node = inner.withoutParentheses
    }
    return semantics.candidates(of: node).contains(where: \.isImplicitlyUnwrapped)
  }

  /// Whether an expression names a requirement that a type need not have.
  private func isOptionalRequirement(_ node: Node) -> Bool {
    semantics.candidates(of: node.withoutParentheses).contains { symbol in
      guard let declaration = symbol.declaration else { return false }
      let holder = declaration.kind == .patternBinding ? declaration.parent : declaration
      return holder?.modifierNames.contains("optional") ?? false
    }
  }
}

extension Node {
  /// Whether an expression is matched rather than evaluated.
  fileprivate var isPattern: Bool {
    for node in ancestors {
      if node.kind.isPattern { return true }
      if !node.kind.isExpression, node.kind != .argument, node.kind != .argumentList {
        return false
      }
    }
    return false
  }
}
