import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultReporting

/// `moult lint`: find, report, and fail if asked to.
struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Report uses of old APIs (the default command).")

  @OptionGroup var project: ProjectOptions

  @OptionGroup var baseline: BaselineOptions

  @Flag(help: "Make the exit code 1 also if an entry of the baseline is no longer found.")
  var baselineStrict = false

  @Option(help: "How to print findings.")
  var format: ReportFormat = .text

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write the report to a file, in any format; may be repeated.",
      valueName: "format=path"))
  var output: [ReportFile] = []

  @OptionGroup var text: TextOptions
  @OptionGroup var changes: ChangeOptions
  @OptionGroup var input: InputOption
  @OptionGroup var measures: MeasureOptions

  @OptionGroup var markdown: MarkdownOption

  @OptionGroup var shard: ShardOption

  @Flag(help: "List the files that would be read, with their surface, and stop.")
  var showFiles = false

  func validate() throws {
    guard shard.shard != nil else { return }
    if markdown.isAsked {
      throw ValidationError(
        "--markdown looks at code in Markdown beside the whole tree, so it does not go with --shard: run it by itself"
      )
    }
    if input.stdinFilename != nil {
      throw ValidationError("--stdin-filename is about one file, so it does not go with --shard")
    }
    if showFiles {
      throw ValidationError(
        "--show-files lists the whole tree, so it does not go with --shard; 'shard.programs' of the JSON report has what falls to a part"
      )
    }
  }

  func run() async throws {
    if showFiles {
      Terminal.write(try fileList(project))
      return
    }
    let given = try input.stdinFilename.map { path in (path, try InputOption.read()) }
    let session = try await Session(project, shard: shard.shard?.shard, input: given)
    let changed = try changes.changedLines(in: session.workspace.base)
    let known = try session.knownFindings(baseline)
    session.progress.begin("looking at \(session.workspace.files.count) files")
    let run = try await session.lint(
      LintRun.Terms(
        baseline: known, changed: changed, isStrict: baselineStrict,
        markdown: session.markdown(markdown),
        carriesShard: formats.contains(where: \.carriesShard)), showing: shownAlternatives)
    let report = run.report
    session.progress.begin("writing the report")
    // Whatever becomes of the exit code, and of the output stream, the files are written.
    for output in output {
      let text = try report.text(in: output.format, style: .plain, base: session.workspace.base)
      try writeWhole(text, to: output.path, called: output.path)
    }
    let printed = try report.text(
      in: format, style: Terminal.style(project.color), base: session.workspace.base,
      layout: text.layout)
    session.progress.end()
    if format == .text, !text.quiet { Terminal.write(report.legend(Terminal.style(project.color))) }
    Terminal.write(printed)
    if format == .text, !text.quiet, !report.findings.isEmpty {
      Terminal.write(report.standing(Terminal.style(project.color)))
      // What is left to do depends on the rest of the tree.
      if session.workspace.elsewhere == nil, let advice = await advice(run, session) {
        Terminal.write(advice)
      }
    }
    if format.needsFooter, !text.quiet {
      Terminal.complain(String(report.footer(.plain).dropLast()))
    }
    measures.report(session, remaining: report.findings)
    if report.coverage.seen.isEmpty, !session.hasNothingToDo {
      Terminal.complain("moult: error: there are no files to look at")
    }
    // The process ends with everything in it: taking a large project apart piece by piece takes its time.
    Terminal.exit(report.verdict)
  }

  private var formats: Set<ReportFormat> { Set(output.map(\.format)).union([format]) }

  /// Where the report tells of other ways in which a fix can be done.
  private var shownAlternatives: LintRun.Alternatives {
    if formats.contains(where: \.showsAlternatives) || text.expand { return .everywhere }
    return formats.contains(.text) ? .inFrames : .nowhere
  }

  /// What to do next; commands that it names are about the same files and rules.
  private func advice(_ run: LintRun, _ session: Session) async -> String? {
    let report = run.report
    var safe = 0
    var waiting = WaitingFixes()
    if report.findings.contains(where: { $0.safety == .safe }) {
      let plain = await session.engine.plainRun(
        session.workspace.files, run.analysis, session.request)
      let idle = plain.waiting.union(plain.unreadable)
      safe = report.findings.count { $0.safety == .safe && !idle.contains($0) }
      waiting = WaitingFixes(number: plain.waiting.count, inTheWay: plain.inTheWay)
    } else if report.findings.contains(where: { $0.safety == .review }) {
      let hops = await session.engine.openHops(
        session.workspace.files, run.analysis, session.request)
      waiting = WaitingFixes(
        isHopAhead: hops.contains { hop in
          report.findings.contains { $0.safety == .review && hop.contains($0) }
        })
    }
    // A text from the input stream is on no disk that the next command could change.
    guard input.stdinFilename == nil else { return nil }
    let repository = try? MigrationRepository(above: session.workspace.base)
    return report.advice(
      safe: safe, waiting, arguments: project.arguments + changes.arguments + markdown.arguments,
      canMigrate: (try? repository?.modifiedFiles())?.isEmpty ?? false)
  }
}
