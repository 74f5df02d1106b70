import MoultFindings
import MoultFixes
import MoultReporting

extension Engine.FixOutcome {
  /// Returns the same outcome with what became of the code in Markdown files.
  ///
  /// The steps of a session are those of the project's own files.
  ///
  /// - Parameter markdown: the Markdown files as this outcome leaves them.
  func joined(by other: Engine.FixOutcome, of markdown: MarkdownFiles) -> Engine.FixOutcome {
    let now = Dictionary(
      other.report.changes.map { ($0.path, $0.after) }, uniquingKeysWith: { $1 })
    var changes = Dictionary(
      report.changes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for change in markdown.changes(other.report.changes) {
      let before = changes[change.path]?.before ?? change.before
      changes[change.path] = FileChange(path: change.path, before: before, after: change.after)
    }
    let own = remaining.map { markdown.moved($0, after: now) }
    let pairs = followed.map {
      FollowedFinding(before: $0.before, after: markdown.moved($0.after, after: now))
    }
    return Engine.FixOutcome(
      report: FixReport(
        changes: Array(changes.values), applied: report.applied + other.report.applied,
        failures: report.failures, accounts: report.accounts?.joined(by: other.report.accounts)),
      history: history, steps: steps, firstStep: firstStep,
      remaining: (own + markdown.located(other.remaining, after: now)).sorted(),
      followed: pairs + markdown.located(other.followed, after: now),
      gaps: gaps + markdown.gaps, refusal: refusal)
  }
}

extension FixAccounts {
  /// The accounts of two sessions that had no finding together.
  fileprivate func joined(by other: FixAccounts?) -> FixAccounts {
    guard let other else { return self }
    return FixAccounts(
      before: before + other.before, fixed: fixed + other.fixed, kept: kept + other.kept,
      anew: anew + other.anew, lost: lost + other.lost, introduced: introduced + other.introduced)
  }
}
