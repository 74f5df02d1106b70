import MoultFindings
package import MoultFixes
package import MoultRules
import MoultSource
package import MoultSurfaces

/// Fixes a tree as `fixProject` does, and makes each hop that renames a module whole or not at all.
///
/// Programs that share no file are fixed one after the other, as if each were all there is; if one of them cannot be,
/// nothing is changed anywhere.
///
/// - Parameters:
///   - options: what was asked for: rules, and files.
///   - whole: what would run if nobody asked for single rules or files.
package func fixKeepingHopsWhole(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions,
  whole: AnalysisOptions, _ policy: FixPolicy, cache: TreeCache
) async throws(FixFailure) -> FixedProject {
  let programs = options.programs ?? Programs(files)
  let options = options.within(programs)
  let whole = whole.within(programs)
  var fixed: [FixedProject] = []
  for group in filesOfGroups(programs, files) {
    fixed.append(
      try await fixTogether(group, catalogue, options, whole: whole, policy, cache: cache))
  }
  return fixed.count == 1 ? fixed[0] : FixedProject(merging: fixed)
}

/// The files of the programs that share any, group by group; at least one group.
func filesOfGroups(_ programs: Programs, _ files: [ProjectText]) -> [[ProjectText]] {
  let groups = programs.groups
  guard groups.count > 1 else { return [files] }
  var groupOfProgram: [Int: Int] = [:]
  for (number, group) in groups.enumerated() {
    for program in group { groupOfProgram[program] = number }
  }
  var filesOfGroup = [[ProjectText]](repeating: [], count: groups.count)
  for file in files {
    let visible = programs.programs(ofPath: file.source.path)
    for group in Set(visible.compactMap { groupOfProgram[$0] }) { filesOfGroup[group].append(file) }
  }
  let used = filesOfGroup.filter { !$0.isEmpty }
  return used.isEmpty ? [files] : used
}

extension FixedProject {
  /// Puts together what sessions made of files of their own; their rounds go side by side.
  fileprivate init(merging parts: [FixedProject]) {
    let outcomes = parts.map(\.outcome)
    let accounts = outcomes.map(\.accounts)
    func sum(_ number: KeyPath<FixAccounts, Int>) -> Int {
      accounts.reduce(0) { $0 + $1[keyPath: number] }
    }
    let history = (0..<(outcomes.map(\.history.count).max() ?? 0)).map { round in
      let rounds = outcomes.compactMap {
        $0.history.indices.contains(round) ? $0.history[round] : nil
      }
      return FixRound(
        texts: rounds.reduce(into: [:]) { $0.merge($1.texts) { first, _ in first } },
        applied: rounds.flatMap(\.applied).sorted(), resting: rounds.flatMap(\.resting).sorted())
    }
    self.init(
      outcome: FixOutcome(
        changed: outcomes.reduce(into: [:]) { $0.merge($1.changed) { first, _ in first } },
        applied: history.flatMap(\.applied), refused: outcomes.flatMap(\.refused),
        remaining: outcomes.flatMap(\.remaining).sorted(),
        found: outcomes.flatMap(\.found).sorted(),
        rounds: outcomes.map(\.rounds).max() ?? 0, history: history,
        accounts: FixAccounts(
          before: sum(\.before), fixed: sum(\.fixed), kept: sum(\.kept), anew: sum(\.anew),
          lost: sum(\.lost), introduced: sum(\.introduced)),
        followed: outcomes.flatMap(\.followed)),
      gaps: parts.flatMap(\.gaps))
  }
}
