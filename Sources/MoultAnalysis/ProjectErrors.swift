import MoultChecking
package import MoultFindings
import MoultMatching
package import MoultRules
import MoultSemantics
import MoultSource

/// Returns what a compiler would refuse for certain in a project's Swift that nobody generated; sorted.
///
/// Of no other files than those that the options ask for.
package func definiteErrors(
  in files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache
) async -> [DefiniteError] {
  let project = await Project(files, catalogue, options, cache: cache)
  guard let model = project.swift?.model else { return [] }
  let calls = CallGraph(model)
  let asked = files.filter { file in
    file.surface == .swift && !file.isGenerated
      && options.scope?.contains(file.source.path) ?? true
  }
  let perFile = await parallelMap(asked, jobs: options.jobs) { file -> [DefiniteError] in
    guard let semantics = model.semantics(forFile: file.source.path) else { return [] }
    return MoultChecking.definiteErrors(
      in: FileContext(tree: semantics.tree, semantics: semantics, model: model, calls: calls))
  }
  return perFile.flatMap(\.self).sorted()
}
