import ArgumentParser
import Foundation
import MoultFindings
import MoultReporting

/// `moult plan`: how far a project is, library by library.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show which era of each library every module speaks.",
    discussion: """
      Counts what can be rewritten and names what is in the way. The exit code says nothing about \
      findings: it is 0 unless something could not be read or understood.
      """)

  @OptionGroup var project: ProjectOptions

  @Option(help: "How to print the plan.")
  var format: PlanFormat = .text

  @Option(
    help: ArgumentHelp(
      "Say what has changed since this earlier plan, which '--format json' printed.",
      valueName: "file"))
  var against: String?

  func run() async throws {
    let earlier = try against.map(Self.earlierPlan)
    let session = try await Session(project, reading: .everyEra)
    session.progress.begin("looking at \(session.workspace.files.count) files")
    let survey = await session.engine.survey(session.workspace.files, session.request)
    var coverage = session.workspace.coverage
    coverage.add(survey.gaps)
    let plan = Plan(
      inventory: survey.inventory, coverage: coverage,
      trend: try earlier.map { try trend(from: $0, to: survey.inventory) })
    session.progress.end()
    switch format {
    case .text: Terminal.write(plan.text(Terminal.style(project.color)))
    case .markdown: Terminal.write(plan.markdown)
    case .html: Terminal.write(plan.html)
    case .json: Terminal.write(try plan.json(version: toolVersion))
    }
    if coverage.seen.isEmpty { Terminal.complain("moult: error: there is no file to look at") }
    if session.verdict([], coverage) == .undecided { throw Verdict.undecided }
  }

  private static func earlierPlan(_ path: String) throws(Failure) -> [UInt8] {
    guard let resolved = resolvedPath(path) else {
      throw Failure("cannot read '\(path)': \(systemMessage(errno))")
    }
    do throws(ReadError) {
      return try readFile(resolved)
    } catch {
      throw Failure("cannot read '\(path)': \(error.message)")
    }
  }

  private func trend(
    from earlier: [UInt8], to inventory: Inventory
  ) throws(Failure) -> PlanTrend {
    do throws(PlanTrend.NoPlan) {
      return try PlanTrend(from: earlier, to: inventory)
    } catch {
      throw Failure("'\(against ?? "")' is no plan that 'moult plan --format json' printed")
    }
  }
}

enum PlanFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case markdown
  case html
  case json
}
