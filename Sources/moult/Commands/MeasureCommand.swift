import ArgumentParser
import Foundation
import MoultReporting
import MoultSource
import MoultSyntax

/// `moult measure`: how fast one stage of the work is; for `make bench` and not shown in the help.
struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", _superCommandName: "moult",
    abstract: "Measure one stage over the Swift files of a project.",
    shouldDisplay: false)

  enum Stage: String, WordChoice {
    /// Prints the words that the prefilter looks for, and measures nothing.
    case anchors
    /// Reads each file and does nothing with it.
    case read
    /// Looks for anchors in texts that are in memory.
    case scan
    case lex
    case parse
  }

  @ArgumentParser.Argument(help: "The stage.")
  var stage: Stage

  @OptionGroup var project: ProjectOptions

  @Option(help: "How many times to run; the fastest counts.")
  var rounds = 5

  func run() async throws {
    let session = try await Session(project)
    let anchors = session.engine.words([], 1).anchors
    if stage == .anchors {
      Terminal.write(anchors.map { $0 + "\n" }.joined())
      return
    }
    let jobs = session.request.jobs
    let files = try ChosenProject(project).walk.files.filter { $0.surface == .swift }
    let texts = await parallelMap(files, jobs: jobs) { file in
      SourceText(path: file.path, bytes: (try? readFile(file.absolutePath)) ?? [])
    }
    let megabytes = Double(texts.reduce(0) { $0 + $1.bytes.count }) / 1e6
    let scanner = AnchorScanner(anchors: anchors)
    var best = Double.infinity
    var amount = 0
    for _ in 0..<max(1, rounds) {
      let start = ContinuousClock.now
      let amounts: [Int]
      switch stage {
      case .anchors, .read:
        amounts = await parallelMap(files, jobs: jobs) { file in
          (try? readFile(file.absolutePath))?.count ?? 0
        }
      case .scan:
        amounts = await parallelMap(texts, jobs: jobs) { scanner.anchors(in: $0.bytes).count }
      case .lex:
        amounts = await parallelMap(texts, jobs: jobs) { tokenize($0.bytes).tokens.count }
      case .parse:
        amounts = await parallelMap(texts, jobs: jobs) {
          MoultSyntax.parse($0).diagnostics.count
        }
      }
      amount = amounts.reduce(0, +)
      best = min(best, (ContinuousClock.now - start) / .seconds(1))
    }
    let speed = String(Int((megabytes / best).rounded()))
    Terminal.write("\(stage.rawValue)\t\(speed) MB/s\t\(texts.count) files\t\(amount)\n")
  }
}
