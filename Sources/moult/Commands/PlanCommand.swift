import ArgumentParser
import Foundation
import MoultFindings
import MoultReporting

/// `moult plan`: how far a project is, library by library.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show which era of each library every module uses.",
    discussion: """
      Counts what can be rewritten and names what is in the way. The exit code says nothing about \
      findings: it is 0 unless something could not be read or understood.
      """)

  @OptionGroup var project: ProjectOptions

  @Option(help: "How to print the plan.")
  var format: PlanFormat = .text

  @Option(
    help: ArgumentHelp(
      "Report what has changed since this earlier plan, printed by '--format json'.",
      valueName: "file"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Report what has changed since this baseline (default: the one in the configuration).",
      valueName: "file"))
  var baseline: String?

  func run() async throws {
    let earlier = try against.map(Self.earlierPlan)
    let session = try await Session(project, reading: .everyEra)
    session.progress.begin("looking at \(session.workspace.files.count) files")
    let survey = await session.engine.survey(session.workspace.files, session.request)
    var coverage = session.workspace.coverage
    coverage.add(survey.gaps)
    let plan = Plan(
      inventory: survey.inventory, coverage: coverage,
      trend: try earlier.map { try trend(from: $0, to: survey.inventory) },
      sinceBaseline: try await baselineTrend(to: survey.findings, session))
    session.progress.end()
    switch format {
    case .text: Terminal.write(plan.text(Terminal.style(project.color)))
    case .markdown: Terminal.write(plan.markdown)
    case .html: Terminal.write(plan.html)
    case .json: Terminal.write(try plan.json(version: toolVersion))
    }
    if coverage.seen.isEmpty { Terminal.complain("moult: error: there are no files to look at") }
    if session.verdict([], coverage) == .undecided { throw Verdict.undecided }
  }

  /// Compares with the baseline, if there is one.
  private func baselineTrend(
    to findings: [Finding], _ session: Session
  ) async throws -> BaselineTrend? {
    guard let name = baseline ?? session.configuredBaseline else { return nil }
    let known = try KnownFindings(absolutePath(name), called: name, base: session.workspace.base)
    let facts = await session.engine.describe(session.workspace.files, findings)
    let judged = JudgedByBaseline(findings, facts.fingerprints, by: known, in: session)
    return BaselineTrend(
      known: known.baseline.entries.filter(session.judges).map(\.rule),
      gone: judged.absent.map(\.rule), new: judged.new.map(\.rule))
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
      throw Failure("'\(against ?? "")' is not a plan printed by 'moult plan --format json'")
    }
  }
}

enum PlanFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case markdown
  case html
  case json
}
