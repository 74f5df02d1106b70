import Foundation
import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultReporting
import MoultRules
import MoultSource
import MoultSurfaces

/// What an analysis says about the folder of a workspace, while files of it are open.
///
/// What it says is what `moult lint` would say with the texts of open files in place of those on disk. Where nothing but
/// texts of Swift files has changed since, the session is the one that `moult lint` would make, and no more is judged
/// again than what the edit concerns (`FollowedTree`).
struct ServerProject: Sendable {
  private(set) var session: Session
  private var followed: FollowedTree

  /// What is said of manifests about targets that nobody chose, by path; it stays as long as the session does.
  private let decided: [String: [Finding]]

  /// The texts that findings refer to, by the path that they name.
  private var texts: [String: [UInt8]]

  /// The texts of open files that were taken in place of those on disk, by absolute path.
  private var overlay: [String: [UInt8]]
  private var disk: DiskState

  /// The absolute paths of the files that were found.
  private let found: Set<String>

  /// The hops that rename a module, of which a single fix would be half; nil until somebody asks.
  private var knownHops: [OpenHop]?

  /// Reads and analyses what lies below `root`, with the texts of open files in place of those on disk.
  ///
  /// - Parameters:
  ///   - overlay: by absolute path.
  ///   - report: told what is done next.
  init(
    _ root: String, _ options: ServerOptions, overlay: [String: [UInt8]],
    report: @Sendable (String) -> Void
  ) async throws(Failure) {
    let start = Date()
    report("reading files")
    let isNew = access(root, F_OK) != 0
    let session = try await Session(
      options.projectOptions(root), input: isNew ? overlay[root].map { (root, $0) } : nil,
      overlay: overlay, showsProgress: false)
    self.session = session
    self.overlay = overlay
    // Before anything takes long: what is written meanwhile is seen then.
    disk = DiskState(session.inputs, roots: session.roots, since: start)
    let base = session.workspace.base
    report("judging \(counted(session.workspace.files.count, "file"))")
    followed = await session.engine.follow(
      session.workspace.files, session.request,
      Set(overlay.keys.map { relativePath($0, in: base) }))
    decided = Dictionary(
      grouping: Set(session.limits.decidedTargets(in: session.workspace).joined()), by: \.path)
    texts = Dictionary(
      session.workspace.files.map { ($0.source.path, $0.source.bytes) }, uniquingKeysWith: { $1 })
    found = Set(session.inputs.files.map(\.absolutePath))
  }

  /// Takes the texts of open files as they are by now, and what has changed on the disk, and judges these files.
  ///
  /// What is found in others is what was found before until `judgeDue` has judged them.
  ///
  /// - Parameters:
  ///   - overlay: by absolute path.
  ///   - looksAtDisk: whether anything is taken that has changed on the disk.
  /// - Returns: false if more has changed than texts of files that were found; then nothing can be said any more.
  mutating func follow(_ overlay: [String: [UInt8]], looksAtDisk: Bool) async -> Bool {
    let changes = looksAtDisk ? disk.changes() : DiskState.Changes()
    guard !changes.isOther, !session.inputs.readsDependencies else { return false }
    var paths = changes.files
    for path in Set(overlay.keys).union(self.overlay.keys) where overlay[path] != self.overlay[path]
    {
      paths.insert(path)
    }
    // A checkout of another branch: to judge all anew takes less time than file by file.
    guard paths.count <= 20 else { return false }
    for path in paths.sorted() {
      guard found.contains(path) else {
        if self.overlay[path] == nil, isNewFile(path) { return false }
        continue
      }
      // A file that was not kept is read where it was opened; by now the disk may have another than was found.
      let isChanged = looksAtDisk ? changes.files.contains(path) : !disk.holds(path)
      guard let old = text(of: path, isChanged: isChanged),
        let new = overlay[path] ?? (try? readFile(path))
      else { return false }
      if old != new, await !replace(path, old, by: new) { return false }
    }
    if !changes.files.isEmpty || Set(overlay.keys) != Set(self.overlay.keys) {
      await followed.keepPrograms(of: Set(overlay.keys.map(name)))
    }
    self.overlay = overlay
    return true
  }

  /// Judges files that an edit of another concerns.
  ///
  /// - Parameter count: how many at most.
  mutating func judgeDue(atMost count: Int) async { await followed.judgeDue(atMost: count) }

  /// Whether an edit of another file concerns some that are not judged again yet.
  var isDue: Bool { followed.isDue }

  /// Whether an edit of another file concerns the one at an absolute path, and it is not judged again yet.
  func isDue(_ path: String) -> Bool { followed.isDue(name(path)) }

  /// Whether a file is one of the project that was never written, so that it is found by being open.
  ///
  /// What is on the disk and was not found is left out.
  private func isNewFile(_ path: String) -> Bool {
    access(path, F_OK) != 0 && session.roots.contains { isInside(path, $0) }
      && Surface(path: path) != nil
  }

