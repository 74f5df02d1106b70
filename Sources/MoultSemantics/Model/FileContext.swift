import MoultSource
import MoultSyntax

/// One `import` of a file.
struct ImportRecord: Sendable {
  /// The module, with its submodules: `Foundation`, `os.log`.
  let module: String
  /// The one declaration that a scoped import names: `import struct M.T`.
  let scopedName: String?
  let isExported: Bool
  /// `@testable`: what is internal is seen as well.
  let isTestable: Bool
  let node: Node
}

/// What the resolution of names needs to know about one file.
final class FileContext: Sendable {
  let index: Int
  let tree: SyntaxTree
  let module: String
  let origin: SymbolOrigin
  let imports: [ImportRecord]

  /// The targets of the module that compile it; nil if the module is one, or nobody says.
  let place: BuildPlace?

  /// The library and era of an interface; nil for the project's files.
  let era: (library: String, era: String)?

  /// True for the interface of a newer era than one that was read before: what both declare is one thing.
  let addsToOlderEra: Bool

  /// What resolves the types of its declarations when somebody asks; nil for the view of a branch.
  let late: LateTypes?

  /// The same file as its branches of `#if` see it to which some of its imports do not belong, by the branch.
  private let branches: [NodeID: FileContext]

  /// Tells the branches of one file apart; 0 is the file as a whole.
  let branch: Int

  /// What holds in the branch; empty for the file as a whole.
  let conditions: BuildConditions

  init(
    index: Int, tree: SyntaxTree, module: String, origin: SymbolOrigin,
    era: (library: String, era: String)? = nil, addsToOlderEra: Bool = false,
    late: LateTypes? = nil, place: BuildPlace? = nil
  ) {
    self.index = index
    self.place = place
    self.era = era
    self.addsToOlderEra = addsToOlderEra
    self.late = late
    self.tree = tree
    self.module = module
    self.origin = origin
    let records = tree.root.itemNodes.compactMap {
      $0.kind == .importDecl ? importRecord($0) : nil
    }
    imports = records
    branch = 0
    self.conditions = BuildConditions()
    if case .interface = origin {
      branches = [:]
      return
    }
    guard records.contains(where: { $0.node.parent?.kind == .ifConfigClause }) else {
      branches = [:]
      return
    }
    var branches: [NodeID: FileContext] = [:]
    let conditions = records.map { BuildConditions(at: $0.node) }
    for raw in tree.shownNodes where tree.kind(ofNode: raw) == .ifConfigClause {
      let clause = Node(tree: tree, id: NodeID(rawValue: UInt32(raw)))
      let own = BuildConditions(at: clause)
      let seen = zip(records, conditions).filter { !$1.excludes(own) }.map(\.0)
      if seen.count == records.count { continue }
      branches[clause.id] = FileContext(
        index: index, tree: tree, module: module, origin: origin, imports: seen, place: place,
        branch: branches.count + 1, conditions: own)
    }
    self.branches = branches
  }

  /// Creates the view of a branch of a project's file.
  private init(
    index: Int, tree: SyntaxTree, module: String, origin: SymbolOrigin, imports: [ImportRecord],
    place: BuildPlace?, branch: Int, conditions: BuildConditions
  ) {
    self.index = index
    self.place = place
    self.tree = tree
    self.module = module
    self.origin = origin
    self.imports = imports
    self.branch = branch
    self.conditions = conditions
    era = nil
    addsToOlderEra = false
    late = nil
    branches = [:]
  }

  /// The file as the code at `node` sees it: without the imports that no build compiles together with it.
  ///
  /// - Complexity: O(*d*) in the depth of the node, where imports stand under `#if`; O(1) elsewhere.
  func seen(at node: Node) -> FileContext {
    if branches.isEmpty { return self }
    for ancestor in node.ancestors {
      if let branch = branches[ancestor.id] { return branch }
    }
    return self
  }

  /// Whether branches of `#if` in it see other modules than the file as a whole.
  var seesBranches: Bool { !branches.isEmpty }

  /// Whether what is internal to another module is seen.
  func seesInside(_ module: String) -> Bool {
    imports.contains { $0.isTestable && $0.module == module }
  }

  /// Whether it is one of the project's own, written or generated.
  var isOfProject: Bool {
    if case .project = origin { return true }
    return false
  }

  /// Whether the file is a program, whose variables no other module sees.
  var isProgram: Bool { path == "main.swift" || path.hasSuffix("/main.swift") }

  var path: String { tree.source.path }
}

private func importRecord(_ node: Node) -> ImportRecord? {
  let components = node.children.filter { $0.kind == .importPathComponent }
  guard let first = components.first else { return nil }
  var names = components.map(\.name)
  var scopedName: String?
  let keyword = node.tokenText(before: first)
  if let keyword, importKinds.contains(keyword), names.count > 1 { scopedName = names.removeLast() }
  return ImportRecord(
    module: names.joined(separator: "."), scopedName: scopedName,
    isExported: node.hasAttribute("_exported"), isTestable: node.hasAttribute("testable"),
    node: node)
}

private let importKinds: Set<String> = [
  "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor", "macro",
]
