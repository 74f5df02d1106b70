import MoultFindings
import MoultReporting
import MoultSource

/// What a lint of a project gave.
struct LintRun {
  let report: Report

  /// What was found before anything was set aside.
  let analysis: Engine.Analysis

  /// Why nobody can judge, for runs whose verdict is that.
  var complaint: Failure {
    report.coverage.seen.isEmpty
      ? Failure("there are no files to look at")
      : Failure("something could not be read or understood; 'moult lint' says what")
  }
}

extension LintRun {
  /// Where the other ways are shown in which a fix can be done.
  enum Alternatives {
    case nowhere
    case everywhere
    /// Beside the code of findings, which is shown where there are few.
    case inFrames
  }

  /// What is set aside and what judged.
  struct Terms {
    var baseline: KnownFindings?
    /// Lines that findings must touch to be reported; nil for all.
    var changed: ChangedLines?
    /// Whether it is a failure that something is gone from the baseline.
    var isStrict = false
    var markdown: MarkdownFiles?
  }
}

extension Session {
  /// Finds, sets aside what the baseline knows, and judges.
  ///
  /// Other ways to do a fix are worked out for who sees them: each is a rewrite of its own.
  func lint(
    _ terms: LintRun.Terms, showing alternatives: LintRun.Alternatives = .nowhere
  ) async throws -> LintRun {
    guard alternatives != .everywhere else { return try await lint(terms, .alternatives) }
    let run = try await lint(terms, .none)
    let shown = run.report.findings
    guard alternatives == .inFrames, TextLayout.canShowFrames(shown.count),
      shown.contains(where: { $0.fix != nil && engine.offersChoice($0.rule) })
    else { return run }
    return try await lint(terms, .alternatives)
  }

  private func lint(
    _ terms: LintRun.Terms, _ questions: FixQuestions
  ) async throws -> LintRun {
    let (changed, isStrict) = (terms.changed, terms.isStrict)
    let request = request.answering(questions)
    let analysis = await engine.analyse(workspace.files, request)
    var coverage = workspace.coverage
    coverage.add(analysis.gaps)
    coverage.add(sourceLiterals(in: workspace.files, importing: engine.modules))
    var files = workspace.files
    var inMarkdown: [Finding] = []
    if let markdown = terms.markdown {
      inMarkdown = await findings(in: markdown, request)
      coverage.add(markdown.gaps)
      coverage.addDocuments(markdown.unrelated)
      // Some have a surface of their own, and are among the files.
      let known = Set(files.map(\.source.path))
      files += markdown.files.filter { !known.contains($0.source.path) }
    }
    var details = ReportDetails()
    details.suppressed = analysis.suppressed
    details.kept = analysis.kept
    // Of changed lines it is none.
    let decided = changed == nil ? decidedTargets : []
    details.leading = Set(decided)
    let found = (analysis.findings + inMarkdown).sorted()
    let shown = decided + found + analysis.suppressed.map(\.finding)
    let facts = await engine.describe(files, shown)
    details.fingerprints = facts.fingerprints
    details.importEdits = facts.importEdits
    details.rules = facts.rules
    var findings = decided + found
    if let baseline = terms.baseline {
      let ignored = Set(analysis.suppressed.map(\.finding))
      let counted = facts.fingerprints.filter { !ignored.contains($0.key) }
      let judged = JudgedByBaseline(
        findings, counted, by: baseline, in: self, inMarkdown: terms.markdown != nil)
      details.hasBaseline = true
      details.unchanged = judged.unchanged
      details.absent = judged.absent
      findings = judged.new
    }
    if let changed {
      findings = changed.touched(findings, sources: files.map(\.source), base: workspace.base)
    }
    var verdict = verdict(findings, coverage)
    if verdict == .clean, isStrict, !details.absent.isEmpty { verdict = .found }
    return LintRun(
      report: Report(
        findings: findings, sources: files.map(\.source), coverage: coverage,
        verdict: verdict, details: details), analysis: analysis)
  }

  /// Returns what is found in the code of Markdown files, where it stands there.
  private func findings(
    in markdown: MarkdownFiles, _ request: Engine.Request
  ) async -> [Finding] {
    guard !markdown.blocks.isEmpty else { return [] }
    let analysis = await engine.analyse(markdown.files(beside: workspace.files), request)
    return markdown.located(analysis.findings)
  }

  /// One finding for each library whose target a deployment target has decided, and that the program uses.
  private var decidedTargets: [Finding] {
    var seen: Set<Finding> = []
    return limits.decidedTargets(in: workspace).filter { seen.insert($0).inserted }
  }

  /// Returns whether this run could have found what an entry of a baseline is about: its rule ran, and its
  /// file was asked for or is gone.
  ///
  /// - Parameter inMarkdown: whether the code in Markdown files was looked at.
  func judges(_ entry: Fingerprint, inMarkdown: Bool) -> Bool {
    request.rules.contains(entry.rule)
      && (inMarkdown || !isMarkdown(entry.path) || !paths.contains(entry.path))
      && roots.contains { isInside(joined(workspace.base, entry.path), $0) }
  }

  /// Returns what names the baseline: the command line, else the configuration; nil if neither does.
  func baselinePath(_ options: BaselineOptions) throws(Failure) -> String? {
    options.baseline ?? configuredBaseline
  }
}
