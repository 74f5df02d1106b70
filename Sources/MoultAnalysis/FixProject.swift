package import MoultFixes
import MoultManifests
import MoultObjC
package import MoultRules
import MoultSource
package import MoultSurfaces
import MoultSyntax

/// A project after its fixes, and what of it was not understood before.
package struct FixedProject: Sendable {
  package let outcome: FixOutcome

  /// As `AnalysisResult.gaps` of the files as they were.
  package let gaps: [AnalysisGap]
}

/// Fixes a project in memory, round by round, with the analysis of the catalogue's rules.
///
/// Generated files take part and are never changed. All files are judged, so that no finding vanishes anywhere; what is
/// fixed and told is what `options.scope`, `options.rules` and the policy ask about. A hop that renames a module is made
/// whole or not at all.
package func fixProject(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, _ policy: FixPolicy,
  cache: TreeCache
) async throws(FixFailure) -> FixedProject {
  try await fixKeepingHopsWhole(
    files, catalogue, options, whole: options, policy, cache: cache)
}

/// Does what `fixProject` does, and holds back what the policy says and nothing else.
///
/// - Parameter first: the files as they are, which are also those of the first round.
func fixProject(
  _ files: [ProjectText], _ policy: FixPolicy, from first: ProjectState, _ judge: ProjectJudge
) async throws(FixFailure) -> FixedProject {
  let texts = Dictionary(files.map { ($0.source.path, $0.source.bytes) }) { first, _ in first }
  var state: ProjectState? = first
  let inspection = inspection(judge.cache, of: texts)
  let outcome = try await fix(texts, policy, inspection: inspection) { texts, paths in
    if let state = state.take() { return state.judgement }
    let current = files.map { file in
      guard let bytes = texts[file.source.path], bytes != file.source.bytes else { return file }
      return ProjectText(
        source: SourceText(path: file.source.path, bytes: bytes, isRewritten: true),
        surface: file.surface, isGenerated: file.isGenerated)
    }
    return await judge.state(of: current, in: paths).judgement
  }
  return FixedProject(outcome: outcome, gaps: first.asked.gaps)
}

/// Returns how texts are judged: Swift and Objective-C by their parsers, anything else not at all.
///
/// - Parameter originals: the texts before any fix, by path, where fixes are applied.
package func inspection(_ cache: TreeCache, of originals: [String: [UInt8]] = [:]) -> Inspection {
  func isObjectiveC(_ path: String) -> Bool {
    path.hasSuffix(".m") || path.hasSuffix(".mm") || path.hasSuffix(".h")
  }
  func isSwift(_ path: String) -> Bool { path.hasSuffix(".swift") }
  func tree(_ path: String, _ bytes: [UInt8]) -> SyntaxTree {
    let isRewritten = originals[path].map { $0 != bytes } ?? false
    return cache.tree(of: SourceText(path: path, bytes: bytes, isRewritten: isRewritten))
  }
  func outline(_ path: String, _ bytes: [UInt8]) -> ObjCFile {
    cache.outline(of: SourceText(path: path, bytes: bytes))
  }
  let inferences = Inferences()
  return Inspection(
    errorCount: { path, bytes in
      // A placeholder is left on purpose, and the compiler stops at it.
      isObjectiveC(path)
        ? outline(path, bytes).defects.count
        : isSwift(path)
          ? tree(path, bytes).diagnostics.count {
            bytes[$0.range.indices].prefix(2) != Array("<#".utf8)[...]
          }
          : 0
    },
    comments: { path, bytes in
      if isObjectiveC(path) { return outline(path, bytes).comments }
      guard isSwift(path) else { return [] }
      let tree = tree(path, bytes)
      // A tools version is written for tools.
      let tools =
        manifestKind(ofPath: path) == .swiftPackage ? toolsVersion(of: tree.source)?.range : nil
      // A suppression speaks of findings, and goes when they do.
      return tree.commentRanges(in: ByteOffset(0)..<ByteOffset(bytes.count)).filter { comment in
        !isSuppression(comment, in: bytes)
          && tools.map { comment.contains($0.lowerBound) } != true
      }
    },
    importEdits: { path, bytes, modules in
      if isObjectiveC(path), !modules.isEmpty {
        return outline(path, bytes).importEdits(adding: modules)
      }
      return isSwift(path) && !modules.isEmpty
        ? importEdits(adding: modules, to: tree(path, bytes)) : []
    },
    imports: { path, bytes in isSwift(path) ? tree(path, bytes).importedModules : [] },
    names: { path, bytes in
      guard isSwift(path) else { return [] }
      let tree = tree(path, bytes)
      return Set(tree.tokens.indices.map { tree.name(of: TokenID(rawValue: UInt32($0))) })
    },
    affected: { texts, changes in affectedFiles(texts, changes, inferences, tree: tree) })
}
