import MoultFindings
import MoultManifests
import MoultObjC
import MoultProto
import MoultSemantics
import MoultSource

/// All that a change of a prefix is worked out from.
struct RenameScene: Sendable {
  let project: ProtoProject
  let prefixes: ClassPrefixSources
  let files: [ProjectText]

  /// The Objective-C of the project, generated files included.
  let objectiveC: [ObjCFile]
  let generated: Set<String>

  /// What each file of `protos` generates in Objective-C today.
  let objectiveCSymbols: [[ObjectiveCSymbol]]

  /// The files that generate a name in Objective-C today.
  let objectiveCHolders: NameHolders

  /// The files whose Swift has a name today.
  let swiftHolders: NameHolders

  /// The project's own `.proto` files by path, then those that only descriptors tell of.
  var protos: [ProtoFile] { project.files }

  /// All names that are generated today.
  let generatedNames: Set<String>

  /// Nil where there is no Swift.
  let model: ProjectModel?
  let cache: TreeCache

  /// The texts of the files, by path.
  let sources: [String: SourceText]

  /// The indices of the `.proto` files of each package, ascending.
  let membersOfPackage: [String: [Int]]

  /// The paths of generated files, by their last component, sorted.
  let generatedByName: [String: [String]]

  private let madeCallers = Once<RenameCallers>()

  init(
    _ files: [ProjectText], project: ProtoProject, prefixes: ClassPrefixSources,
    model: ProjectModel?, cache: TreeCache
  ) {
    self.files = files
    self.project = project
    self.prefixes = prefixes
    self.model = model
    self.cache = cache
    generated = Set(files.filter(\.isGenerated).map(\.source.path))
    generatedByName = Dictionary(grouping: generated.sorted(), by: lastComponent)
    sources = Dictionary(
      files.map { ($0.source.path, $0.source) }, uniquingKeysWith: { first, _ in first })
    membersOfPackage = Dictionary(grouping: project.files.indices) { project.files[$0].package }
    objectiveCSymbols = project.files.map { file in
      file.objectiveCSymbols(prefix: prefixes.prefix(of: file).value)
    }
    let objectiveCNames = objectiveCSymbols.map { $0.map(\.name) }
    let swiftNames = project.files.map { $0.swiftSymbols() }
    objectiveCHolders = NameHolders(objectiveCNames)
    swiftHolders = NameHolders(swiftNames)
    generatedNames = Set(objectiveCNames.joined()).union(swiftNames.joined())
    objectiveC = files.filter { $0.surface == .objectiveC }.map { cache.outline(of: $0.source) }
      .filter { !$0.isHeaderOfCPlusPlusAlone }
  }

  /// The code that may use what changes.
  var callers: RenameCallers { madeCallers.value { RenameCallers(self) } }
}

/// Which files give each name.
struct NameHolders: Sendable {
  /// By name: the index of the first file.
  private var first: [String: Int] = [:]

  /// By name, for those of several files: the indices of the others, ascending.
  private var others: [String: [Int]] = [:]

  /// - Parameter names: those of each file, by its index.
  init(_ names: [[String]]) {
    first.reserveCapacity(names.reduce(0) { $0 + $1.count })
    for (index, names) in names.enumerated() {
      for name in names {
        if let known = first[name] {
          guard known != index, others[name]?.last != index else { continue }
          others[name, default: []].append(index)
        } else {
          first[name] = index
        }
      }
    }
  }

  /// Returns the index of the first file outside of `members` that gives the name, or nil.
  func holder(of name: String, outside members: Set<Int>) -> Int? {
    guard let first = first[name] else { return nil }
    return members.contains(first) ? others[name]?.first { !members.contains($0) } : first
  }
}

