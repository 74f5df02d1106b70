import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the members, cases and nested types that their owner lacks, or hides from the file.
func unknownMembers(in subject: Subject) -> [DefiniteError] {
  let values = subject.semantics.lookupFailures().compactMap { node, failure -> DefiniteError? in
    guard case .member(let owner, let isOnType) = failure, node.kind == .memberAccess,
      !node.isImplicitOperand(in: subject.model),
      !(node.base.map { isDoubtful($0, in: subject) } ?? false)
    else { return nil }
    return unknownMember(node, of: owner, isOnType: isOnType, in: subject)
  }
  let types = subject.nodes.compactMap { node -> DefiniteError? in
    guard node.kind == .memberType, subject.semantics.candidates(of: node).isEmpty,
      let base = node.children.first, base.kind == .identifierType || base.kind == .memberType
    else { return nil }
    return unknownMember(node, of: subject.semantics.type(of: base), isOnType: true, in: subject)
  }
  return values + types + earlierMembers(in: subject)
}

/// Whether a type of one word is not of a module that the file imports, and may be of one that nobody described.
private func isMeantElsewhere(_ type: Symbol, in subject: Subject) -> Bool {
  !subject.semantics.unknownImports.isEmpty && !isDistinctive(type.name)
    && type.parent?.kind == .module && subject.model.library(ofModule: type.module) != nil
    && !subject.semantics.visibleModules.contains(type.module)
}

/// Members that only an earlier era of their owner has.
private func earlierMembers(in subject: Subject) -> [DefiniteError] {
  subject.nodes.compactMap { node in
    guard node.kind == .memberAccess, subject.semantics.isOfEarlierEra(node), !node.isInMacro,
      let base = node.base, !subject.semantics.isOfEarlierEra(base),
      let owner = subject.semantics.type(of: base).instance.nominalSymbol, !subject.isInFlux(owner),
      // Labels or marks that only the earlier era takes are judged for themselves.
      subject.semantics.members(named: node.name, of: .nominal(owner, [])).isEmpty
    else { return nil }
    return subject.error(
      .unknownMember, at: node, "'\(node.name)' is a member of an earlier era alone")
  }
}

private func unknownMember(
  _ node: Node, of owner: SemanticType, isOnType: Bool, in subject: Subject
) -> DefiniteError? {
  guard case .nominal(let symbol, _) = owner, !node.isInMacro,
    !isOnType || symbol.kind != .protocolType
  else { return nil }
  let name = node.name
  // A wrapper or a macro may declare '$name', and what an interface calls 'Decoder' is Swift's own where it is not imported.
  if name.hasPrefix("$") || name.hasPrefix("_") || standardNames.contains(symbol.name)
    || unlistedNames.contains(name)
  {
    return nil
  }
  let hidden = subject.semantics.members(named: name, of: owner)
  if !hidden.isEmpty {
    guard hidden.allSatisfy({ !subject.semantics.canUse($0) }) else { return nil }
    return subject.error(
      .unknownMember, at: node, "'\(name)' of '\(symbol.name)' is not visible in this file")
  }
  guard subject.knowsMembers(of: owner, named: name), !isMeantElsewhere(symbol, in: subject) else {
    return nil
  }
  return subject.error(.unknownMember, at: node, "'\(symbol.name)' has no member '\(name)'")
}

/// Whether an expression is what one of several overloads gives, of which the use may tell which is meant.
///
/// A local is as doubtful as its initial value.
func isDoubtful(_ expression: Node, in subject: Subject, depth: Int = 0) -> Bool {
  var node = expression
  while let inner = node.wrappedExpression { node = inner }
  if node.kind == .functionCall, !subject.semantics.overloads(atCall: node).isEmpty { return true }
  // The interfaces of its eras are one, in which 'typeURL' is optional that no longer is.
  if let symbol = subject.semantics.symbol(of: node),
    subject.model.library(ofModule: symbol.module)?.library == "swift-protobuf"
  {
    return true
  }
  // 'a ?? b' is optional if 'b' is.
  if node.kind == .binaryOperator, node.name == "??", let right = node.rightOperand,
    right.withoutParentheses.kind != .nilLiteral, subject.semantics.type(of: right).isUnknown
  {
    return true
  }
  if let base = node.calledExpression?.base ?? node.base {
    return isDoubtful(base, in: subject, depth: depth)
  }
  if let symbol = subject.semantics.symbol(of: node), symbol.kind == .initializer,
    let owner = symbol.parent,
    !isWholeModule(owner.module, of: subject.model)
      || standardModules.contains(owner.module)
  {
    // 'String(bytes)' may be failable: of types that are described in part, the overload may be another.
    return true
  }
  guard node.kind == .declReference, depth < 8,
    let symbol = subject.semantics.symbol(of: node), symbol.kind == .local,
    let binding = symbol.declaration?.parent, let value = binding.initialValue,
    binding.annotatedType == nil
  else { return false }
  return isDoubtful(value, in: subject, depth: depth + 1)
}

extension SemanticType {
  /// The type whose members are meant, of a value or of the type itself.
  fileprivate var instance: SemanticType {
    if case .metatype(let instance) = self { return instance.fullyUnwrapped }
    return fullyUnwrapped
  }
}

extension Node {
  /// Whether this is `.name` beside an operator that may take other types than the one on its other side.
  fileprivate func isImplicitOperand(in model: ProjectModel) -> Bool {
    var root = self
    while let inner = root.children.first, inner.kind.isExpression { root = inner }
    guard root.kind == .memberAccess, root.base == nil else { return false }
    let around = ancestors.first { $0.kind == .binaryOperator || !$0.isChainLink }
    guard let around, around.kind == .binaryOperator else { return false }
    return !["==", "!=", "??"].contains(around.name) || model.declaresMixedOperator(around.name)
  }

  /// What parentheses, marks and unwrapping stand around.
  fileprivate var wrappedExpression: Node? {
    switch kind {
    case .tuple: arguments.count == 1 ? arguments[0].argumentValue : nil
    case .tryExpr, .awaitExpr, .optionalChaining, .forceUnwrap: children.first
    default: nil
    }
  }

  private var isChainLink: Bool {
    switch kind {
    case .memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap,
      .genericSpecialization:
      true
    default: false
    }
  }
}
