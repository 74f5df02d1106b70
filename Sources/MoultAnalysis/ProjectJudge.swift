import MoultFindings
import MoultFixes
import MoultRules
import MoultSurfaces

/// Judges the states of a project while it is fixed.
struct ProjectJudge {
  let catalogue: Catalogue

  /// What was asked for, over all files.
  let asked: AnalysisOptions

  /// What would run if nobody had asked for single rules: none of its findings may vanish either.
  let whole: AnalysisOptions
  let cache: TreeCache
  let generated = ModelsOfGeneratedCode()
  private let latest = LatestPrograms()

  init(catalogue: Catalogue, asked: AnalysisOptions, whole: AnalysisOptions, cache: TreeCache) {
    self.catalogue = catalogue
    self.asked = asked
    self.whole = whole
    self.cache = cache
  }

  /// - Parameter paths: the files whose findings are asked about; nil for all.
  func state(of files: [ProjectText], in paths: Set<String>? = nil) async -> ProjectState {
    let project = await JudgedTree(
      files, catalogue, asked, cache: cache, generated: generated, latest: latest)
    let result = await project.result(catalogue, in: paths)
    // Fewer rules can find more: what one of them claims, a narrower one does not find.
    let everything =
      asked.rules == whole.rules
      ? result : await analyse(files, catalogue, whole, cache: cache)
    let others = everything.findings.filter { !(asked.rules?.contains($0.rule) ?? true) }
    let judgement = Judgement(
      findings: (result.findings + others).sorted(), errors: { await project.errors(in: $0) },
      isSettled: { project.isSettled($0, inFile: $1) },
      raises: { project.raises(behind: $0) },
      companions: { project.companions(of: $0, inFile: $1) })
    return ProjectState(judgement: judgement, asked: result, whole: everything)
  }
}

/// A project at some point between fixes.
struct ProjectState {
  let judgement: Judgement

  /// What the rules find that were asked for, in all files.
  let asked: AnalysisResult

  /// What all rules find.
  let whole: AnalysisResult
}
