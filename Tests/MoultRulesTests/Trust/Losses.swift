import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// What a selection's fixes did to a project's findings that nobody could trust; one sentence each.
///
/// - Parameter first: what is found before any fix.
func losses(
  of project: TrustedProject, _ selection: Selection, _ first: [Finding], _ catalogue: Catalogue,
  cache: TreeCache
) async -> [String] {
  func complaint(_ text: String) -> String { "\(project.name) [\(selection.rawValue)]: \(text)" }
  do {
    let outcome = try await project.fixed(selection, first, catalogue, cache: cache)
    var result = contradictions(in: outcome)
    // Only of the whole project is known what is left of the rest.
    if selection != .oneRule {
      result += silent(first, outcome, project).map { "nothing speaks of \($0) any more" }
    }
    if selection.isExhaustive {
      let again = try await project.fixed(
        selection, first, catalogue, cache: cache, from: outcome.changed)
      if !again.changed.isEmpty {
        result.append(
          "a second fix changes \(again.changed.keys.sorted()): \(Set(again.applied.map(\.rule)).sorted())"
        )
      }
    }
    return result.map(complaint)
  } catch {
    return [complaint("\(error)")]
  }
}

private func contradictions(in outcome: FixOutcome) -> [String] {
  let accounts = outcome.accounts
  var result: [String] = []
  if accounts.lost != 0 { result.append("\(accounts.lost) findings are lost") }
  if accounts.before != accounts.fixed + accounts.kept + accounts.anew + accounts.lost {
    result.append("the numbers do not add up: \(accounts)")
  }
  if accounts.kept > 0, outcome.remaining.isEmpty {
    result.append("nothing is left, but \(accounts.kept) are said to be")
  }
  // What was taken back has to be seen, or a gate would be green over it.
  for refusal in outcome.refused
  where !outcome.remaining.contains(where: { $0.path == refusal.finding.path }) {
    result.append("\(refusal.finding.rule) was not fixed, and nothing is found in its file")
  }
  return result
}

/// Returns the findings that no fix was applied for and on whose lines, which are as they were, nothing is found.
///
/// Knows nothing of how a session counts: the lines are compared, first to last.
private func silent(
  _ first: [Finding], _ outcome: FixOutcome, _ project: TrustedProject
) -> [String] {
  let applied = Set(outcome.applied.map { "\($0.rule) \($0.path) \($0.message)" })
  var result: [String] = []
  for (path, findings) in Dictionary(grouping: first, by: \.path).sorted(by: { $0.key < $1.key }) {
    guard let after = outcome.changed[path],
      let before = project.files.first(where: { $0.source.path == path })?.source.bytes
    else { continue }
    let index = LineIndex(before)
    let later = LineIndex(after)
    let moved = unchangedLines(from: before, to: after)
    let spoken = Set(
      outcome.remaining.filter { $0.path == path }.flatMap { Array(later.lines(of: $0.range)) })
    for finding in findings where !applied.contains("\(finding.rule) \(path) \(finding.message)") {
      let lines = index.lines(of: finding.range)
      guard lines.allSatisfy({ moved[$0] != nil }), finding.related.isEmpty,
        !lines.contains(where: { moved[$0].map(spoken.contains) ?? false })
      else { continue }
      result.append("\(finding.rule) in \(path):\(lines.lowerBound) (\(finding.message))")
    }
  }
  return result
}

/// Returns where the lines that are as they were stand afterwards, one-based.
private func unchangedLines(from before: [UInt8], to after: [UInt8]) -> [Int: Int] {
  let old = before.split(separator: 0x0A, omittingEmptySubsequences: false)
  let new = after.split(separator: 0x0A, omittingEmptySubsequences: false)
  let difference = new.difference(from: old)
  let removed = Set(
    difference.removals.compactMap { change -> Int? in
      guard case .remove(let offset, _, _) = change else { return nil }
      return offset
    })
  let inserted = Set(
    difference.insertions.compactMap { change -> Int? in
      guard case .insert(let offset, _, _) = change else { return nil }
      return offset
    })
  let kept = old.indices.filter { !removed.contains($0) }
  let places = new.indices.filter { !inserted.contains($0) }
  return Dictionary(uniqueKeysWithValues: zip(kept, places).map { ($0 + 1, $1 + 1) })
}
