import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces

/// The programs of a tree, kept for as long as somebody may ask for their errors.
struct JudgedTree: Sendable {
  private let tree: DividedTree
  private let projects: [JudgedProject]

  /// - Parameter latest: of the session that the tree is a state of, all of them with the same catalogue and options.
  init(
    _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache,
    generated: ModelsOfGeneratedCode, latest: LatestPrograms
  ) async {
    tree = DividedTree(files, options, catalogue)
    projects = await tree.map { part in
      await latest.project(part.number, of: part.files) {
        await JudgedProject(
          part.files, catalogue, part.options, cache: cache, generated: generated)
      }
    }
  }

  /// - Parameter paths: the files that are asked about; nil for all.
  func result(_ catalogue: Catalogue, in paths: Set<String>?) async -> AnalysisResult {
    var results: [AnalysisResult] = []
    for project in projects { results.append(await project.result(catalogue, in: paths)) }
    return AnalysisResult(merging: results, of: tree, absences: catalogue.rulesOfAbsence)
  }

  func errors(in paths: Set<String>) async -> [DefiniteError] {
    var errors: [DefiniteError] = []
    for (part, project) in zip(tree.parts, projects) {
      errors += await project.errors(in: part.reported(among: paths))
    }
    return errors.sorted()
  }

  /// Returns the findings in manifests without whose fixes one that was found has none.
  func raises(behind finding: Finding) -> [Finding] {
    let raises = zip(tree.parts, projects).filter { part, _ in
      !part.reported(among: [finding.path]).isEmpty
    }.flatMap { $1.raises(behind: finding) }
    return Array(Set(raises)).sorted()
  }

  func companions(of range: ByteRange, inFile path: String) -> [ByteRange] {
    zip(tree.parts, projects).first { part, _ in !part.reported(among: [path]).isEmpty }
      .map { $1.companions(of: range, inFile: path) } ?? []
  }

  func isSettled(_ range: ByteRange, inFile path: String) -> Bool {
    zip(tree.parts, projects).contains { part, project in
      !part.program.seen.contains(path) && project.isSettled(range, inFile: path)
    }
  }
}
