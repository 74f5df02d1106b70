import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultReporting

/// `moult lint`: find, report, and fail if asked to.
struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", _superCommandName: "moult",
    abstract: "Report uses of old APIs (the default command).")

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
  @OptionGroup var scope: ScopeOptions
  @OptionGroup var measures: MeasureOptions

  @OptionGroup var markdown: MarkdownOption

  @Option(
    help: ArgumentHelp(
      """
      Look at one of this many parts of the tree, such as 1/4: whole programs, of about the same size \
      in bytes. 'moult merge' makes one report of the JSON or SARIF reports of all parts.
      """, valueName: "index/count"))
  var shard: ShardArgument?

  @Flag(help: "List the files that would be read, with their surface, and stop.")
  var showFiles = false

  func validate() throws {
    guard let shard else { return }
    try shard.validate()
    if markdown.isAsked {
      throw ValidationError(
        "--markdown looks at code in Markdown beside the whole tree, so it does not go with --shard: run it by itself"
      )
    }
    if scope.stdinFilename != nil {
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
    let (start, entry) = (Date(), knownRun)
    let given = try scope.stdinFilename.map { path in (path, try ScopeOptions.readInput()) }
    let session = try await Session(project, shard: shard?.shard, input: given)
    let changed = try scope.changedLines(in: session.workspace.base)
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
      let text = try report.text(
        in: output.format, style: .plain, base: session.workspace.base, jobs: project.threads)
      try writeWhole(text, to: output.path, called: output.path)
    }
    let printed = try report.text(
      in: format, style: Terminal.style(project.color), base: session.workspace.base,
      layout: text.layout, jobs: project.threads)
    session.progress.end()
    var said = SaidText()
    var migration: (base: String, canBegin: Bool)?
    if format == .text, !text.quiet { said.write(report.legend(Terminal.style(project.color))) }
    said.write(printed)
    if format == .text, !text.quiet, !report.findings.isEmpty {
      said.write(report.standing(Terminal.style(project.color)))
      // What is left to do depends on the rest of the tree, and a text from the input stream is on no disk that the next
      // command could change.
      if session.workspace.elsewhere == nil, scope.stdinFilename == nil {
        let canMigrate = moult.canMigrate(at: session.workspace.base)
        migration = (session.workspace.base, canMigrate)
        if let advice = await advice(run, session, canMigrate: canMigrate) { said.write(advice) }
      }
    }
    if format.needsFooter, !text.quiet {
      said.complain(String(report.footer(.plain).dropLast()))
    }
    let templates = report.coverage.templates.map { joined(session.workspace.base, $0) }
    if let entry, report.verdict != .undecided,
      let looks = try looks(session, beside: templates, since: start)
    {
      KnownRun(said: said, verdict: report.verdict, migration: migration)
        .keep(as: entry.name, in: entry.folder, looks)
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

  /// Says what a run has said that was asked for the same, and ends; returns where there is none, or anything is another.
  func sayAgain() {
    guard let entry = knownRun,
      let run = KnownRun(named: entry.name, in: entry.folder, jobs: project.threads)
    else { return }
    run.said.sayAgain()
    Terminal.exit(run.verdict)
  }

  /// What has to lie on the disk for another run to say the same; nil where that cannot be told.
  ///
  /// - Parameter templates: files that were looked into although they show no surface, absolute.
  private func looks(
    _ session: Session, beside templates: [String], since start: Date
  ) throws(Failure) -> [String: DiskLook]? {
    guard !session.inputs.readsDependencies else { return nil }
    var disk = DiskState(
      session.inputs, roots: session.roots, since: start, comparesFolders: false)
    let baseline = try session.baselinePath(baseline).map { [absolutePath($0)] } ?? []
    disk.add(session.inputs.others + baseline + templates, since: start)
    return disk.looks
  }

  /// Where a run that asks for the same is kept; nil for one that writes files, or reads what is no file of the tree.
  private var knownRun: (name: String, folder: CacheFolder)? {
    guard output.isEmpty, scope.stdinFilename == nil, scope.since == nil, !scope.staged,
      !measures.statistics, !measures.timings, !markdown.isAsked,
      project.catalogue.folder == nil, let folder = project.cacheFolder,
      let name = KnownRun.name(
        Array(CommandLine.arguments.dropFirst()),
        project.paths + project.ruleFolders + project.descriptorSets
          + [project.config, baseline.baseline].compactMap(\.self),
        Terminal.style(project.color), in: folder)
    else { return nil }
    return (name, folder)
  }

  /// What to do next; commands that it names are about the same files and rules.
  private func advice(_ run: LintRun, _ session: Session, canMigrate: Bool) async -> String? {
    let report = run.report
    var safe = 0
    var waiting = WaitingFixes()
    if report.findings.contains(where: { $0.safety == .safe }) {
      let plain = await session.engine.plainRun(
        session.workspace.files, run.analysis, session.request)
      let idle = plain.waiting.union(plain.elsewhere).union(plain.unreadable)
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
    return report.advice(
      safe: safe, waiting, arguments: project.arguments + scope.arguments + markdown.arguments,
      canMigrate: canMigrate)
  }
}
