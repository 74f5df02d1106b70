import Foundation
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

/// What an analysis says about the folder of a workspace, while files of it are open.
struct ServerProject: Sendable {
  let session: Session
  private let findings: [String: [Finding]]
  private let texts: [String: [UInt8]]

  /// Reads and analyses what lies below `root`, with the texts of open files in place of those on disk.
  ///
  /// - Parameter overlay: by absolute path.
  init(
    _ root: String, _ options: ServerOptions, overlay: [String: [UInt8]]
  ) async throws(Failure) {
    let isNew = access(root, F_OK) != 0
    let session = try await Session(
      options.projectOptions(root), input: isNew ? overlay[root].map { (root, $0) } : nil,
      overlay: overlay, showsProgress: false)
    let analysis = await session.engine.analyse(session.workspace.files, session.request)
    self.session = session
    findings = Dictionary(grouping: analysis.findings, by: \.path)
    texts = Dictionary(
      session.workspace.files.map { ($0.source.path, $0.source.bytes) }, uniquingKeysWith: { $1 })
  }

  /// Returns the findings in the file at an absolute path, sorted.
  func findings(at path: String) -> [Finding] { findings[name(path)] ?? [] }

  /// Returns the text that findings refer to, by the path that they name.
  func text(at name: String) -> [UInt8]? { texts[name] }

  func absolutePath(_ name: String) -> String { joined(session.workspace.base, name) }

  /// Returns what the fix of a finding changes.
  func changes(fixing finding: Finding) -> [FileChange] {
    session.engine.preview([finding], texts)
  }

  /// Returns what all safe fixes in the file at an absolute path change.
  func changes(fixingAllIn path: String) async -> [FileChange] {
    let name = name(path)
    let outcome = await session.engine.fix(
      session.workspace.files,
      FixPolicy(allowed: [.safe], keepsHopsWhole: false) {
        $0.finding.path == name ? .apply : .decline
      },
      session.request)
    return outcome.report.changes
  }

  private func name(_ path: String) -> String { relativePath(path, in: session.workspace.base) }
}
