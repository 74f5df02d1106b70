import MoultFindings
package import MoultRules
import MoultSource
package import MoultSurfaces
import MoultSyntax

/// What a change of schemas comes to, and the texts after its rewrites.
package struct ImpactOnProject: Sendable {
  package let outcome: ImpactOutcome

  /// The new bytes of each file that rewrites change.
  package let changed: [String: [UInt8]]

  /// The rewrites that were taken back, with the reason; they are listed as uses without an edit.
  package let refused: [RefusedRewrite]

  package let gaps: [AnalysisGap]

  package struct RefusedRewrite: Hashable, Sendable {
    package let use: ImpactUse
    package let reason: String
  }
}

/// Finds what the difference between two states of a project's schemas means for the code of today.
///
/// The code is read in the world of before: with the old `.proto` files, and with what was generated from them. So a
/// use has its meaning whatever has been generated since. Rewrites are then held against the world of after.
///
/// - Parameters:
///   - before: the project with the `.proto` files, manifests and generated files of before, and its own code of today.
///   - after: the project of today.
///   - interfaces: of libraries, those that changed.
package func impact(
  from before: [ProjectText], to after: [ProjectText], interfaces: [InterfacePair],
  _ catalogue: Catalogue,
  _ options: AnalysisOptions, cache: TreeCache
) async -> ImpactOnProject {
  let tree = DividedTree(before, options.within(nil), catalogue)
  let schemas = after.withoutLibraries(catalogue).filter { $0.surface != .swift }
  let parts = await tree.map { part in
    let old = await Project(
      part.files, catalogue, part.options, adding: interfaces.map(\.synthesized), cache: cache)
    let visible = schemas.filter { file in
      tree.programs.programs(ofPath: file.source.path).contains(part.number)
    }
    let (facts, gaps) = await projectFacts(visible, catalogue, part.options, cache: cache)
    let outcome = await MoultSurfaces.impact(
      on: old.files, old.facts, old.swift?.model, of: facts.schema,
      interfaces: interfaces, headers: catalogue.headers, jobs: part.options.jobs)
    return (outcome: outcome, gaps: old.gaps + gaps)
  }
  let outcome = ImpactOutcome(merging: parts.map(\.outcome))
  let sources = Dictionary(
    after.map { ($0.source.path, $0.source) }, uniquingKeysWith: { first, _ in first })
  var changed: [String: [UInt8]] = [:]
  var refused: [ImpactOnProject.RefusedRewrite] = []
  for (path, edits) in outcome.edits.sorted(by: { $0.key < $1.key }) {
    do throws(RewriteObstacle) {
      let text = try rewritten(sources[path], edits, cache)
      if text != sources[path]?.bytes { changed[path] = text }
    } catch {
      refused += outcome.uses.filter { $0.path == path && $0.edit != nil }
        .map { ImpactOnProject.RefusedRewrite(use: $0, reason: error.reason) }
    }
  }
  var seen: Set<AnalysisGap> = []
  let gaps = parts.flatMap(\.gaps).filter { seen.insert($0).inserted }
  return ImpactOnProject(outcome: outcome, changed: changed, refused: refused, gaps: gaps)
}

/// Why the rewrites of a file are not made.
private struct RewriteObstacle: Error {
  let reason: String
}

private func rewritten(
  _ source: SourceText?, _ edits: [Edit], _ cache: TreeCache
) throws(RewriteObstacle) -> [UInt8] {
  guard let source, let text = applying(edits, to: source.bytes) else {
    throw RewriteObstacle(reason: "the rewrites of this file get in each other's way")
  }
  guard source.path.hasSuffix(".swift") else { return text }
  let before = cache.tree(of: source).diagnostics.count
  if cache.tree(of: SourceText(path: source.path, bytes: text)).diagnostics.count > before {
    throw RewriteObstacle(reason: "the file would no longer parse")
  }
  return text
}