/// Works out what a change of a prefix or a package comes to.
///
/// Names are computed anew from the descriptors, under the old prefix and under the new one: a prefix can take a
/// suffix away, or be there already.
///
/// Source: facts on gRPC for Objective-C, section 9.
///
/// - Complexity: O(*n*) in the files of the package, those that import them and those that mention a name of theirs; the
///   first change of a scene, in the texts of the project.
func renaming(_ change: PrefixChange, in scene: RenameScene) -> PrefixRenaming {
  var table = RenameTable()
  var obstacles = change.objectionToValue.map { [$0] } ?? []
  let members = scene.membersOfPackage[change.package] ?? []
  if members.isEmpty {
    obstacles.append("no '.proto' file here has the package '\(change.package)'")
  }
  for index in members { add(scene.protos[index], at: index, change, scene, &table) }
  obstacles += managedModeObstacles(change, members, scene)
  obstacles += collisions(change, Set(members), scene, table)

  for index in members where scene.sources[scene.protos[index].path] == nil {
    obstacles.append(
      "\(scene.protos[index].path) of the package is known from a descriptor set alone")
  }
  let protoEdits = ProtoEdits(change, members, scene.project, sources: scene.sources)
  obstacles += protoEdits.obstacles
  var edits = protoEdits.edits
  var uncertain = protoEdits.uncertain
  let rivals = rivalNames(Set(members), scene, table)
  let callers = callerUses(
    change.option, Set(members), scene, table, rivals: rivals, areOfToday: true)
  for (path, uses) in callers {
    if !uses.edits.isEmpty { edits[path, default: []] += uses.edits }
    uncertain += uses.uncertain
  }
  if change.option == .package { uncertain += wireNames(change, scene) }
  if change.option != .swift { uncertain += expectedPrefixFiles(scene.files) }
  return PrefixRenaming(
    change: change, newNames: table.entries.mapValues(\.new),
    edits: edits.map { FileEdits(path: $0.key, edits: $0.value) }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
    uncertain: uncertain.sorted {
      ($0.path, $0.range.lowerBound.utf8, $0.reason) < (
        $1.path, $1.range.lowerBound.utf8, $1.reason
      )
    },
    obstacles: obstacles,
    suffixChanges: table.entries.map { (old: $0.key, new: $0.value.new) }
      .filter { hasReservedSuffix($0.old) != hasReservedSuffix($0.new) }.sorted { $0.old < $1.old },
    generatedFiles: generatedFiles(of: members.map { scene.protos[$0] }, change, scene))
}

private func hasReservedSuffix(_ name: String) -> Bool {
  ["_Class", "_Enum", "_RootClass"].contains { name.hasSuffix($0) }
}

/// Adds the names of one file, old and new.
private func add(
  _ file: ProtoFile, at index: Int, _ change: PrefixChange, _ scene: RenameScene,
  _ table: inout RenameTable
) {
  let changed =
    switch change.option {
    case .objectiveC, .swift: file.replacingOption(change.option.rawValue, with: change.value)
    case .package: file.replacingPackage(with: change.value)
    }
  if change.option != .swift {
    let old = scene.objectiveCSymbols[index]
    let new = changed.objectiveCSymbols(prefix: scene.prefixes.prefix(of: changed).value)
    for (old, new) in zip(old, new) {
      table.add(
        old.name, RenameTable.Entry(new: new.name, kind: .objectiveC(old.kind), file: index))
    }
  }
  if change.option != .objectiveC {
    for (old, new) in zip(file.swiftSymbols(), changed.swiftSymbols()) {
      table.add(old, RenameTable.Entry(new: new, kind: .swift, file: index))
    }
  }
}

/// Where something else decides the prefix, an option in the file would change nothing.
private func managedModeObstacles(
  _ change: PrefixChange, _ members: [Int], _ scene: RenameScene
) -> [String] {
  guard change.option == .objectiveC else { return [] }
  for index in members {
    let file = scene.protos[index]
    switch scene.prefixes.prefix(of: file).origin {
    case .managedMode:
      return [
        "buf's managed mode sets the prefix of \(file.path) whatever the file says: change it in 'buf.gen.yaml'"
      ]
    case .elsewhere:
      return [
        "the prefix of \(file.path) comes from a file of mappings or from the environment, so its old names are not known"
      ]
    case .option, .package, .none: continue
    }
  }
  return []
}

/// New names that something else has already.
private func collisions(
  _ change: PrefixChange, _ members: Set<Int>, _ scene: RenameScene, _ table: RenameTable
) -> [String] {
  var result: [String] = []
  // Most changes collide with nothing, and the table is large.
  lazy var olds = Dictionary(
    table.entries.map { ($0.value.new, $0.key) }, uniquingKeysWith: { min($0, $1) })
  func report(_ new: String, _ holder: String) {
    guard let old = olds[new] else { return }
    result.append("'\(old)' would become '\(new)', which \(holder) has already")
  }
  func reportHolders(_ holders: NameHolders) {
    let held = table.entries.values.compactMap { entry in
      holders.holder(of: entry.new, outside: members).map { (new: entry.new, holder: $0) }
    }
    for (new, holder) in held.sorted(by: { $0.new < $1.new }) {
      report(new, scene.protos[holder].path)
    }
  }
  func collidingNames(_ own: Set<String>) -> [String] {
    own.isEmpty ? [] : table.entries.values.map(\.new).filter(own.contains).sorted()
  }
  if change.option != .swift {
    reportHolders(scene.objectiveCHolders)
    for name in collidingNames(scene.callers.ownNames) { report(name, "the project's own code") }
  }
  if change.option != .objectiveC {
    reportHolders(scene.swiftHolders)
    for name in collidingNames(scene.callers.ownSwiftNames) {
      report(name, "the project's own code")
    }
  }
  var seen: Set<String> = []
  return result.filter { seen.insert($0).inserted }
}

