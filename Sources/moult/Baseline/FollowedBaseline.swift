import MoultFindings
import MoultFixes
import MoultReporting

extension KnownFindings {
  /// Returns the baseline in which the entries of findings that a fix left go by what stands around them now, and a
  /// line that says so; nil if none changes.
  ///
  /// A fix rewrites the words beside an old use, or the declaration around it, and the use is no newer for that. What
  /// another rule finds in its place is the same debt.
  ///
  /// - Parameter files: the project after the fix.
  func following(
    _ followed: [FollowedFinding], to files: [WorkspaceFile], in session: Session
  ) async -> (baseline: KnownFindings, note: String)? {
    guard !followed.isEmpty, isInside(parentFolder(path), session.workspace.base) else {
      return nil
    }
    let before = await session.engine.describe(
      session.workspace.files, followed.map(\.before)
    ).fingerprints
    let after = await session.engine.describe(files, followed.map(\.after)).fingerprints
    let comparison = baseline.compare(
      before, existing: session.paths, isJudged: session.judges)
    var entries = baseline.entries
    var moved = 0
    for pair in followed where comparison.unchanged.contains(pair.before) {
      guard let old = before[pair.before], let new = after[pair.after], !old.isSame(as: new),
        let index = entries.firstIndex(where: { $0.isSame(as: old) })
      else { continue }
      entries.remove(at: index)
      entries.append(new)
      moved += 1
    }
    guard moved > 0 else { return nil }
    let verb = moved == 1 ? "follows" : "follow"
    return (
      replacingEntries(with: numbered(entries)),
      "\(moved == 1 ? "1 entry" : "\(moved) entries") of \(name) \(verb) the code that was rewritten"
    )
  }
}

extension Fingerprint {
  /// Whether both are the same but for their number among equals.
  fileprivate func isSame(as other: Fingerprint) -> Bool {
    path == other.path && rule == other.rule && context == other.context && code == other.code
  }
}

/// Returns the entries with the numbers of equals given anew, from 1.
private func numbered(_ entries: [Fingerprint]) -> [Fingerprint] {
  var counts: [Fingerprint: Int] = [:]
  return entries.sorted().map { entry in
    func with(_ ordinal: Int) -> Fingerprint {
      Fingerprint(
        path: entry.path, rule: entry.rule, context: entry.context, code: entry.code,
        ordinal: ordinal)
    }
    counts[with(1), default: 0] += 1
    return with(counts[with(1)] ?? 1)
  }
}
