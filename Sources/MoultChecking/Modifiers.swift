import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the declarations with modifiers that they cannot have where they stand.
func misplacedModifiers(in subject: Subject) -> [DefiniteError] {
  subject.nodes.compactMap { node in
    switch node.kind {
    case .functionDecl, .variableDecl, .initializerDecl, .subscriptDecl:
      guard let container = node.container, !node.modifiers.isEmpty,
        let owner = subject.semantics.symbol(of: container), !owner.isExternal
      else { return nil }
      return misplacedModifier(of: node, in: owner, subject)
    default: return nil
    }
  }
}

private func misplacedModifier(
  of node: Node, in owner: Symbol, _ subject: Subject
) -> DefiniteError? {
  let modifiers = Set(node.modifierNames)
  let isValue = owner.kind == .structure || owner.kind == .enumeration
  if isValue,
    let wrong = ["override", "convenience", "required", "final", "class"].first(
      where: modifiers.contains)
  {
    return subject.error(
      .modifier, at: node, "'\(wrong)' stands in '\(owner.name)', which is no class")
  }
  if owner.kind == .classType || owner.kind == .actor, node.kind == .functionDecl,
    modifiers.contains("mutating")
  {
    return subject.error(.modifier, at: node, "'mutating' stands in the class '\(owner.name)'")
  }
  guard modifiers.contains("override"), owner.kind == .classType else { return nil }
  return vainOverride(node, in: owner, subject)
}

private func vainOverride(
  _ node: Node, in owner: Symbol, _ subject: Subject
) -> DefiniteError? {
  guard let symbol = subject.semantics.symbol(of: node),
    let ancestors = subject.semantics.ancestry(of: .nominal(owner, []))?.filter({
      $0.kind == .classType && $0 != owner
    }),
    !ancestors.isEmpty || node.container?.child(.inheritanceClause) == nil,
    ancestors.allSatisfy({ subject.knowsEverything(of: .nominal($0, []), besides: "init(") })
  else { return nil }
  let isMet = ancestors.contains { ancestor in
    subject.semantics.members(named: symbol.name, of: .nominal(ancestor, [])).contains {
      $0.kind == symbol.kind && $0.parameterLabels == symbol.parameterLabels
        && $0.parent?.kind == .classType
    }
  }
  guard !isMet else { return nil }
  return subject.error(
    .modifier, at: node, "'\(spelling(of: symbol))' overrides nothing in '\(owner.name)'")
}