  /// The text of a file that was found, as it was taken last; nil if it is not known any more.
  ///
  /// - Parameter isChanged: whether the disk has another by now.
  private func text(of path: String, isChanged: Bool) -> [UInt8]? {
    if let known = texts[name(path)] ?? overlay[path] { return known }
    // No rule has anything to say about it, so it was not kept.
    return isChanged ? nil : try? readFile(path)
  }

  private mutating func replace(_ path: String, _ old: [UInt8], by new: [UInt8]) async -> Bool {
    let name = name(path)
    switch session.workspace.change(of: name, from: old, to: new) {
    case .nothing: return true
    case .ofTree: return false
    case .ofText(let workspace, let file):
      session = session.replacing(workspace)
      texts[name] = file.source.bytes
      knownHops = nil
      await followed.replace(by: ProjectText(file))
      return true
    }
  }

  /// Returns the findings in the file at an absolute path, sorted.
  func findings(at path: String) -> [Finding] {
    let name = name(path)
    let found = followed.findings[name] ?? []
    guard let decided = decided[name] else { return found }
    return (decided + found).sorted()
  }

  /// The absolute paths of the files in which something was found.
  var pathsWithFindings: Set<String> {
    Set((Array(followed.findings.keys) + decided.keys).map(absolutePath))
  }

  /// Returns the text that findings refer to, by the path that they name.
  func text(at name: String) -> [UInt8]? { texts[name] }

  func absolutePath(_ name: String) -> String { joined(session.workspace.base, name) }

  /// Returns what the fix of a finding changes.
  func changes(fixing finding: Finding) -> [FileChange] {
    session.engine.preview([finding], texts)
  }

  /// Returns what ignores a finding by a comment where it stands; nothing where none can stand.
  func changes(ignoring finding: Finding) async -> [FileChange] {
    guard let file = file(of: finding) else { return [] }
    return await session.engine.suppress([file], [finding], "").changes
  }

  /// Returns what ignores the rule of a finding in all of its file.
  func changes(ignoringInFile finding: Finding) -> [FileChange] {
    guard let file = file(of: finding) else { return [] }
    return session.engine.suppressInFile(file, [finding], "").map { [$0] } ?? []
  }

  private func file(of finding: Finding) -> WorkspaceFile? {
    session.workspace.files.first { $0.source.path == finding.path }
  }

  /// Returns what all safe fixes in the file at an absolute path change.
  ///
  /// Those of a hop that renames a module are among them if no other file has a part in it.
  func changes(fixingAllIn path: String) async -> [FileChange] {
    let name = name(path)
    let outcome = await session.engine.fix(
      session.workspace.files,
      FixPolicy(allowed: [.safe]) { $0.finding.path == name ? .apply : .decline }, session.request)
    return outcome.report.changes
  }

  /// Finds out which hops that rename a module lie ahead, which takes a look at the whole tree.
  mutating func findHops() async {
    guard knownHops == nil else { return }
    let result = await followed.judged()
    knownHops = await session.engine.openHops(
      session.workspace.files,
      Engine.Analysis(
        findings: result.findings, suppressed: result.suppressed, gaps: [], kept: result.kept),
      session.request)
  }

  private var hops: [OpenHop] { knownHops ?? [] }

  /// Returns the hop of which the fix of a finding is only a part, once `findHops` has found them.
  func hop(of finding: Finding) -> OpenHop? { hops.first { $0.contains(finding) } }

  /// Returns what a hop changes, in all files of its part of the project.
  ///
  /// - Parameter choice: which of several fixes is made where there are some; nil for the first.
  func changes(making hop: OpenHop, _ choice: HopChoice?) async -> [FileChange] {
    let outcome = await session.engine.fix(
      session.workspace.files,
      FixPolicy(
        allowed: hop.isSafe && choice == nil ? [.safe] : [.safe, .review],
        questions: choice == nil ? .none : .alternatives
      ) { question in
        let finding = question.finding
        guard hop.contains(finding) else { return .decline }
        guard let choice, let alternatives = finding.alternatives,
          alternatives.option == choice.option,
          let other = alternatives.others.first(where: { $0.value == choice.value })
        else { return .apply }
        return .replace(with: other.fix)
      }, session.request)
    return outcome.report.changes
  }

  /// Returns the hop of this title that a file has a part in, once `findHops` has found them.
  func hop(titled title: String, at path: String) -> OpenHop? {
    let name = name(path)
    return hops.first { $0.title == title && $0.paths.contains(name) }
  }

  private func name(_ path: String) -> String { relativePath(path, in: session.workspace.base) }
}

/// Which of several fixes is made wherever in a hop there is the choice.
struct HopChoice: Hashable {
  /// `grpc-swift.blocking-calls`.
  let option: String
  let value: String
}
