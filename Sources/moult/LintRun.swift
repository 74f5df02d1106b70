import MoultAnalysis
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
    /// Whether the report is to carry what `moult merge` needs, where it is that of a shard.
    var carriesShard = false
  }
}

/// What is found, on its way into a report.
struct JudgedFindings {
  var findings: [Finding]
  private(set) var details: ReportDetails

  init(_ findings: [Finding], _ details: ReportDetails) {
    self.findings = findings
    self.details = details
  }

  /// Sets aside what a baseline knows.
  ///
  /// - Parameter judge: gets the findings, and the fingerprints of all that no comment ignores.
  mutating func setAside(by judge: ([Finding], [Finding: Fingerprint]) -> JudgedByBaseline) {
    let ignored = Set(details.suppressed.map(\.finding))
    let counted = details.fingerprints.filter { !ignored.contains($0.key) }
    let judged = judge(findings, counted)
    details.hasBaseline = true
    details.unchanged = judged.unchanged
    details.absent = judged.absent
    findings = judged.new
  }

  /// Returns how a run ends.
  ///
  /// - Parameters:
  ///   - verdict: of the findings.
  ///   - isStrict: whether it is a failure that something is gone from the baseline.
  func verdict(_ verdict: Verdict, isStrict: Bool) -> Verdict {
    verdict == .clean && isStrict && !details.absent.isEmpty ? .found : verdict
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
    let changed = terms.changed
    let request = request.answering(questions).knowing(results())
    let analysis = await engine.analyse(workspace.files, request)
    var coverage = workspace.coverage
    coverage.add(analysis.gaps)
    coverage.unknown = analysis.unknown
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
    coverage.search(templatesFor: analysis.findings, base: workspace.base)
    var details = ReportDetails()
    details.suppressed = analysis.suppressed
    details.kept = analysis.kept
    // Of changed lines it is none.
    let decidedOfPrograms = changed == nil ? limits.decidedTargets(in: workspace) : []
    let decided = unique(decidedOfPrograms.flatMap(\.self))
    details.leading = Set(decided)
    let found = (analysis.findings + inMarkdown).sorted()
    let shown = decided + found + analysis.suppressed.map(\.finding)
    let facts = await engine.describe(files, shown)
    details.fingerprints = facts.fingerprints
    details.importEdits = facts.importEdits
    details.rules = facts.rules
    if terms.carriesShard {
      details.shard = await shardResult(of: analysis, decided: decidedOfPrograms, terms)
    }
    var judged = JudgedFindings(decided + found, details)
    if let baseline = terms.baseline {
      judged.setAside { findings, counted in
        JudgedByBaseline(
          findings, counted, by: baseline, in: self, inMarkdown: terms.markdown != nil)
      }
    }
    if let changed {
      judged.findings = changed.touched(
        judged.findings, sources: files.map(\.source), base: workspace.base)
    }
    return LintRun(
      report: Report(
        findings: judged.findings, sources: files.map(\.source), coverage: coverage,
        verdict: judged.verdict(verdict(judged.findings, coverage), isStrict: terms.isStrict),
        details: judged.details), analysis: analysis)
  }

  /// Returns what is found in the code of Markdown files, where it stands there.
  private func findings(
    in markdown: MarkdownFiles, _ request: Engine.Request
  ) async -> [Finding] {
    guard !markdown.blocks.isEmpty else { return [] }
    let analysis = await engine.analyse(markdown.files(beside: workspace.files), request)
    return markdown.located(analysis.findings)
  }

  /// Returns whether this run could have found what an entry of a baseline is about: its rule ran, and its
  /// file was asked for or is gone.
  ///
  /// - Parameter inMarkdown: whether the code in Markdown files was looked at.
  func judges(_ entry: Fingerprint, inMarkdown: Bool) -> Bool {
    request.rules.contains(entry.rule) && asksAbout(entry.path, inMarkdown: inMarkdown)
  }

  /// Returns whether the file at a path was asked for or is gone.
  func asksAbout(_ path: String, inMarkdown: Bool) -> Bool {
    (inMarkdown || !isMarkdown(path) || !paths.contains(path))
      && roots.contains { isInside(joined(workspace.base, path), $0) }
  }

  /// Returns what names the baseline: the command line, else the configuration; nil if neither does.
  func baselinePath(_ options: BaselineOptions) throws(Failure) -> String? {
    options.baseline ?? configuredBaseline
  }
}
