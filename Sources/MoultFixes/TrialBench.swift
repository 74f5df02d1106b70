import MoultFindings
import MoultSource

/// A round as it would be, and what would be wrong with it; in some files, where no more was asked about.
struct Trial {
  let result: RoundResult

  /// Lost findings in report order, then new errors.
  let damages: [Damage]

  /// The new errors that an import would mend, told of or not.
  let withoutImport: [DefiniteError]

  /// The errors that fixes of the session brought and findings tell of, in the texts after the round.
  let excused: Set<DefiniteError>
}

/// Fixes that could be applied to a state of the texts, and what they would make of it.
struct Proposal {
  let fixes: [Finding]

  /// Of the files whose texts would differ.
  let changes: [String: CombinedEdits]

  /// All texts, by path.
  let texts: [String: [UInt8]]
}

/// Tries parts of a round on one state of the texts.
///
/// A class because it remembers what was tried last: the part without a guilty fix is often the next round. No more than
/// that, as each trial keeps all that was read of the project.
final class TrialBench {
  private let texts: [String: [UInt8]]
  private let before: Judgement
  private let inspection: Inspection
  private let excused: Set<DefiniteError>

  /// A part of a round, and the one that was tried before it.
  private static let mostTrials = 2
  private var takesImports: [FindingIdentity: Bool] = [:]
  private var known: [(fixes: [TriedFix], trial: Trial, isWhole: Bool)] = []

  /// - Parameter excused: what earlier rounds brought and findings told of, in `texts`.
  init(
    texts: [String: [UInt8]], before: Judgement, inspection: Inspection,
    excused: Set<DefiniteError>
  ) {
    self.texts = texts
    self.before = before
    self.inspection = inspection
    self.excused = excused
  }

  /// - Parameter fixes: do not meet; in any order.
  func proposal(_ fixes: [Finding]) -> Proposal {
    let changes = combinedEdits(of: fixes, in: texts, inspection)
      .filter { path, combined in combined.text != texts[path] }
    return Proposal(
      fixes: fixes.sorted(), changes: changes,
      texts: texts.merging(changes.mapValues(\.text)) { $1 })
  }

  /// Judges what a proposal would make of the texts.
  ///
  /// - Parameter paths: the files whose damages are asked about; nil for all. Who looks for a guilty fix asks about those that
  ///   it damages: to look at the others takes as long as all else.
  func tried(
    _ proposal: Proposal, in paths: Set<String>? = nil, _ analyse: Judging
  ) async -> Trial {
    let key = proposal.fixes.map { finding in
      TriedFix(identity: finding.identity, imports: finding.fix?.imports ?? ImportChange())
    }
    let place = known.firstIndex { $0.fixes == key }
    if let place, known[place].isWhole { return known[place].trial }
    if let place {
      known.remove(at: place)
    } else {
      // What is not needed goes before more is read.
      known.removeFirst(max(0, known.count - Self.mostTrials + 1))
    }
    let result = await self.result(of: proposal, in: paths, analyse)
    let affected = inspection.affected(texts, proposal.changes)
    let asked = paths.map(affected.intersection) ?? affected
    let errors = await result.newErrors(in: asked, excused: excused, inspection)
    let trial = Trial(
      result: result, damages: result.lost().map(Damage.loss) + errors.untold.map(Damage.error),
      withoutImport: errors.withoutImport,
      excused: excused.filter { !asked.contains($0.path) }.union(errors.told))
    known.append((key, trial, paths == nil))
    return trial
  }

  private func result(
    of proposal: Proposal, in paths: Set<String>?, _ analyse: Judging
  ) async -> RoundResult {
    let imports = proposal.changes.filter { path, change in
      inspection.imports(path, texts[path] ?? []) != inspection.imports(path, change.text)
    }
    var result = RoundResult(
      texts: texts, applied: proposal.fixes, changes: proposal.changes,
      before: before.limited(to: paths), after: await analyse(proposal.texts, paths),
      changedImports: Set(imports.keys))
    result.fixesOfImports = fixesThatTakeImports(
      from: Set(result.lost().map(\.path)).intersection(imports.keys), proposal.fixes)
    return result
  }
}

extension TrialBench {
  /// Returns the fixes after which one of some files lacks an import that it has.
  ///
  /// - Complexity: the parsing of a file for each fix that edits one of them, once in a round.
  private func fixesThatTakeImports(
    from paths: Set<String>, _ fixes: [Finding]
  ) -> Set<FindingIdentity> {
    var found: Set<FindingIdentity> = []
    for fix in fixes where paths.contains(where: fix.edits) {
      if takesImports[fix.identity] == nil {
        let changes = combinedEdits(of: [fix], in: texts, inspection)
        takesImports[fix.identity] = changes.contains { path, change in
          guard paths.contains(path) else { return false }
          let left = inspection.imports(path, change.text)
          return !inspection.imports(path, texts[path] ?? []).allSatisfy(left.contains)
        }
      }
      if takesImports[fix.identity] == true { found.insert(fix.identity) }
    }
    return found
  }
}

/// What makes a fix the same one within a round.
private struct TriedFix: Hashable {
  let identity: FindingIdentity
  let imports: ImportChange
}
