import Foundation
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

extension KnownFindings {
  /// Returns the baseline in which the entries of findings that a fix left go by what stands around them now, and a
  /// line that says so; nil if none changes.
  ///
  /// A fix rewrites the words beside an old use, or the declaration around it, and the use is no newer for that. What
  /// another rule finds in its place is the same debt.
  ///
  /// A baseline outside the project is followed only for who names it on the command line.
  ///
  /// - Parameters:
  ///   - earlier: what the findings of before refer to.
  ///   - files: the same after the fix.
  func following(
    _ followed: [FollowedFinding], from earlier: [WorkspaceFile], to files: [WorkspaceFile],
    in session: Session
  ) async -> (baseline: KnownFindings, note: String)? {
    guard !followed.isEmpty,
      isNamedByCommand || isInside(parentFolder(path), session.workspace.base)
    else { return nil }
    let before = await session.engine.describe(earlier, followed.map(\.before)).fingerprints
    let after = await session.engine.describe(files, followed.map(\.after)).fingerprints
    // What is no longer found is not asked for.
    let comparison = baseline.compare(before, existing: session.paths) { _ in false }
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

extension Session {
  /// Lets the entries of a baseline follow edits that are written, and returns a line that says so, or nil if none does.
  ///
  /// Everything is looked for, whatever rules and paths the run asks about: the edits ask for none.
  ///
  /// - Parameters:
  ///   - known: nil where there is no baseline.
  ///   - edits: by path; they refer to the texts of the workspace.
  ///   - changes: what the edits made of the files.
  /// - Throws: `Verdict` if the baseline cannot be written, which is said; the edits stay.
  func follow(
    _ known: KnownFindings?, through edits: [String: [Edit]], to changes: [FileChange]
  ) async throws(Verdict) -> String? {
    guard let known, !changes.isEmpty else { return nil }
    let files = workspace.files.map(\.asked)
    let analysis = await engine.analyse(files, request.ofEverything)
    let pairs = followed(analysis.findings, through: edits)
    let result = await known.following(
      pairs, from: files, to: files.changed(by: changes), in: self)
    guard let result else { return nil }
    do {
      try result.baseline.write()
    } catch {
      let reason = (error as? Failure)?.message ?? error.localizedDescription
      Terminal.complain("moult: error: \(reason); what was rewritten stays")
      // 2 would say that nothing was written.
      throw .found
    }
    return result.note
  }
}

extension WorkspaceFile {
  /// The same file, with its findings asked for.
  fileprivate var asked: WorkspaceFile {
    WorkspaceFile(
      source: source, surface: surface, isGenerated: isGenerated, isInScope: true,
      anchors: anchors)
  }
}

extension Engine.Request {
  /// The same request without a choice of rules.
  fileprivate var ofEverything: Engine.Request {
    Engine.Request(
      configuration: configuration, rules: everything.rules, described: described, jobs: jobs,
      decision: everything.decision, everything: everything, layouts: layouts,
      programs: programs, targetsOfProgram: targetsOfProgram, watch: watch
    ).answering(.none)
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
