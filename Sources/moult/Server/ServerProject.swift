import Foundation
import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

/// What an analysis says about the folder of a workspace, while files of it are open.
struct ServerProject: Sendable {
  let session: Session
  private let findings: [String: [Finding]]
  private let texts: [String: [UInt8]]

  /// The hops that rename a module, of which a single fix would be half.
  private let hops: [OpenHop]

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
    hops = await session.engine.openHops(
      session.workspace.files, analysis, session.request)
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
  ///
  /// Those of a hop that renames a module are among them if no other file has a part in it.
  func changes(fixingAllIn path: String) async -> [FileChange] {
    let name = name(path)
    let outcome = await session.engine.fix(
      session.workspace.files,
      FixPolicy(allowed: [.safe]) { $0.finding.path == name ? .apply : .decline }, session.request)
    return outcome.report.changes
  }

  /// Returns the hop of which the fix of a finding is only a part.
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

  /// Returns the hop of this title that a file has a part in.
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
