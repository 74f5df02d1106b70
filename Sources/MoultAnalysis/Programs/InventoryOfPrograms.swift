import MoultFindings
package import MoultRules
package import MoultSurfaces

/// Returns which era of each library every module speaks, on every surface, and what rules found there, program by
/// program.
///
/// Where a tree has several programs, a module is called with its program: `App (apps/mail)`.
///
/// - Parameters:
///   - targets: the era to move to, by library; where none is named, the newest.
///   - targetsOfProgram: the same for each program of the options, where they differ.
/// - Complexity: O(*n* log *n*) in the bytes of the files.
package func takeInventory(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions,
  targets: [String: String], ofProgram targetsOfProgram: [[String: String]] = [], cache: TreeCache
) async -> InventoryResult {
  let tree = DividedTree(files, options, catalogue)
  var results: [InventoryResult] = []
  var counted: Set<FindingPlace> = []
  for part in tree.parts {
    let isKnown = targetsOfProgram.indices.contains(part.number)
    let result = await takeInventoryOfProgram(
      part.files, catalogue, part.options,
      targets: isKnown ? targetsOfProgram[part.number] : targets, cache: cache
    ) { !tree.isShared($0.path) || !counted.contains(FindingPlace($0)) }
    counted.formUnion(
      result.analysis.findings.filter { tree.isShared($0.path) }.map { FindingPlace($0) })
    results.append(result)
  }
  if results.count == 1 { return results[0] }
  let speaking = results.count { !$0.inventory.rows.isEmpty }
  let inventories = zip(tree.parts, results).map { part, result in
    speaking > 1 ? result.inventory.naming(part.program) : result.inventory
  }
  return InventoryResult(
    inventory: Inventory(
      rows: inventories.flatMap(\.rows), blockers: inventories.flatMap(\.blockers),
      services: inventories.flatMap(\.services)),
    analysis: AnalysisResult(
      merging: results.map(\.analysis), of: tree, absences: catalogue.rulesOfAbsence))
}

extension Inventory {
  /// The same, with modules that are told apart by the program that they belong to.
  fileprivate func naming(_ program: Program) -> Inventory {
    guard program.name != "." else { return self }
    func name(_ module: String) -> String { "\(module) (\(program.name))" }
    return Inventory(
      rows: rows.map {
        InventoryRow(
          library: $0.library, module: name($0.module), surface: $0.surface, era: $0.era,
          title: $0.title, places: $0.places, counts: $0.counts)
      },
      blockers: blockers.map {
        Blocker(
          kind: $0.kind, library: $0.library, module: name($0.module), message: $0.message,
          places: $0.places)
      },
      services: services.map {
        ServiceRow(
          service: $0.service, library: $0.library, module: name($0.module), surface: $0.surface,
          era: $0.era, places: $0.places, counts: $0.counts)
      })
  }
}
