import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the conformances whose type lacks what the protocol asks for.
func unmetRequirements(in subject: Subject) -> [DefiniteError] {
  subject.nodes.flatMap { node -> [DefiniteError] in
    guard node.kind.isNominalType || node.kind == .extensionDecl, node.kind != .protocolDecl,
      !node.inheritedTypes.isEmpty, let owner = subject.semantics.symbol(of: node),
      owner.kind.isNominalType, owner.kind != .protocolType
    else { return [] }
    let inherited = node.inheritedTypes.flatMap { type in
      type.kind == .compositionType ? type.children.filter(\.kind.isType) : [type]
    }
    return inherited.flatMap { inherited -> [DefiniteError] in
      guard let named = subject.semantics.symbol(of: inherited), named.kind == .protocolType else {
        return []
      }
      return unmet(named, by: owner, at: inherited, in: subject)
    }
  }
}

private func unmet(
  _ named: Symbol, by owner: Symbol, at place: Node, in subject: Subject
) -> [DefiniteError] {
  let type = SemanticType.nominal(owner, [])
  guard let ancestry = subject.semantics.ancestry(of: type),
    let protocols = subject.semantics.ancestry(of: .nominal(named, [])),
    // What a generator would write beside its protocols is made up in part.
    !(protocols + ancestry).contains(where: \.isMadeUp)
  else { return [] }
  return protocols.flatMap { asked -> [DefiniteError] in
    guard asked.module != "Swift", subject.knowsEverything(of: .nominal(asked, []), besides: "")
    else { return [] }
    return subject.model.declaredMembers(of: asked).compactMap { requirement in
      guard requirement.isDemanded, subject.knowsEverything(of: type, besides: requirement.name),
        !ancestry.contains(where: { meets(requirement, of: $0, in: subject) })
      else { return nil }
      return subject.error(
        .requirement, at: place,
        "'\(owner.name)' does not have '\(spelling(of: requirement))' as '\(asked.name)' asks")
    }
  }
}

/// Whether a type, or a default that its protocol gives, may be what a requirement asks for.
private func meets(_ requirement: Symbol, of type: Symbol, in subject: Subject) -> Bool {
  let named = subject.model.declaredMembers(of: type, named: requirement.name).filter {
    $0 != requirement && !$0.isWrittenInProtocol
  }
  return named.contains { isWitness($0, of: requirement, in: subject) }
}

private func isWitness(_ symbol: Symbol, of requirement: Symbol, in subject: Subject) -> Bool {
  if symbol.kind == .enumCase {
    return requirement.isStatic && symbol.parameterLabels == requirement.parameterLabels
  }
  guard symbol.kind == requirement.kind, symbol.isStatic == requirement.isStatic else {
    return false
  }
  if symbol.kind == .subscript { return true }
  // A structure whose properties all have values has an initialiser without parameters as well.
  if symbol.kind == .initializer, symbol.isMadeUp, requirement.parameters.isEmpty,
    symbol.parameters.allSatisfy(\.hasDefault)
  {
    return true
  }
  guard symbol.parameterLabels == requirement.parameterLabels else { return false }
  if symbol.isAsync, !requirement.isAsync { return false }
  if symbol.throwsByItself, !requirement.isThrowing { return false }
  guard symbol.kind == .function else { return true }
  return !contradict(symbol.type, requirement.type, in: subject)
}

/// Whether two types are different for certain, whatever protocols and type parameters in them mean.
///
/// What an era that is left had may still become the other.
private func contradict(_ one: SemanticType, _ other: SemanticType, in subject: Subject) -> Bool {
  switch (one, other) {
  case (.nominal(let first, let own), .nominal(let second, let others)):
    guard first.kind != .protocolType, second.kind != .protocolType, !first.isExternal,
      !second.isExternal,
      !subject.left.contains(first.module), !subject.left.contains(second.module)
    else { return false }
    return first != second || zip(own, others).contains { contradict($0, $1, in: subject) }
  case (.optional(let first), .optional(let second)):
    return contradict(first, second, in: subject)
  case (.optional, .nominal(let symbol, _)), (.nominal(let symbol, _), .optional):
    return symbol.kind != .protocolType && !symbol.isExternal
  case (.function(let own, let result, _, _), .function(let others, let other, _, _)):
    return own.count != others.count || contradict(result, other, in: subject)
      || zip(own, others).contains { contradict($0, $1, in: subject) }
  default: return false
  }
}

extension Symbol {
  /// A requirement that every type must meet.
  fileprivate var isDemanded: Bool {
    guard isWrittenInProtocol, let declaration else { return false }
    let holder = declaration.kind == .patternBinding ? declaration.parent : declaration
    guard let holder, !holder.modifierNames.contains("optional"),
      !holder.attributes.contains(where: { $0.name == "available" || $0.name == "objc" })
    else { return false }
    return [.function, .property, .initializer].contains(kind)
  }

  fileprivate var isWrittenInProtocol: Bool { declaration?.container?.kind == .protocolDecl }
}
