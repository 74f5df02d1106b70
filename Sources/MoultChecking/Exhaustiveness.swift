import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the `switch`es that leave a case out, and those over values that no list of cases exhausts.
func incompleteSwitches(in subject: Subject) -> [DefiniteError] {
  subject.nodes.compactMap { node in
    guard node.kind == .switchExpr, !node.isInMacro, let value = node.subject,
      case .nominal(let type, _) = subject.semantics.type(of: value), !subject.isInFlux(type),
      node.children.allSatisfy({ $0.kind != .ifConfig }),
      !isDoubtful(value, in: subject)
    else { return nil }
    let cases = node.switchCases
    let patterns = cases.flatMap(\.caseItems)
    guard cases.allSatisfy({ $0.child(.switchDefaultLabel) == nil }), !cases.isEmpty,
      patterns.allSatisfy({ !$0.takesEverything && !$0.asksForType })
    else { return nil }
    switch type.kind {
    case .enumeration: return missingCase(of: type, in: patterns, node, subject)
    case .structure:
      // 'Bool' is a structure with two values.
      guard type.name != "Bool", !type.isExternal else { return nil }
      return subject.error(
        .exhaustiveness, at: node, "a 'switch' over '\(type.name)' needs a 'default'")
    case .module, .classType, .protocolType, .actor, .typeAlias, .associatedType,
      .genericParameter, .function, .initializer, .subscript, .property, .enumCase,
      .operatorFunction, .local, .macro:
      return nil
    }
  }
}

private func missingCase(
  of type: Symbol, in patterns: [Node], _ node: Node, _ subject: Subject
) -> DefiniteError? {
  guard subject.knowsEverything(of: .nominal(type, []), besides: "") else { return nil }
  let declared = subject.model.declaredMembers(of: type).filter { $0.kind == .enumCase }
  guard !declared.isEmpty,
    declared.allSatisfy({ $0.declaration?.parent?.attributes.isEmpty ?? false })
  else { return nil }
  var mentioned: Set<String> = []
  for pattern in patterns {
    guard let name = pattern.mentionedCase else { return nil }
    mentioned.insert(name)
  }
  // Some builds lack what stands under a condition.
  let missing = declared.first {
    !mentioned.contains($0.name) && $0.declaration?.isConditional == false
  }
  guard let missing else { return nil }
  return subject.error(
    .exhaustiveness, at: node,
    "a 'switch' over '\(type.name)' has no case '\(missing.name)' and no 'default'")
}

extension Node {
  /// Whether a `switchCaseItem` takes whatever comes.
  fileprivate var takesEverything: Bool {
    guard whereCondition == nil, var pattern else { return false }
    while pattern.kind == .valueBindingPattern, let inner = pattern.pattern { pattern = inner }
    switch pattern.kind {
    case .identifierPattern, .wildcardPattern: return true
    case .expressionPattern:
      let kind = pattern.children.first?.kind
      return kind == .discardAssignment || kind == .patternExpr || kind == .declReference
        || kind == .tuple
    default: return false
    }
  }

  /// Whether a `switchCaseItem` asks what type the value has, which may be the one that it has anyway.
  fileprivate var asksForType: Bool {
    pattern?.descendants.contains {
      [.asExpr, .isExpr, .isTypePattern].contains($0.kind)
    } ?? false
  }

  /// The case that a `switchCaseItem` is about, whatever it asks of associated values.
  fileprivate var mentionedCase: String? {
    guard var node = pattern else { return nil }
    while let inner = node.kind == .valueBindingPattern ? node.pattern : nil { node = inner }
    guard node.kind == .expressionPattern, var expression = node.children.first else { return nil }
    if expression.kind == .functionCall, let callee = expression.calledExpression {
      expression = callee
    }
    return expression.kind == .memberAccess ? expression.name : nil
  }
}
