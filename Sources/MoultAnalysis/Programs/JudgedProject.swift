import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Synchronization

/// A project that is kept for as long as somebody may ask for its errors.
///
/// A class so that the last who asks lets go of it without waiting for that.
final class JudgedProject: Sendable {
  private struct Found {
    /// What finds in a few files; nil until something is looked for there, and when all is found.
    var finding: ProjectFinding?
    var versions: VersionJudge?

    /// What was found in the files that were asked about, by path.
    var inFiles: [String: JudgedFindings] = [:]

    /// What was found in all of them.
    var whole: AnalysisResult?
  }

  private let project: Project
  private let found = Mutex(Found())

  /// What was found in the files that were asked about, by path; each trial of a session asks about some of them again.
  private let knownErrors = Mutex<[String: [DefiniteError]]>([:])

  init(
    _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache,
    generated: ModelsOfGeneratedCode
  ) async {
    project = await Project(files, catalogue, options, cache: cache, generated: generated)
  }

  /// Returns what is found in the project, which is looked for once in each file.
  ///
  /// - Parameters:
  ///   - catalogue: the one that the project was read for.
  ///   - paths: the files that are asked about; nil for all.
  func result(_ catalogue: Catalogue, in paths: Set<String>?) async -> AnalysisResult {
    let known = found.withLock(\.self)
    if let whole = known.whole { return whole }
    let asked = project.asked.filter { paths?.contains($0.source.path) ?? true }
    let open = asked.filter { known.inFiles[$0.source.path] == nil }
    // For a few files it does not pay to find out which rules are about them.
    let finding =
      paths == nil
      ? ProjectFinding(project, catalogue)
      : known.finding ?? ProjectFinding(project, catalogue, pruning: .max)
    let made = await parallelMap(open, jobs: project.options.jobs) { [project] in
      project.findings(in: $0, finding)
    }
    let inFiles = known.inFiles.merging(zip(open.map(\.source.path), made)) { $1 }
    let result = project.result(of: asked.compactMap { inFiles[$0.source.path] })
    found.withLock { found in
      found =
        paths == nil
        ? Found(versions: finding.versions, whole: result)
        : Found(finding: finding, versions: finding.versions, inFiles: inFiles)
    }
    return result
  }

  /// Returns the findings in manifests without whose fixes one that was found has none.
  func raises(behind finding: Finding) -> [Finding] {
    found.withLock(\.versions)?.raises(behind: finding) ?? []
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

  func companions(of range: ByteRange, inFile path: String) -> [ByteRange] {
    project.companions(of: range, inFile: path)
  }

  deinit { release(project) }
}
