import ArgumentParser
import MoultFindings
import MoultReporting

/// `moult merge`: one report of those that shards wrote.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: "moult",
    abstract: "Make one report of those of all shards of a run.",
    discussion: """
      Takes the reports that 'moult lint --shard' wrote with --format json or --format sarif, all in \
      one format and of one version of Moult. The report and the exit code are those of a run without \
      --shard. No file of the project is read: a text report shows places without their code.
      """)

  @Argument(help: "The reports, in any order.")
  var reports: [String]

  @Option(help: "How to print findings (default: as the reports have them).")
  var format: ReportFormat?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write the report to a file, in any format; may be repeated.",
      valueName: "format=path"))
  var output: [ReportFile] = []

  @Flag(help: "Go without shards whose reports are missing; the report says which.")
  var partial = false

  @OptionGroup var text: TextOptions

  @Option(help: "Whether to color output; 'auto' colors a terminal unless NO_COLOR is set.")
  var color: ColorChoice = .auto

  func run() throws {
    let read = try ShardReports(reports)
    let missing = read.missing
    if let first = missing.first, !partial {
      let names = missing.map(\.description).joined(separator: ", ")
      let noun = missing.count == 1 ? "the report of shard" : "the reports of shards"
      throw Failure(
        "\(noun) \(names) \(missing.count == 1 ? "is" : "are") missing; 'moult lint --shard \(first)' writes it, and --partial goes without"
      )
    }
    let report = try MergedShards(read.results, read.positions).report(missing: missing)
    let base = resolvedPath(".") ?? "."
    for output in output {
      let text = try report.text(in: output.format, style: .plain, base: base)
      try writeWhole(text, to: output.path, called: output.path)
    }
    let style = Terminal.style(color)
    let format = format ?? read.format
    if format == .text, !text.quiet { Terminal.write(report.legend(style)) }
    Terminal.write(try report.text(in: format, style: style, base: base, layout: text.layout))
    if format == .text, !text.quiet, !report.findings.isEmpty {
      Terminal.write(report.standing(style))
    }
    if format.needsFooter, !text.quiet {
      Terminal.complain(String(report.footer(.plain).dropLast()))
    }
    for shard in missing {
      Terminal.complain("moult: note: shard \(shard) is missing: nothing is known of it")
    }
    if report.coverage.seen.isEmpty {
      Terminal.complain("moult: error: there are no files to look at")
    }
    Terminal.exit(report.verdict)
  }
}
