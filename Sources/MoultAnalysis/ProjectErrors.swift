package import MoultFindings
package import MoultRules
import MoultSource

/// Returns what a compiler would refuse for certain in a project's Swift that nobody generated; sorted.
///
/// Of no other files than those that the options ask for.
package func definiteErrors(
  in files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache
) async -> [DefiniteError] {
  let project = await Project(files, catalogue, options, cache: cache)
  let asked = files.map(\.source.path).filter { options.scope?.contains($0) ?? true }
  return await project.errors(in: Set(asked))
}
