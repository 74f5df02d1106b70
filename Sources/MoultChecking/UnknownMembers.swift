import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the members, cases and nested types that their owner lacks, or hides from the file.
func unknownMembers(in subject: Subject) -> [DefiniteError] {
  let values = subject.semantics.lookupFailures().compactMap { node, failure -> DefiniteError? in
    guard case .member(let owner, let isOnType) = failure, node.kind == .memberAccess,
      !node.isImplicitOperand, !isOfDoubtfulResult(node, in: subject)
    else { return nil }
    return unknownMember(node, of: owner, isOnType: isOnType, in: subject)
  }
  let types = subject.nodes.compactMap { node -> DefiniteError? in
    guard node.kind == .memberType, subject.semantics.candidates(of: node).isEmpty,
      let base = node.children.first, base.kind == .identifierType || base.kind == .memberType
    else { return nil }
    return unknownMember(node, of: subject.semantics.type(of: base), isOnType: true, in: subject)
  }
  return values + types
}

private func unknownMember(
  _ node: Node, of owner: SemanticType, isOnType: Bool, in subject: Subject
) -> DefiniteError? {
  guard case .nominal(let symbol, _) = owner, !node.isInMacro,
    !isOnType || symbol.kind != .protocolType
  else { return nil }
  let name = node.name
  // A wrapper or a macro may declare '$name', and what an interface calls 'Decoder' is Swift's own where it is not imported.
  if name.hasPrefix("$") || name.hasPrefix("_") || standardNames.contains(symbol.name) {
    return nil
  }
  let hidden = subject.semantics.members(named: name, of: owner)
  if !hidden.isEmpty {
    guard hidden.allSatisfy({ !subject.semantics.canUse($0) }) else { return nil }
    return subject.error(
      .unknownMember, at: node, "'\(name)' of '\(symbol.name)' is not visible in this file")
  }
  guard subject.knowsMembers(of: owner, named: name) else { return nil }
  return subject.error(.unknownMember, at: node, "'\(symbol.name)' has no member '\(name)'")
}

/// Whether the receiver is what one of several overloads gives, of which the member may tell which is meant.
private func isOfDoubtfulResult(_ node: Node, in subject: Subject) -> Bool {
  guard var base = node.base else { return false }
  while [.tuple, .tryExpr, .awaitExpr, .optionalChaining, .forceUnwrap].contains(base.kind),
    let inner = base.kind == .tuple ? base.arguments.first?.argumentValue : base.children.first
  { base = inner }
  return base.kind == .functionCall && !subject.semantics.overloads(atCall: base).isEmpty
}

extension Node {
  /// Whether this is `.name` beside an operator that may take other types than the one on its other side.
  fileprivate var isImplicitOperand: Bool {
    var root = self
    while let inner = root.children.first, inner.kind.isExpression { root = inner }
    guard root.kind == .memberAccess, root.base == nil else { return false }
    let around = ancestors.first { $0.kind == .binaryOperator || !$0.isChainLink }
    guard let around, around.kind == .binaryOperator else { return false }
    return !["==", "!=", "??"].contains(around.name)
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
