import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Synchronization

/// A project that is kept for as long as somebody may ask for its errors.
///
/// A class so that the last who asks lets go of it without waiting for that.
final class JudgedProject: Sendable {
  private let project: Project
  private let found = Mutex<(result: AnalysisResult, versions: VersionJudge)?>(nil)

  /// What was found in the files that were asked about, by path; each trial of a session asks about some of them again.
  private let knownErrors = Mutex<[String: [DefiniteError]]>([:])

  init(
    _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache,
    generated: ModelsOfGeneratedCode
  ) async {
    project = await Project(files, catalogue, options, cache: cache, generated: generated)
  }

  /// Returns what is found in the project, which is looked for once.
  ///
  /// - Parameter catalogue: the one that the project was read for.
  func result(_ catalogue: Catalogue) async -> AnalysisResult {
    if let known = found.withLock({ $0?.result }) { return known }
    let finding = ProjectFinding(project, catalogue)
    let result = await project.result(finding)
    found.withLock { $0 = (result, finding.versions) }
    return result
  }

  /// Returns the findings in manifests without whose fixes one that was found has none.
  func raises(behind finding: Finding) -> [Finding] {
    found.withLock { $0?.versions }?.raises(behind: finding) ?? []
  }

  /// Returns what a compiler would refuse in some files, sorted; each file is looked at once.
  func errors(in paths: Set<String>) async -> [DefiniteError] {
    let open = knownErrors.withLock { known in paths.filter { known[$0] == nil } }
    if !open.isEmpty {
      let found = Dictionary(grouping: await project.errors(in: open), by: \.path)
      knownErrors.withLock { known in
        for path in open { known[path] = found[path, default: []] }
      }
    }
    return knownErrors.withLock { known in paths.flatMap { known[$0, default: []] } }.sorted()
  }

  func isSettled(_ range: ByteRange, inFile path: String) -> Bool {
    project.isSettled(range, inFile: path)
  }

  deinit { release(project) }
}
