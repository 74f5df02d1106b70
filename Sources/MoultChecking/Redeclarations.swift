import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns the declarations of the file that declare what their type or module declares already.
func redeclarations(in subject: Subject) -> [DefiniteError] {
  subject.nodes.flatMap { node -> [DefiniteError] in
    switch node.kind {
    case .functionDecl, .initializerDecl, .subscriptDecl, .variableDecl, .enumCaseDecl,
      .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl:
      return declared(by: node, in: subject).compactMap { redeclaration($0, node, in: subject) }
    default: return []
    }
  }
}

/// The members or globals that a declaration makes; none if it stands in a body.
private func declared(by node: Node, in subject: Subject) -> [Symbol] {
  let names: [Node]
  switch node.kind {
  case .variableDecl: names = node.bindings.flatMap { $0.boundPatterns }
  case .enumCaseDecl: names = node.caseElements
  default: names = [node]
  }
  return names.compactMap { subject.semantics.symbol(of: $0) }.filter {
    $0.kind != .local && $0.parent != nil
  }
}

private func redeclaration(
  _ symbol: Symbol, _ node: Node, in subject: Subject
) -> DefiniteError? {
  guard let parent = symbol.parent, node.parent?.isPlaceOfMembers == true else { return nil }
  let all =
    parent.kind == .module
    ? subject.model.topLevelSymbols(named: symbol.name, in: parent.name)
    : subject.model.declaredMembers(of: parent).filter { $0.name == symbol.name }
  guard all.count > 1, all.contains(symbol),
    all.contains(where: {
      $0 != symbol && isSame($0, symbol) && areTogether($0, symbol, in: subject)
    })
  else { return nil }
  let place = parent.kind == .module ? "module '\(parent.name)'" : "'\(parent.name)'"
  return subject.error(
    .redeclaration, at: node, "'\(spelling(of: symbol))' is declared twice in \(place)")
}

/// Whether two declarations are of one target for certain.
///
/// Without a folder that tells, such as below an Xcode project, a module may be several targets that have files in
/// common; what extends one type is taken to be beside that type.
private func areTogether(_ one: Symbol, _ other: Symbol, in subject: Subject) -> Bool {
  guard one.declaration?.tree !== other.declaration?.tree else { return true }
  let folders = subject.file.source.path.split(separator: "/").dropLast()
  let isOwnFolder = zip(folders, folders.dropFirst()).contains {
    ["Sources", "Source", "src", "Tests"].contains($0) && $1 == subject.semantics.module
  }
  guard !isOwnFolder else { return true }
  guard let parent = one.parent, parent.kind.isNominalType else { return false }
  return subject.model.topLevelSymbols(named: parent.name, in: parent.module).count < 2
}

/// The name with its labels, as it is written in prose.
func spelling(of symbol: Symbol) -> String {
  guard symbol.kind.isCallable else { return symbol.name }
  return symbol.name + "(" + symbol.parameterLabels.map { ($0 ?? "_") + ":" }.joined() + ")"
}

/// Whether Swift takes two symbols of one name for the same.
private func isSame(_ one: Symbol, _ other: Symbol) -> Bool {
  guard one.module == other.module, one.isWritten, other.isWritten,
    one.isStatic == other.isStatic || one.kind.isType || other.kind.isType,
    let first = one.declaration, let second = other.declaration,
    !first.isConditional, !second.isConditional, !first.isForSomeVersions,
    !second.isForSomeVersions, sameConditions(first, second),
    !isDefault(one, of: other), !isDefault(other, of: one)
  else { return false }
  // What is private to a file is nobody else's concern.
  if one.isHidden || other.isHidden, first.tree !== second.tree { return false }
  if one.kind.isCallable || other.kind.isCallable { return sameFunction(one, other) }
  if one.kind == .enumCase, other.kind == .enumCase {
    return one.parameterLabels == other.parameterLabels
  }
  return one.kind == other.kind
    || [one.kind, other.kind].allSatisfy { $0.isNominalType || $0 == .typeAlias }
}

private func sameFunction(_ one: Symbol, _ other: Symbol) -> Bool {
  guard one.kind == other.kind, one.parameterLabels == other.parameterLabels,
    one.isAsync == other.isAsync,
    one.parameters.map(\.isVariadic) == other.parameters.map(\.isVariadic),
    one.parameters.map(\.isInout) == other.parameters.map(\.isInout)
  else { return false }
  let (first, second) = (one.declaration, other.declaration)
  if first?.child(.genericParameterClause) != nil || second?.child(.genericParameterClause) != nil {
    return first?.headWords == second?.headWords
  }
  // What a function throws does not tell it from another.
  guard case .function(let mine, let own, _, _) = one.type,
    case .function(let theirs, let others, _, _) = other.type, mine == theirs, own == others,
    !one.type.containsUnknown
  else { return false }
  // `some P` and `any P` read alike, and are different.
  return first?.opaqueWords == second?.opaqueWords
}

/// Whether `symbol` is what meets the requirement `other` of a protocol by default.
private func isDefault(_ symbol: Symbol, of other: Symbol) -> Bool {
  guard symbol.parent?.kind == .protocolType else { return false }
  let isInExtension = symbol.declaration?.container?.kind == .extensionDecl
  return isInExtension != (other.declaration?.container?.kind == .extensionDecl)
}

/// Whether the extensions that two declarations stand in ask for the same.
private func sameConditions(_ one: Node, _ other: Node) -> Bool {
  one.container?.child(.genericWhereClause)?.words
    == other.container?.child(.genericWhereClause)?.words
    && one.child(.genericWhereClause)?.words == other.child(.genericWhereClause)?.words
    && one.container?.boundSubject == other.container?.boundSubject
}

extension Symbol {
  fileprivate var isWritten: Bool {
    if case .project = origin { return true }
    return false
  }

  /// Private to its file, or to what stands around it.
  fileprivate var isHidden: Bool {
    guard let declaration else { return false }
    let holders = [declaration] + Array(declaration.ancestors)
    return holders.contains { !Set($0.modifierNames).isDisjoint(with: ["private", "fileprivate"]) }
  }
}

extension Node {
  fileprivate var boundPatterns: [Node] {
    guard let pattern else { return [] }
    return pattern.descendants.filter { $0.kind == .identifierPattern }
  }

  fileprivate var isPlaceOfMembers: Bool { kind == .memberBlock || kind == .sourceFile }

  /// The tokens, without what stands between them.
  fileprivate var words: [String] {
    tokenIDs.map { tree.text(of: TokenID(rawValue: UInt32($0))) }
  }

  /// What an extension says about the arguments of its type: `extension Array<Int>`.
  fileprivate var boundSubject: [String]? {
    kind == .extensionDecl
      ? subjectType?.descendants.first { $0.kind == .genericArgumentClause }?.words : nil
  }

  /// All that a function says in front of its body.
  fileprivate var headWords: [String] {
    [child(.genericParameterClause), signature ?? child(.parameterClause)].flatMap {
      $0?.words ?? []
    }
  }

  fileprivate var opaqueWords: [String] {
    (signature ?? self).descendants.filter { $0.kind == .someOrAnyType }.map(\.name)
  }

  /// Whether `@available` leaves the declaration out of some versions of the language or of a system.
  fileprivate var isForSomeVersions: Bool {
    let holder = kind == .patternBinding || kind == .enumCaseElement ? parent ?? self : self
    return holder.attributes.contains { attribute in
      ["available", "_spi", "_implements", "objc"].contains(attribute.name)
    }
  }
}
