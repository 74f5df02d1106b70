import ArgumentParser
import Foundation
import MoultFindings
import MoultReporting

/// `moult baseline`: write down what is found, so that only what is new counts.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline", abstract: "Record what is found, so that only new findings count.",
    discussion: """
      Writes \(BaselineFile.defaultName), or what 'baseline' in the configuration or --baseline names. \
      'moult lint' reads it if the configuration or --baseline names it. Entries have no line numbers: \
      moving and reformatting code, and renaming files, leave them as they are.
      """,
    subcommands: [Write.self, Prune.self], defaultSubcommand: Write.self)

  /// `moult baseline`: everything that is found.
  struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "write", abstract: "Record everything that is found (the default).")

    @OptionGroup var project: ProjectOptions
    @OptionGroup var baseline: BaselineOptions

    func run() async throws {
      let session = try await Session(project)
      let path = try session.baselinePath(baseline) ?? BaselineFile.defaultName
      let run = try await session.lint(baseline: nil)
      if run.report.verdict == .undecided { throw run.complaint }
      let findings = run.report.findings
      let known = findings.compactMap { run.report.details.fingerprints[$0] }
      let absolute = absolutePath(path)
      try session.allowBaseline(at: absolute, called: path, baseline)
      try writeWhole(
        try KnownFindings.text(of: known, at: absolute, base: session.workspace.base),
        to: absolute, called: path)
      Terminal.write("Wrote \(counted(known.count, "finding")) to \(path)\n")
      if session.configuredBaseline == nil {
        Terminal.write(
          "'moult lint' reads it with 'baseline: \(path)' in \(ProjectConfiguration.fileName), or with "
            + "'--baseline \(path)'\n")
      }
    }
  }

  /// `moult baseline prune`: without what is gone.
  struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "prune", abstract: "Remove what is no longer found; add nothing.")

    @OptionGroup var project: ProjectOptions
    @OptionGroup var baseline: BaselineOptions

    func run() async throws {
      let session = try await Session(project)
      let path = try session.baselinePath(baseline) ?? BaselineFile.defaultName
      let absolute = absolutePath(path)
      try session.allowBaseline(at: absolute, called: path, baseline)
      let base = session.workspace.base
      let known = try KnownFindings(absolute, called: path, base: base)
      let run = try await session.lint(baseline: known)
      if run.report.verdict == .undecided { throw run.complaint }
      let details = run.report.details
      // What moved is written down where it is.
      let found = details.unchanged.compactMap { details.fingerprints[$0] }
      let judged = Set(details.absent)
      let elsewhere = known.baseline.entries.filter { entry in
        !judged.contains(entry) && !session.judges(entry)
      }
      try writeWhole(
        try KnownFindings.text(of: found + elsewhere, at: absolute, base: base),
        to: absolute, called: path)
      Terminal.write("Dropped \(counted(details.absent.count, "finding")) from \(path)\n")
    }
  }
}

extension Session {
  /// Refuses what only the configuration of a project, and nobody on the command line, wants to have overwritten.
  fileprivate func allowBaseline(
    at absolute: String, called path: String, _ options: BaselineOptions
  ) throws(Failure) {
    let base = resolvedPath(workspace.base) ?? workspace.base
    let folder = resolvedPath(parentFolder(absolute)) ?? parentFolder(absolute)
    guard options.baseline == nil, !isInside(folder, base) else { return }
    throw Failure(
      "the configuration names '\(path)' as the baseline, which is outside the project; '--baseline \(path)' writes it all the same"
    )
  }
}

/// Where the baseline is.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The baseline, whose findings do not count (default: the one in the configuration).",
      valueName: "file"))
  var baseline: String?
}

/// Returns `path` from the root of the file system on.
func absolutePath(_ path: String) -> String {
  path.hasPrefix("/") ? path : joined(resolvedPath(".") ?? "", path)
}
