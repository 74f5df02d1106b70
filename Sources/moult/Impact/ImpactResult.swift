import MoultAnalysis
import MoultProto
import MoultReporting
import MoultRules
import MoultSource
import MoultSurfaces

/// Finds what the difference between two states of a project's interfaces means, in the terms of reports.
func impactResult(
  _ files: [WorkspaceFile], _ before: EarlierProject, _ catalogue: Catalogue,
  _ request: Engine.Request, _ cache: TreeCache
) async -> Engine.ImpactResult {
  let result = await impact(
    from: before.files, to: files.map(ProjectText.init), interfaces: before.interfaces, catalogue,
    AnalysisOptions(request, files), cache: cache)
  let scope = Set(files.filter(\.isInScope).map(\.source.path))
  let uses = result.outcome.uses.filter { scope.contains($0.path) }
  let refused = Set(result.refused.map(\.use))
  let texts = Dictionary(files.map { ($0.source.path, $0.source.bytes) }, uniquingKeysWith: { $1 })
  let rewrites = result.changed.filter { scope.contains($0.key) }.map { path, bytes in
    FileChange(path: path, before: texts[path] ?? [], after: bytes)
  }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  let known = Set(files.map(\.source.path))
  let all = uses.map { ($0.cause, ImpactReport.Use($0, keepingEdit: !refused.contains($0))) }
  let isLeft = { (use: ImpactUse) in use.edit == nil || refused.contains(use) }
  let left = uses.filter(isLeft).map { use in
    let edits = result.changed[use.path] == nil ? [] : result.outcome.edits[use.path] ?? []
    return (use.cause, ImpactReport.Use(use, movedThrough: edits))
  }
  return Engine.ImpactResult(
    changes: changes(result.outcome.changes, all, known),
    left: changes(
      result.outcome.changes, left, known, rewritten: uses.filter { !isLeft($0) }),
    rewrites: rewrites,
    edits: result.outcome.edits.filter { scope.contains($0.key) && result.changed[$0.key] != nil },
    refused: Set(result.refused.map { "\($0.use.path): \($0.reason)" }).sorted(),
    gaps: NamedPlaces(files).gaps(result.gaps))
}

/// - Parameters:
///   - uses: with the index of their cause.
///   - rewritten: uses that are no more.
private func changes(
  _ changes: [SchemaChange], _ uses: [(cause: Int, use: ImpactReport.Use)], _ known: Set<String>,
  rewritten: [ImpactUse] = []
) -> [ImpactReport.Change] {
  let byCause = Dictionary(grouping: uses, by: \.cause)
  let rewrittenByCause = Dictionary(grouping: rewritten, by: \.cause)
  return changes.enumerated().map { index, change in
    ImpactReport.Change(
      kind: change.kind.rawValue, title: change.title,
      place: change.new.flatMap { new in
        guard known.contains(new.path) else { return nil }
        return ImpactReport.Place(path: new.path, range: new.range ?? ByteRange(indices: 0..<0))
      }, evidence: change.evidence, uses: (byCause[index] ?? []).map(\.use),
      rewritten: (rewrittenByCause[index] ?? []).map {
        ImpactReport.Place(path: $0.path, range: $0.range)
      })
  }
}

extension ImpactReport.Use {
  fileprivate init(_ use: ImpactUse, keepingEdit: Bool) {
    self.init(
      place: ImpactReport.Place(path: use.path, range: use.range),
      effect: ImpactReport.Effect(rawValue: use.effect.rawValue) ?? .mayBreak,
      message: use.message, edit: keepingEdit ? use.edit : nil)
  }

  /// The use where it stands once the edits are made, without an edit of its own.
  fileprivate init(_ use: ImpactUse, movedThrough edits: [Edit]) {
    let shift = edits.reduce(0) { sum, edit in
      edit.range.upperBound <= use.range.lowerBound
        ? sum + edit.replacement.count - edit.range.utf8Count : sum
    }
    let start = use.range.lowerBound.index + shift
    self.init(
      place: ImpactReport.Place(
        path: use.path, range: ByteRange(indices: start..<start + use.range.utf8Count)),
      effect: ImpactReport.Effect(rawValue: use.effect.rawValue) ?? .mayBreak,
      message: use.message, edit: nil)
  }
}
