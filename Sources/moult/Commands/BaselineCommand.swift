import ArgumentParser
import Foundation
import MoultFindings
import MoultReporting

/// `moult baseline`: write down what is found, so that only what is new counts.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline", _superCommandName: "moult",
    abstract: "Record what is found, so that only new findings count.",
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
    @OptionGroup var budget: BudgetOptions
    @OptionGroup var markdown: MarkdownOption

    func validate() throws {
      if markdown.isAsked, budget.unit != nil {
        throw ValidationError("a budget does not count the code in Markdown: leave out --markdown")
      }
    }

    func run() async throws {
      let session = try await Session(project)
      if let unit = budget.unit {
        let work = BudgetWork(session: session, unit: unit, file: budget.file)
        guard budget.check else { return try await work.lower() }
        return try await work.check(since: budget.since)
      }
      let path = try session.baselinePath(baseline) ?? BaselineFile.defaultName
      let run = try await session.lint(LintRun.Terms(markdown: session.markdown(markdown)))
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
    @OptionGroup var markdown: MarkdownOption

    func run() async throws {
      let session = try await Session(project)
      let path = try session.baselinePath(baseline) ?? BaselineFile.defaultName
      let absolute = absolutePath(path)
      try session.allowBaseline(at: absolute, called: path, baseline)
      let base = session.workspace.base
      let known = try KnownFindings(absolute, called: path, base: base)
      let run = try await session.lint(
        LintRun.Terms(baseline: known, markdown: session.markdown(markdown)))
      if run.report.verdict == .undecided { throw run.complaint }
      let details = run.report.details
      // What moved is written down where it is.
      let found = details.unchanged.compactMap { details.fingerprints[$0] }
      let judged = Set(details.absent)
      let elsewhere = known.baseline.entries.filter { entry in
        !judged.contains(entry) && !session.judges(entry, inMarkdown: markdown.isAsked)
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

/// How many findings each part of the project may have.
struct BudgetOptions: ParsableArguments {
  @Option(
    name: .customLong("budget"),
    help: ArgumentHelp(
      "Write how many findings each rule, module, service or owner (CODEOWNERS) may have instead, or lower the numbers; they never rise.",
      valueName: "unit"))
  var unit: Budget.Unit?

  @Option(
    name: .customLong("budget-file"),
    help: ArgumentHelp("The budget (default: \(BudgetFile.defaultName)).", valueName: "file"))
  var file = BudgetFile.defaultName

  @Flag(help: "With --budget, write nothing; the exit code is 1 if a part is over its budget.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "With --check, the exit code is also 1 if a number is higher than at this reference of git.",
      valueName: "ref"))
  var since: String?

  func validate() throws {
    if check, unit == nil { throw ValidationError("--check goes with --budget") }
    if since != nil, !check { throw ValidationError("--since goes with --check") }
  }
}

extension Budget.Unit: ExpressibleByArgument {}

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
