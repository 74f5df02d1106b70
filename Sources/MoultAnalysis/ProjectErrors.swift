package import MoultFindings
package import MoultRules
import MoultSource
package import MoultSurfaces

/// Returns what a compiler would refuse for certain in a project's Swift that nobody generated; sorted.
///
/// Of no other files than those that the options ask for.
package func definiteErrors(
  in files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache
) async -> [DefiniteError] {
  let asked = Set(files.map(\.source.path).filter { options.scope?.contains($0) ?? true })
  let tree = DividedTree(files, options, catalogue)
  let errors = await tree.map { part in
    let project = await Project(part.files, catalogue, part.options, cache: cache)
    return await project.errors(in: part.reported(among: asked))
  }
  return errors.flatMap { $0 }.sorted()
}
