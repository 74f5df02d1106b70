import MoultProto
import MoultSemantics
import MoultSource
import MoultSyntax

/// What Swift files of a project can see of generated code.
struct SwiftSurroundings: Sendable {
  let model: ProjectModel

  /// The types that the project's own files declare, without those that it only extends.
  let ownTypes: Set<Symbol>

  init(_ model: ProjectModel) {
    self.model = model
    ownTypes = Set(model.projectTypes)
  }
}

/// Finds the uses of generated names in a Swift file.
///
/// - Parameter seesObjectiveC: whether a bridging header shows the file the generated Objective-C classes.
func swiftUses(
  in semantics: FileSemantics, _ names: RenameNames, _ surroundings: SwiftSurroundings,
  seesObjectiveC: Bool
) -> FileUses {
  let table = names.table
  let tree = semantics.tree
  var uses = FileUses()
  for index in tree.nodes.indices {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    guard isNameOfGenerated(node.kind) else { continue }
    let name = node.name
    guard let entry = table.entries[name], table.isVisibleInSwift(name) else { continue }
    let meaning = meaning(of: node, entry.kind, semantics, surroundings)
    func doubt(_ reason: String) {
      uses.uncertain.append(
        UncertainUse(path: tree.source.path, range: node.mainToken.range, reason: reason))
    }
    switch meaning {
    case .other: continue
    case .interface(let module): doubt("'\(name)', which \(module) declares as well")
    case .generated, .unknown:
      if entry.kind != .swift, let reason = names.doubt(about: name) {
        doubt(reason)
      } else if names.rivals.contains(name) {
        doubt("'\(name)', which another '.proto' file generates as well")
      } else if meaning == .unknown, entry.kind != .swift, !seesObjectiveC {
        doubt("'\(name)' where no known bridging header imports the generated header")
      } else if meaning == .unknown, !names.areOfToday, !hasSeveralWords(name),
        !semantics.unknownImports.isEmpty
      {
        doubt("'\(name)', which a module that is not here may declare")
      } else {
        uses.edits.append(Edit(node.mainToken.range, entry.new))
      }
    }
  }
  for token in tree.tokens where token.kind == .stringSegment {
    let text = tree.source.text(token.range)
    let isName = text.split(separator: ".").last.map(String.init) == text
    if isName, case .objectiveC = table.entries[text]?.kind {
      uses.uncertain.append(
        UncertainUse(path: tree.source.path, range: token.range, reason: "'\(text)' in a string"))
    }
  }
  return uses
}

/// Whether a node can name what is generated.
func isNameOfGenerated(_ kind: NodeKind) -> Bool {
  switch kind {
  case .identifierType, .declReference, .memberAccess, .memberType: true
  default: false
  }
}

/// What a name means where it stands.
private enum Meaning: Equatable {
  /// Nobody declares it: most likely a header does.
  case unknown
  case generated
  /// A module whose declarations are known has it; with an unprefixed class of that name it is ambiguous.
  case interface(String)
  /// A local, a member or a type of the project's own.
  case other
}

private func meaning(
  of node: Node, _ kind: RenameTable.Kind, _ semantics: FileSemantics,
  _ surroundings: SwiftSurroundings
) -> Meaning {
  if node.kind == .memberAccess || node.kind == .memberType {
    guard isQualifiedOrMember(node, kind, semantics) else { return .other }
  }
  guard let found = semantics.symbol(of: node) else {
    return semantics.candidates(of: node).isEmpty ? .unknown : .other
  }
  let symbol = found.kind == .initializer ? found.parent ?? found : found
  switch symbol.origin {
  case .interface: return .interface("module '\(symbol.module)'")
  case .synthesized: return .generated
  case .project(_, let isGenerated):
    if isGenerated { return .generated }
    // What is only extended is declared elsewhere.
    if symbol.kind.isNominalType, !surroundings.ownTypes.contains(symbol) { return .unknown }
    return .other
  }
}

/// Whether a name behind a dot can be the generated thing: a top-level name behind its module, or a property
/// that an extension field adds to its message.
private func isQualifiedOrMember(
  _ node: Node, _ kind: RenameTable.Kind, _ semantics: FileSemantics
) -> Bool {
  guard let base = node.children.first else { return false }
  if let symbol = semantics.symbol(of: base), symbol.kind == .module { return true }
  guard kind == .swift else { return false }
  if let symbol = semantics.symbol(of: node), case .project(_, true) = symbol.origin { return true }
  // 'Hello_V1_note' is nobody else's word, 'note' is.
  return node.name.contains("_") && semantics.symbol(of: node) == nil
}
