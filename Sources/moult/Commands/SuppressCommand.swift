import ArgumentParser
import MoultFindings
import MoultReporting
import MoultSource

/// `moult suppress`: write the comments that ignore what is found.
struct SuppressCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suppress", _superCommandName: "moult",
    abstract: "Write comments that ignore what a rule finds.",
    discussion: """
      Writes 'moult:ignore[RULE] REASON' above each statement in which the rules that --rule names find \
      something, or behind the brace of its body, so that the body is not covered. Comments are written \
      in the language of the file; where none can stand, the finding is named and left.
      """)

  @OptionGroup var project: ProjectOptions

  @Option(help: "Why it is ignored: one line, added to each comment.")
  var reason: String

  @Flag(help: "Print a patch for 'patch -p1' and write nothing.")
  var diff = false

  @Flag(help: "Write to files that are modified or untracked in git.")
  var allowDirty = false

  func validate() throws {
    if project.rules.isEmpty {
      throw ValidationError("name what to ignore with --rule; to ignore everything, use a baseline")
    }
    let isLine = reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    if !isLine || reason.allSatisfy(\.isWhitespace) || reason.contains("*/") {
      throw ValidationError("--reason is one line of text")
    }
  }

  func run() async throws {
    let session = try await Session(project)
    let files = session.workspace.files
    let analysis = await session.engine.analyse(files, session.request.answering(.none))
    let outcome = await session.engine.suppress(files, analysis.findings, reason)
    for finding in outcome.refused {
      Terminal.complain(
        "not ignored: \(finding.path) [\(finding.rule)]: no comment can stand there")
    }
    if diff {
      Terminal.write(unifiedDiff(outcome.changes))
    } else {
      try write(
        outcome.changes, in: session.workspace.base,
        guarding: allowDirty ? .contentOnly : .repositoryState)
    }
    var coverage = session.workspace.coverage
    coverage.add(analysis.gaps)
    let ignored = analysis.findings.count - outcome.refused.count
    let summary =
      "\(diff ? "Would ignore" : "Ignored") \(counted(ignored, "finding")) with "
      + "\(counted(outcome.comments, "comment")) in \(counted(outcome.changes.count, "file"))"
    if diff { Terminal.complain(summary) } else { Terminal.write(summary + "\n") }
    let verdict = session.verdict([], coverage)
    if verdict == .undecided {
      throw diff || outcome.changes.isEmpty ? verdict : verdict.afterWriting
    }
    if !outcome.refused.isEmpty { throw Verdict.found }
  }
}
