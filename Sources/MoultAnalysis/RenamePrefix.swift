import MoultFindings
package import MoultRules
package import MoultSource
package import MoultSurfaces
import MoultSyntax

/// What a change of a prefix comes to, and the texts after it.
package struct RenameOutcome: Sendable {
  package let renaming: PrefixRenaming

  /// The new bytes of each changed file; empty where something stands in the way.
  package let changed: [String: [UInt8]]

  /// Why nothing may be changed; empty if it may.
  package let obstacles: [String]
  package let gaps: [AnalysisGap]

  /// Returns where a mention that was left stands once the edits are made.
  package func placeAfterwards(of use: UncertainUse) -> ByteRange {
    let edits = renaming.edits.first { $0.path == use.path }?.edits ?? []
    let shift = edits.reduce(0) { sum, edit in
      edit.range.upperBound <= use.range.lowerBound
        ? sum + edit.replacement.count - edit.range.utf8Count : sum
    }
    let start = use.range.lowerBound.index + shift
    return ByteRange(indices: start..<start + use.range.utf8Count)
  }
}

/// Works out a change of a prefix or a package over a whole project, in memory.
///
/// A text that would have more syntax errors than before stands in the way of the whole change.
package func renamePrefix(
  _ change: PrefixChange, in files: [ProjectText], _ catalogue: Catalogue,
  _ options: AnalysisOptions, cache: TreeCache
) async -> RenameOutcome {
  let own = files.withoutLibraries(catalogue)
  let (facts, gaps) = await projectFacts(own, catalogue, options, cache: cache)
  let renaming = facts.renaming(change)
  var obstacles = renaming.obstacles
  var changed: [String: [UInt8]] = [:]
  let sources = Dictionary(
    files.map { ($0.source.path, $0.source) }, uniquingKeysWith: { first, _ in first })
  for file in renaming.edits {
    guard let source = sources[file.path], let after = applying(file.edits, to: source.bytes) else {
      obstacles.append("the edits of \(file.path) get in each other's way")
      continue
    }
    if file.path.hasSuffix(".swift") {
      let before = cache.tree(of: source).diagnostics.count
      if cache.tree(of: SourceText(path: file.path, bytes: after)).diagnostics.count > before {
        obstacles.append("\(file.path) would no longer parse")
      }
    }
    if after != source.bytes { changed[file.path] = after }
  }
  return RenameOutcome(
    renaming: renaming, changed: obstacles.isEmpty ? changed : [:], obstacles: obstacles,
    gaps: gaps)
}
