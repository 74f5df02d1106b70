import ArgumentParser
import MoultReporting
import MoultSource
import MoultSurfaces

/// `moult rename-prefix`: change a prefix, and every use of the names that it begins.
struct RenamePrefixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename-prefix", _superCommandName: "moult",
    abstract: "Change the class prefix of a '.proto' package and all its uses.",
    discussion: """
      Sets the option in every '.proto' file of the package and renames the generated names wherever they \
      are used: in Objective-C, in Swift, in bridging headers. Generated files are left alone; generate them \
      again afterwards. Mentions of which nobody can tell what they mean are listed and left. Files are \
      written as 'moult fix' writes them. Exit codes: 0 if nothing is left, 1 if mentions are left, \
      a file could not be read, or --diff has changes, 2 if the change cannot be made and nothing was written.
      """)

  @Argument(help: "The package as the '.proto' files name it; '' for files without one.")
  var package: String

  @Argument(help: ArgumentHelp("The new prefix, or the new name of the package.", valueName: "new"))
  var value: String

  @Option(help: "What to change: objc_class_prefix, swift_prefix or package.")
  var option: PrefixOption = .objectiveC

  @OptionGroup var project: ProjectOptions
  @OptionGroup var baseline: BaselineOptions

  @Flag(
    help: "Print a patch for 'patch -p1' and write nothing; the exit code is 1 if it has changes.")
  var diff = false

  @Flag(help: "Write to files that are modified or untracked in git.")
  var allowDirty = false

  func run() async throws {
    // A use can stand in any file, whatever else the file mentions.
    let session = try await Session(project, keeping: .everything)
    let known = diff ? nil : try session.knownFindings(baseline)
    let outcome = await session.engine.renamePrefix(
      session.workspace.files, PrefixChange(option: option, package: package, value: value),
      session.request)
    guard outcome.obstacles.isEmpty else {
      throw Failure(
        "nothing was written, because of:" + outcome.obstacles.map { "\n  " + $0 }.joined())
    }
    let sources = session.workspace.files.map(\.source)
    var coverage = session.workspace.coverage
    coverage.add(outcome.gaps)
    func report(_ left: [LeftMention]) -> RenameReport {
      RenameReport(
        changes: outcome.changes, names: outcome.names, left: left, generated: outcome.generated)
    }
    if diff {
      let report = report(outcome.left)
      Terminal.write(unifiedDiff(report.changes))
      let text = report.text(isWritten: false, sources: sources, .plain)
      Terminal.complain(String(text.dropLast()))
    } else {
      let report = report(outcome.leftAfterwards)
      try write(
        report.changes, in: session.workspace.base,
        guarding: allowDirty ? .contentOnly : .repositoryState)
      let after = Dictionary(
        report.changes.map { ($0.path, $0.after) }, uniquingKeysWith: { first, _ in first })
      let texts = sources.map { source in
        after[source.path].map { SourceText(path: source.path, bytes: $0) } ?? source
      }
      let style = Terminal.style(project.color)
      Terminal.write(report.text(isWritten: true, sources: texts, style))
      if let note = try await session.follow(known, through: outcome.edits, to: report.changes) {
        Terminal.write(note + "\n")
      }
    }
    for gap in coverage.gaps where gap.kind != .skipped {
      Terminal.complain("\(gap.path): \(gap.reason)")
    }
    if coverage.isIncomplete {
      throw diff || outcome.changes.isEmpty ? Verdict.undecided : Verdict.undecided.afterWriting
    }
    if !outcome.left.isEmpty || diff && !outcome.changes.isEmpty { throw Verdict.found }
  }
}

extension PrefixOption: ExpressibleByArgument {}
