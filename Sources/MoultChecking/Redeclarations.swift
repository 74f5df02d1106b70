import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns the declarations of the file that declare what their type or module declares already.
///
/// - Complexity: O(*n*) in the nodes of the file and the members of the types that it declares members of.
func redeclarations(in subject: Subject) -> [DefiniteError] {
  var known = DeclarationsByShape(subject.model)
  return subject.nodes.flatMap { node -> [DefiniteError] in
    switch node.kind {
    case .functionDecl, .initializerDecl, .subscriptDecl, .variableDecl, .enumCaseDecl,
      .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl:
      return declared(by: node, in: subject).compactMap {
        redeclaration($0, node, in: subject, &known)
      }
    case .codeBlock, .closure, .switchCase: return variablesDeclaredTwice(in: node, subject)
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
  _ symbol: Symbol, _ node: Node, in subject: Subject, _ known: inout DeclarationsByShape
) -> DefiniteError? {
  guard let parent = symbol.parent, node.parent?.isPlaceOfMembers == true,
    known.alike(symbol).contains(where: {
      $0 != symbol && isSeenBeside($0, symbol) && areTogether($0, symbol, in: subject)
    })
  else { return nil }
  let place = parent.kind == .module ? "module '\(parent.name)'" : "'\(parent.name)'"
  return subject.error(
    .redeclaration, at: node, "'\(spelling(of: symbol))' is declared twice in \(place)")
}

/// The variables that a block declares although it has one of the name; one around it may.
private func variablesDeclaredTwice(in block: Node, _ subject: Subject) -> [DefiniteError] {
  var names: Set<String> = []
  return block.children.flatMap { statement -> [DefiniteError] in
    guard statement.kind == .variableDecl else { return [] }
    return statement.bindings.flatMap { $0.boundPatterns }.compactMap { pattern in
      guard !names.insert(pattern.name).inserted else { return nil }
      return subject.error(
        .redeclaration, at: pattern, "'\(pattern.name)' is declared twice in one block")
    }
  }
}

/// Whether one declaration is no concern of the other's, as it is private to another file.
private func isSeenBeside(_ one: Symbol, _ other: Symbol) -> Bool {
  one.declaration?.tree === other.declaration?.tree || !one.isHidden && !other.isHidden
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

extension Symbol {
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
}
