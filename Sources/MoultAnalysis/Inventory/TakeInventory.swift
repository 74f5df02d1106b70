package import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces

/// What `plan` shows: the inventory, with the analysis that its counts come from.
package struct InventoryResult: Sendable {
  package let inventory: Inventory
  package let analysis: AnalysisResult
}

/// Returns which era of each library every module of a program speaks, on every surface, and what rules found there.
///
/// Files outside of the scope are evidence all the same; only findings are limited to it.
///
/// - Parameters:
///   - targets: the era to move to, by library; where none is named, the newest.
///   - isCounted: whether a finding is counted; that of a file which programs share is counted once.
/// - Complexity: O(*n* log *n*) in the bytes of the files.
func takeInventoryOfProgram(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions,
  targets: [String: String], cache: TreeCache, isCounted: (Finding) -> Bool
) async -> InventoryResult {
  let project = await Project(files, catalogue, options, cache: cache)
  let analysis = await project.result(catalogue)
  let files = project.files
  let index = EraIndex(catalogue.libraries)
  let modules = ProjectModules(files, catalogue.libraries, cache: cache)
  let perFile = await parallelMap(files, jobs: options.jobs) { file in
    eraSightings(in: file, index, project.facts, modules)
  }
  var table = InventoryTable(catalogue, files, modules.layout)
  table.enter(settled(perFile.flatMap { $0 }))
  let whole =
    files.allSatisfy { options.scope?.contains($0.source.path) ?? true }
    ? analysis : await wholeResult(files, catalogue, options.everywhere, cache: cache)
  let hops = openHops(among: whole, in: files, catalogue, cache: cache)
  let counted = analysis.findings.filter(isCounted)
  table.enter(
    counted, as: PlainRun(analysis.findings, hops: hops, in: files, cache: cache))
  let blockers = blockers(
    table, catalogue.libraries, floors: files.flatMap { platformFloors(in: $0, cache) },
    targets: targets, kept: keptPlaces(project.kept, in: files))
  let names = ServiceNames(project, cache)
  let services = await serviceRows(
    project, names, table, catalogue.libraries, jobs: options.jobs)
  let uses = await serviceUses(project, names, cache: cache, jobs: options.jobs)
  return InventoryResult(
    inventory: Inventory(
      rows: table.rows, blockers: blockers, services: services, serviceUses: uses),
    analysis: analysis)
}

private func wholeResult(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache
) async -> AnalysisResult {
  await Project(files, catalogue, options, cache: cache).result(catalogue)
}

/// The lines of branches that are there for an old era.
private func keptPlaces(_ kept: KeptBranches, in files: [ProjectText]) -> [KeptLines] {
  guard !kept.isEmpty else { return [] }
  return files.flatMap { file -> [KeptLines] in
    let branches = kept.branches(ofFile: file.source.path)
    guard !branches.isEmpty else { return [] }
    let index = file.source.lines
    return branches.map { branch in
      KeptLines(
        path: file.source.path, library: branch.library, era: branch.era,
        lines: index.line(of: branch.range.lowerBound)...index.line(of: branch.range.upperBound))
    }
  }
}

/// Gives the places that fit every era of their library the one era that the rest of the module speaks.
private func settled(_ sightings: [EraSighting]) -> [EraSighting] {
  var eras: [String: Set<String>] = [:]
  for sighting in sightings {
    if let era = sighting.era { eras[sighting.library, default: []].insert(era) }
  }
  return sightings.map { sighting in
    guard sighting.era == nil, let known = eras[sighting.library], known.count == 1 else {
      return sighting
    }
    return sighting.settled(to: known.first)
  }
}
