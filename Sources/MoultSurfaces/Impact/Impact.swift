import MoultMatching
import MoultObjC
package import MoultProto
package import MoultSemantics
import MoultSource

extension SurfaceFacts {
  /// The `.proto` files of the project with what makes names of them.
  package var schema: SchemaSide {
    let files = protos.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return SchemaSide(
      ProtoProject(files, roots: options.texts("proto.roots").map(withoutFinalSlash))
    ) { prefixSources.prefix(of: $0).value }
  }
}

/// Finds what a change of schemas comes to in the code of a project.
///
/// - Parameters:
///   - files: the project as it was before the change, but for its own code, which is that of today.
///   - old: what these files say.
///   - model: the Swift of these files; nil where there is none.
///   - new: the schema after the change.
///   - interfaces: those of libraries that changed; the model knows the old ones.
///   - headers: what the libraries of the catalogue declare in Objective-C.
/// - Complexity: O(*n*) in the texts of the project.
package func impact(
  on files: [ProjectText], _ old: SurfaceFacts, _ model: ProjectModel?, of new: SchemaSide,
  interfaces: [InterfacePair], headers: [CatalogueText], jobs: Int
) async -> ImpactOutcome {
  let side = old.schema
  var comparison = SchemaComparison(from: side, to: new)
  for pair in interfaces {
    let found = InterfaceComparison(pair)
    comparison.add(found.changes, found.generated)
  }
  let table = ImpactTable(comparison)
  guard !table.isEmpty else { return ImpactOutcome(changes: comparison.changes, uses: []) }
  var uses: [ImpactUse] = []
  if let model {
    let scene = SwiftImpactScene(model, table)
    let paths = files.filter { $0.surface == .swift && !$0.isGenerated }.map(\.source.path)
    let perFile = await parallelMap(paths, jobs: jobs) { path in
      model.semantics(forFile: path).map { swiftImpact(in: $0, scene) } ?? []
    }
    uses += perFile.flatMap { $0 }
  }
  let own = files.filter { $0.surface == .objectiveC && !$0.isGenerated }
  if !own.isEmpty, !comparison.objectiveC.isEmpty {
    uses += await objectiveCUses(
      own, files, old, side, table, headers: headers, jobs: jobs)
  }
  return ImpactOutcome(changes: comparison.changes, uses: uses)
}

private func objectiveCUses(
  _ own: [ProjectText], _ files: [ProjectText], _ old: SurfaceFacts, _ side: SchemaSide,
  _ table: ImpactTable, headers: [CatalogueText], jobs: Int
) async -> [ImpactUse] {
  let cache = old.cache
  let outlines = await parallelMap(own, jobs: jobs) { cache.outline(of: $0.source) }
  let library = headers.map {
    cache.outline(of: SourceText(path: ":" + $0.path, bytes: Array($0.text.utf8)))
  }
  let made = side.project.files.indices.map { index in
    cache.outline(
      of: SourceText(
        path: ":generated from " + side.project.files[index].path,
        bytes: Array(side.objectiveCHeader(ofFileAt: index).utf8)))
  }
  let runtime = cache.outline(
    of: SourceText(path: ":GPBMessage.h", bytes: Array(objectiveCMessageHeader.utf8)))
  let model = ObjCModel(library: library + [runtime] + made, project: outlines)
  let paths = Set(table.comparison.changes.compactMap { $0.old?.path })
  let changed = Set(
    side.project.files.indices.filter { paths.contains(side.project.files[$0].path) })
  let shown = side.project.importers(of: changed)
  let seen = HeaderGraph(
    files.filter { $0.surface == .objectiveC }.map { cache.outline(of: $0.source) }
  ).seeing(Set(shown.flatMap { generatedHeaders(of: side.project.files[$0]) }))
  let declared = sharedObjectiveCNames(outlines)
  let perFile = await parallelMap(outlines, jobs: jobs) { file in
    objectiveCImpact(
      in: ObjCTypes(file, model), table, seesHeader: seen.contains(file.source.path),
      own: declared)
  }
  return perFile.flatMap { $0 }
}