/// The uses in Objective-C and Swift, by path.
///
/// - Parameters:
///   - members: the indices of the `.proto` files whose names change.
///   - areOfToday: whether the names are generated today, so that `@class X;` says that `X` is the generated class.
func callerUses(
  _ option: PrefixOption, _ members: Set<Int>, _ scene: RenameScene, _ table: RenameTable,
  rivals: Set<String>, areOfToday: Bool
) -> [String: FileUses] {
  guard !table.entries.isEmpty else { return [:] }
  let callers = scene.callers
  let paths = areOfToday ? callers.paths(mentioning: table.entries.keys) : callers.paths
  guard !paths.isEmpty else { return [:] }
  let seeing = callers.headers.seeing(headersShowing(members, scene))
  var result: [String: FileUses] = [:]
  func names(_ own: Set<String>) -> RenameNames {
    RenameNames(
      table: table, rivals: rivals, own: callers.sharedNames.union(own), areOfToday: areOfToday)
  }
  if option != .swift {
    let names = names(callers.exportedNames)
    for path in paths {
      guard let file = callers.objectiveC[path] else { continue }
      result[path] = objectiveCUses(in: file, names, seesHeader: seeing.contains(path))
    }
  }
  guard let model = scene.model, let surroundings = callers.surroundings else { return result }
  let names = names(callers.importedNames)
  let bridged = Set(
    seeing.filter { isBridgingHeader($0) && !scene.generated.contains($0) }
      .map { callers.layout.project(ofPath: $0) })
  for path in paths where callers.swift.contains(path) {
    guard let semantics = model.semantics(forFile: path) else { continue }
    result[path] = swiftUses(
      in: semantics, names, surroundings,
      seesObjectiveC: bridged.contains(callers.layout.project(ofPath: path)))
  }
  return result
}

/// The generated headers through which the names of some files are seen: their own, and those of files that
/// import them.
private func headersShowing(_ members: Set<Int>, _ scene: RenameScene) -> Set<String> {
  let importers = scene.project.importers(of: members)
  return Set(importers.flatMap { generatedHeaders(of: scene.protos[$0]) })
}

/// The old names that files outside of the change generate as well.
private func rivalNames(
  _ members: Set<Int>, _ scene: RenameScene, _ table: RenameTable
) -> Set<String> {
  Set(
    table.entries.keys.filter { name in
      scene.objectiveCHolders.holder(of: name, outside: members) != nil
        || scene.swiftHolders.holder(of: name, outside: members) != nil
    })
}

/// Places in Swift and Objective-C that spell a name of the wire, which changes with the package.
private func wireNames(_ change: PrefixChange, _ scene: RenameScene) -> [UncertainUse] {
  let needle = Array((change.package + ".").utf8)
  guard needle.count > 1 else { return [] }
  var result: [UncertainUse] = []
  for file in scene.files where !file.isGenerated && file.surface != .proto {
    let bytes = file.source.bytes
    var position = 0
    while let place = bytes.firstIndex(ofBytes: needle, from: position) {
      let range = place..<place + needle.count
      let before = place > 0 ? bytes[place - 1] : 0x20
      position = range.upperBound
      if isNamePart(before) { continue }
      result.append(
        UncertainUse(
          path: file.source.path, range: ByteRange(indices: range),
          reason: "'\(change.package)', a name of the wire that changes with the package"))
    }
  }
  return result
}

/// Letters, digits, underscores and dots, of which the name of a package is made.
private func isNamePart(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
  default: false
  }
}

private func generatedFiles(
  of protos: [ProtoFile], _ change: PrefixChange, _ scene: RenameScene
) -> [String] {
  var names: Set<String> = []
  for proto in protos {
    let swift = lastComponent(ofPath: proto.path).split(separator: ".").first.map(String.init) ?? ""
    if change.option != .swift {
      let stem = objectiveCFileStem(proto.path)
      names.formUnion(["pbobjc", "pbrpc"].flatMap { ["\(stem).\($0).h", "\(stem).\($0).m"] })
    }
    if change.option != .objectiveC {
      names.formUnion(["pb", "grpc", "connect", "mock"].map { "\(swift).\($0).swift" })
    }
  }
  return names.flatMap { scene.generatedByName[$0] ?? [] }.sorted()
}
