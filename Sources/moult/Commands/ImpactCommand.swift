import ArgumentParser
import MoultFindings
import MoultReporting
import MoultSource

/// `moult impact`: what a change of `.proto` files means for the code that uses them.
struct ImpactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "impact", _superCommandName: "moult",
    abstract: "Find the code that a change of '.proto' files or library interfaces reaches.",
    discussion: """
      Compares the '.proto' and '.swiftinterface' files with those of --since and lists each use, in Swift and \
      Objective-C, of a name that generators will no longer write, or write with another type. \
      The code is read as it stands today, whether code was generated again or not. --fix rewrites \
      the uses that have one new name, as 'moult fix' writes files; everything else is left. Exit codes: 0 if no \
      use is at or above --fail-on, 1 if some are, or --diff has changes, 2 if it cannot be told.
      """)

  @Option(help: ArgumentHelp("What to compare with: a branch, tag or commit.", valueName: "ref"))
  var since: String

  @OptionGroup var project: ProjectOptions
  @OptionGroup var baseline: BaselineOptions

  @Option(help: "How to print what was found.")
  var format: ReportFormat = .text

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write the report to a file, in any format; may be repeated.",
      valueName: "format=path"))
  var output: [ReportFile] = []

  @Flag(help: "Rewrite what can be rewritten, and list the rest.")
  var fix = false

  @Flag(
    help: "Print a patch for 'patch -p1' and write nothing; the exit code is 1 if it has changes.")
  var diff = false

  @Flag(help: "With --fix, write to files that are modified or untracked in git.")
  var allowDirty = false

  func validate() throws {
    if fix, diff { throw ValidationError("--fix writes and --diff does not: give one of them") }
    if allowDirty, !fix { throw ValidationError("--allow-dirty goes with --fix") }
    if baseline.baseline != nil, !fix { throw ValidationError("--baseline goes with --fix") }
    if diff, format != .text {
      throw ValidationError("--diff prints a patch, and so takes no --format")
    }
  }

  func run() async throws {
    // A use can stand in any file, whatever else the file mentions.
    let session = try await Session(project, keeping: .everything)
    let known = fix ? try session.knownFindings(baseline) : nil
    let before = try session.project(before: since)
    session.progress.begin("comparing with \(since)")
    let result = await session.engine.impact(session.workspace.files, before, session.request)
    session.progress.end()
    var coverage = session.workspace.coverage
    coverage.add(result.gaps)
    var left = result.changes
    var note: String?
    var sources = session.workspace.files.map(\.source)
    if fix {
      try write(
        result.rewrites, in: session.workspace.base,
        guarding: allowDirty ? .contentOnly : .repositoryState)
      note = try await session.follow(known, through: result.edits, to: result.rewrites)
      left = result.left
      let after = Dictionary(
        result.rewrites.map { ($0.path, $0.after) }, uniquingKeysWith: { first, _ in first })
      sources = sources.map { source in
        after[source.path].map { SourceText(path: source.path, bytes: $0) } ?? source
      }
    }
    let uses = left.flatMap(\.uses)
    let isFound = session.failOn.map { least in
      uses.contains { $0.effect.severity >= least }
    }
    let report = ImpactReport(
      changes: left, since: since, sources: sources, coverage: coverage,
      verdict: coverage.isIncomplete ? .undecided : isFound == true ? .found : .clean)
    let base = session.workspace.base
    for output in output {
      let text = try report.text(in: output.format, style: .plain, base: base, sources)
      try writeWhole(text, to: output.path, called: output.path)
    }
    if diff {
      Terminal.write(unifiedDiff(result.rewrites))
      Terminal.complain(report.summary)
    } else {
      if fix, format == .text {
        for change in result.rewrites { Terminal.write("rewrote \(printable(change.path))\n") }
        if let note { Terminal.write(note + "\n") }
      }
      Terminal.write(
        try report.text(in: format, style: Terminal.style(project.color), base: base, sources))
      if !fix, format == .text, uses.contains(where: { $0.edit != nil }) {
        Terminal.write(advice)
      }
    }
    for refusal in result.refused { Terminal.complain("left as it is: \(printable(refusal))") }
    if coverage.isIncomplete {
      throw fix && !result.rewrites.isEmpty ? Verdict.undecided.afterWriting : .undecided
    }
    if isFound == true || diff && !result.rewrites.isEmpty { throw Verdict.found }
  }

  private var advice: String {
    let call =
      "moult impact --since \(shellWord(since))"
      + project.paths.map { " " + shellWord($0) }.joined()
    return "next: '\(call) --diff' shows the rewrites, '\(call) --fix' writes them\n"
  }
}

extension ImpactReport {
  /// Returns the report in a format; those that know only findings get the uses as findings.
  fileprivate func text(
    in format: ReportFormat, style: TextStyle, base: String, _ sources: [SourceText]
  ) throws -> String {
    switch format {
    case .text: text(style)
    case .markdown: markdown()
    case .json: try json(version: toolVersion)
    case .concise, .xcode, .jsonLines, .sarif, .github, .gitlab, .checkstyle, .junit, .rdjson:
      try findingsReport(sources: sources).text(in: format, style: style, base: base)
    }
  }
}
