import MoultObjC
import MoultProto
import MoultSemantics
import MoultSource
import MoultSyntax

/// The handwritten code of a project in which generated names are used, read once for all changes of prefixes.
///
/// A tree of thousands of `.proto` files asks for as many changes, of which each concerns few files.
struct RenameCallers: Sendable {
  /// The Objective-C that nobody generated, by path.
  let objectiveC: [String: ObjCFile]

  /// The paths of the Swift files that nobody generated.
  let swift: Set<String>

  let headers: HeaderGraph

  /// Names of classes and types that this Objective-C declares for more than one file.
  let sharedNames: Set<String>

  /// Names of all classes and types that this Objective-C declares.
  let ownNames: Set<String>

  /// Names that this Objective-C gives its types in Swift.
  let importedNames: Set<String>

  /// Names of the classes at the top of this Swift, which Objective-C may see.
  let exportedNames: Set<String>

  /// Names of the types at the top of this Swift.
  let ownSwiftNames: Set<String>

  let layout: ProjectLayout

  /// Nil where there is no Swift.
  let surroundings: SwiftSurroundings?

  private let mentions: NameMentions

  /// - Complexity: O(*n*) in the tokens of the project.
  init(_ scene: RenameScene) {
    let own = scene.objectiveC.filter { !scene.generated.contains($0.source.path) }
    let swift = scene.files.filter { $0.surface == .swift && !$0.isGenerated }.map(\.source)
    objectiveC = Dictionary(
      own.map { ($0.source.path, $0) }, uniquingKeysWith: { first, _ in first })
    self.swift = Set(swift.map(\.path))
    headers = HeaderGraph(scene.objectiveC)
    sharedNames = sharedObjectiveCNames(own)
    ownNames = ownObjectiveCNames(own)
    importedNames = own.reduce(into: []) { $0.formUnion($1.swiftTypeNames) }
    layout = ProjectLayout(scene.files)
    surroundings = scene.model.map { SwiftSurroundings($0) }
    var ownSwiftNames: Set<String> = []
    var classes: Set<String> = []
    for type in surroundings?.ownTypes ?? [] {
      if case .project(_, false) = type.origin, type.parent?.kind == .module {
        ownSwiftNames.insert(type.name)
        if type.kind == .classType { classes.insert(type.name) }
      }
    }
    self.ownSwiftNames = ownSwiftNames
    exportedNames = classes
    var mentions = NameMentions(scene.generatedNames)
    for file in own { mentions.add(file) }
    if scene.model != nil {
      for source in swift { mentions.add(scene.cache.tree(of: source)) }
    }
    self.mentions = mentions
  }

  /// The paths of all files.
  var paths: Set<String> { swift.union(objectiveC.keys) }

  /// Returns the paths of the files that may use one of some names that are generated today.
  func paths(mentioning names: some Sequence<String>) -> Set<String> {
    mentions.paths(of: names)
  }
}

/// Which files mention some names.
private struct NameMentions: Sendable {
  private let names: Set<String>
  private var paths: [String: [String]] = [:]

  /// Files in which macros join words, so that parts of names are mentioned.
  private var always: Set<String> = []

  /// - Parameter names: the names that count.
  init(_ names: Set<String>) { self.names = names }

  mutating func add(_ file: ObjCFile) {
    let path = file.source.path
    if !file.pastedWords.isEmpty { always.insert(path) }
    for identifier in file.identifiers { add(file.source.text(identifier.range), path) }
    for range in file.strings {
      if let name = quotedName(file.source.text(range)) { add(name, path) }
    }
  }

  mutating func add(_ tree: SyntaxTree) {
    let path = tree.source.path
    for index in tree.nodes.indices {
      let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
      if isNameOfGenerated(node.kind) { add(node.name, path) }
    }
    for token in tree.tokens where token.kind == .stringSegment {
      add(tree.source.text(token.range), path)
    }
  }

  private mutating func add(_ name: String, _ path: String) {
    guard names.contains(name), paths[name]?.last != path else { return }
    paths[name, default: []].append(path)
  }

  func paths(of names: some Sequence<String>) -> Set<String> {
    names.reduce(into: always) { $0.formUnion(paths[$1] ?? []) }
  }
}
