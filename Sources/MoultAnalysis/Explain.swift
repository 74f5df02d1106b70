package import MoultRules
package import MoultSemantics
package import MoultSource
package import MoultSurfaces

/// Returns what is inferred at a byte of one of the files, and why; nil if nothing stands there that has a type or a name.
package func explanation(
  at offset: ByteOffset, inFile path: String, of files: [ProjectText], _ catalogue: Catalogue,
  _ options: AnalysisOptions, cache: TreeCache
) async -> Explanation? {
  let tree = DividedTree(files, options, catalogue)
  guard let part = tree.part(reportingOn: path) else { return nil }
  let project = await Project(part.files, catalogue, part.options, cache: cache)
  return project.swift?.model.semantics(forFile: path)?.explanation(at: offset)
}
