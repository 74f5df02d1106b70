import ArgumentParser
import Foundation
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

/// `moult fix`: rewrite what can be rewritten, and list the rest.
struct FixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix", _superCommandName: "moult", abstract: "Rewrite uses of old APIs.",
    discussion: """
      Applies fixes that are 'safe': they mean the same and build. Nothing at all is written if one of \
      the files to change is modified or untracked in git, or changed while Moult was looking at it. \
      Outside a git repository nothing is known about files, and they are written. What a baseline knows \
      is fixed like everything else; what is left of it is not listed.
      """)

  @OptionGroup var project: ProjectOptions
  @OptionGroup var baseline: BaselineOptions
  @OptionGroup var options: FixOptions
  @OptionGroup var scope: ScopeOptions
  @OptionGroup var text: TextOptions
  @OptionGroup var measures: MeasureOptions
  @OptionGroup var markdown: MarkdownOption

  @Option(help: .hidden)
  var shard: String?

  @Option(help: "The form of the report: text, or JSON as 'moult lint --format json' prints it.")
  var format: FixFormat = .text

  /// The forms in which the report of a fix can be had.
  enum FixFormat: String, WordChoice {
    case text
    case json
  }

  func validate() throws {
    if shard != nil {
      throw ValidationError(
        "--shard goes with 'moult lint' alone: a fix may reach from one program into the files of another, so 'moult fix' needs all of them"
      )
    }
    if format == .json, options.diff || options.interactive || scope.stdinFilename != nil {
      throw ValidationError("--format json prints a report, and so does not go with other output")
    }
  }

  func run() async throws {
    if let file = scope.stdinFilename {
      try await printFixed(file)
      return
    }
    let session = try await Session(project, showsProgress: !options.interactive)
    var choice: FixChoice = { _ in .apply }
    let person =
      options.interactive
      ? try await InteractiveChoice(
        session, Terminal.style(project.color), safeties: options.safeties) : nil
    if let person { choice = person.choice }
    let changed = try scope.changedLines(in: session.workspace.base)
    if let changed {
      choice = changed.choice(
        base: session.workspace.base, original: session.workspace.files.map(\.source), then: choice)
    }
    let known = try session.knownFindings(baseline)
    let documents = session.markdown(markdown)
    let work = FixWork(
      session: session, options: options, choice: choice,
      isBegunAgain: { person?.isBegunAgain() ?? false },
      fixesMarkdown: markdown.isAsked)
    session.progress.begin("fixing \(session.workspace.files.count) files")
    let result = try await work.run()
    session.progress.begin("writing the report")
    try await report(result, session, changed, known, documents)
  }

  private func report(
    _ result: FixWork.Result, _ session: Session, _ changed: ChangedLines?, _ known: KnownFindings?,
    _ documents: MarkdownFiles?
  ) async throws {
    var coverage = session.workspace.coverage
    coverage.add(result.gaps)
    coverage.addDocuments(documents?.unrelated ?? 0)
    coverage.search(
      templatesFor: result.applied + result.remaining, base: session.workspace.base)
    let read = session.workspace.files
    let own = (documents?.files ?? []).filter { file in
      !read.contains { $0.source.path == file.source.path }
    }
    let files = files(read + own, result.report.changes)
    let sources = files.map(\.source)
    var details = ReportDetails()
    var remaining = result.remaining
    let heldBack = FixReport.heldBack(among: remaining, applying: options.safeties) ?? ""
    var notes = result.notes
    let isShown = options.diff || options.patch != nil
    var isIncomplete = false
    if var known {
      let followed =
        isShown
        ? nil
        : await known.following(result.followed, from: read + own, to: files, in: session)
      if let followed {
        known = followed.baseline
        do {
          try known.write()
          notes.append(followed.note)
        } catch {
          // What was fixed stays, and 2 says that nothing was written.
          let reason = (error as? Failure)?.message ?? error.localizedDescription
          Terminal.complain("moult: error: \(reason); what was fixed is written")
          isIncomplete = true
        }
      }
      let facts = await session.engine.describe(files, remaining)
      let judged = JudgedByBaseline(
        remaining, facts.fingerprints, by: known, in: session, inMarkdown: documents != nil)
      details.unchanged = judged.unchanged
      details.absent = judged.absent
      remaining = judged.new
    }
    if let changed {
      remaining = changed.touched(remaining, sources: sources, base: session.workspace.base)
    }
    let verdict = session.verdict(remaining, coverage)
    let rest = Report(
      findings: remaining, sources: sources, coverage: coverage, verdict: verdict, details: details)
    session.progress.end()
    if format == .json {
      Terminal.write(try rest.json(version: toolVersion, after: result.report))
    } else if options.diff {
      Terminal.write(unifiedDiff(result.report.changes))
      // Whoever reads a patch does not want to look for it among findings; 'moult lint' lists them.
      let said = result.report.text(isWritten: false, .plain) + heldBack + rest.footer(.plain)
      Terminal.complain(String(said.dropLast()))
    } else {
      let style = Terminal.style(project.color)
      Terminal.write(
        result.report.text(isWritten: !isShown, style) + notes.map { $0 + "\n" }.joined()
          + heldBack + rest.text(style, text.layout))
      if isatty(STDOUT_FILENO) == 1,
        let advice = FixReport.advice(for: remaining, applying: options.safeties)
      {
        Terminal.write(advice)
      }
    }
    measures.report(session, applied: result.applied, remaining: remaining)
    if isIncomplete { throw Verdict.found }
    if verdict == .clean, isShown, !result.report.changes.isEmpty { throw Verdict.found }
    let ending = isShown || result.report.changes.isEmpty ? verdict : verdict.afterWriting
    if ending != .clean { throw ending }
  }

  /// Prints the text of the input stream with its fixes, and changes no file.
  private func printFixed(_ file: String) async throws {
    let bytes = try ScopeOptions.readInput()
    let session = try await Session(project, input: (file, bytes))
    guard let path = session.inputPath else { return }
    // A fix is all or nothing, and other files cannot be printed.
    let outcome = await session.engine.fix(
      session.workspace.files,
      FixPolicy(allowed: options.safeties) { question in
        question.finding.fix?.files.allSatisfy { $0.path == path } ?? true ? .apply : .decline
      }, session.request)
    if let refusal = outcome.refusal { throw Failure("nothing was fixed: \(refusal)") }
    for failure in outcome.report.failures {
      Terminal.complain(FixReport.line(for: failure, .plain))
    }
    Terminal.write(outcome.report.changes.first { $0.path == path }?.after ?? bytes)
    let verdict = session.verdict(outcome.remaining, session.workspace.coverage)
    if verdict != .clean { throw verdict }
  }

  /// Returns the files after the fixes, to which the remaining findings refer.
  private func files(_ files: [WorkspaceFile], _ changes: [FileChange]) -> [WorkspaceFile] {
    let after = Dictionary(changes.map { ($0.path, $0.after) }, uniquingKeysWith: { $1 })
    return files.map { file in
      guard let bytes = after[file.source.path] else { return file }
      return WorkspaceFile(
        source: SourceText(path: file.source.path, bytes: bytes), surface: file.surface,
        isGenerated: file.isGenerated, isInScope: file.isInScope, anchors: file.anchors)
    }
  }
}
