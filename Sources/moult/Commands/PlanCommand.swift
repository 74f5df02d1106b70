import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultSource

/// `moult plan`: how far a project is, library by library.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", _superCommandName: "moult",
    abstract: "Show which era of each library every module uses.",
    discussion: """
      Counts what can be rewritten and names what is in the way. The exit code says nothing about \
      findings: it is 0 unless something could not be read or understood.
      """)

  @OptionGroup var project: ProjectOptions

  @Option(help: "How to print the plan.")
  var format: PlanFormat = .text

  @Option(
    help: ArgumentHelp(
      """
      Report what has changed since this earlier plan, printed by '--format json', or since this commit or tag of git.
      """, valueName: "file-or-commit"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Report what has changed since this baseline (default: the one in the configuration).",
      valueName: "file"))
  var baseline: String?

  func run() async throws {
    let session = try await Session(project, reading: .everyEra)
    let earlier = try await earlierPlan(session)
    let files = session.workspace.files
    session.progress.begin("looking at \(files.count) files")
    let survey = await session.engine.survey(files, session.request.answering(.none))
    var coverage = session.workspace.coverage
    coverage.add(survey.gaps)
    coverage.unknown = survey.unknown
    let slices = await session.engine.slices(
      files, Engine.Analysis(findings: survey.findings, suppressed: [], gaps: [], kept: []),
      session.request)
    let plan = Plan(
      inventory: survey.inventory, coverage: coverage,
      trend: try earlier.map { try trend(from: $0, to: survey.inventory) },
      sinceBaseline: try await baselineTrend(to: survey.findings, session),
      subject: PlanSubject(
        name: projectName(session), commit: commitName(session), arguments: project.arguments),
      steps: slices.map(PlanStep.init), shapes: shapes(of: survey.findings, session),
      deeds: deeds(for: survey.findings))
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
    let judged = JudgedByBaseline(
      findings, facts.fingerprints, by: known, in: session, inMarkdown: false)
    return BaselineTrend(
      known: known.baseline.entries.filter { session.judges($0, inMarkdown: false) }.map(\.rule),
      gone: judged.absent.map(\.rule), new: judged.new.map(\.rule))
  }

  /// The earlier plan as JSON: what a file holds, or what is found in the files of a commit.
  private func earlierPlan(_ session: Session) async throws -> [UInt8]? {
    guard let against else { return nil }
    if let resolved = resolvedPath(against) {
      do throws(ReadError) {
        return try readFile(resolved)
      } catch {
        throw Failure("cannot read '\(against)': \(error.message)")
      }
    }
    let base = session.workspace.base
    guard let repository = repositoryRoot(above: base), !against.hasPrefix("-"),
      (try? git(["rev-parse", "--verify", "-q", against + "^{commit}"], in: repository)) != nil
    else { throw Failure("cannot read '\(against)': it is no file and no commit") }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "moult-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let archive = folder.appending(path: "files.tar").path
      _ = try git(["archive", "--format=tar", "-o", archive, against], in: repository)
      let tar = Process()
      tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      tar.arguments = ["tar", "-xf", archive, "-C", folder.path]
      try tar.run()
      tar.waitUntilExit()
      guard tar.terminationStatus == 0 else { throw Failure("cannot unpack '\(against)'") }
      unlink(archive)
    } catch let error as GitError {
      throw Failure("cannot read '\(against)': \(error.message)")
    }
    var options = project
    let root = resolvedPath(folder.path) ?? folder.path
    options.paths = session.roots.map { joined(root, relativePath($0, in: repository)) }
      .filter { access($0, F_OK) == 0 }
    guard !options.paths.isEmpty else { throw Failure("'\(against)' has none of these files") }
    // What a repository's own configuration leaves out was left out there as well; one that was named is named again.
    let then = try await Session(options, reading: .everyEra)
    let survey = await then.engine.survey(
      then.workspace.files, then.request.answering(.none))
    let plan = Plan(inventory: survey.inventory, coverage: then.workspace.coverage)
    return Array(try plan.json(version: toolVersion).utf8)
  }

  /// The last commit, and whether files differ from it; nil outside a repository.
  private func commitName(_ session: Session) -> String? {
    guard let repository = try? MigrationRepository(above: session.workspace.base),
      let name = try? repository.lastCommit(), let modified = try? repository.modifiedFiles()
    else { return nil }
    return modified.isEmpty ? name : "\(name), with \(counted(modified.count, "changed file"))"
  }

  /// The number of things that a person does by hand: what one call of a generator writes is one.
  private func deeds(for findings: [Finding]) -> Int {
    let manual = findings.filter { $0.safety == .manual }
    let calls = Set(
      manual.compactMap { finding in finding.cause.map { [finding.rule.rawValue, $0] } })
    return calls.count + manual.count { $0.cause == nil }
  }

  /// Findings by rule, the most frequent first.
  private func shapes(of findings: [Finding], _ session: Session) -> [PlanShape] {
    let rules = session.engine.rules
    let titles = Dictionary(rules.map { ($0.id, $0.title) }) { $1 }
    let texts = Dictionary(session.workspace.files.map { ($0.source.path, $0.source.bytes) }) { $1 }
    return Dictionary(grouping: findings, by: \.rule).map { rule, found in
      var counts = FindingCounts()
      for finding in found { counts.count(finding.safety) }
      let first = found.min() ?? found[0]
      let text = texts[first.path] ?? []
      let line = LineIndex(text).line(of: first.range.lowerBound)
      let title = (titles[rule.rawValue] ?? first.message).replacing("`", with: "'")
      let way = rules.first { $0.id == rule.rawValue }.flatMap { own in
        eraOnTheWay(own, rules) { session.request.runs($0, on: first.path) }
      }
      return PlanShape(
        rule: rule, title: title + (way.map { ", by way of \($0)" } ?? ""),
        counts: counts, example: EraPlace(path: first.path, line: line, why: first.message),
        code: codeOfExample(text, at: first.range.lowerBound))
    }.sorted { a, b in
      a.counts.total != b.counts.total ? a.counts.total > b.counts.total : a.rule < b.rule
    }
  }

  private func trend(
    from earlier: [UInt8], to inventory: Inventory
  ) throws(Failure) -> PlanTrend {
    do throws(PlanTrend.NoPlan) {
      return try PlanTrend(from: earlier, called: against ?? "", to: inventory)
    } catch {
      throw Failure("'\(against ?? "")' is not a plan printed by 'moult plan --format json'")
    }
  }
}

/// The era that a rule leads to, where another rule that runs leads on from there: `grpc-swift 1`.
private func eraOnTheWay(
  _ rule: RuleSummary, _ rules: [RuleSummary], _ runs: (RuleID) -> Bool
) -> String? {
  guard let end = rule.hop?.split(separator: "-").last else { return nil }
  let goesOn = rules.contains { other in
    guard other.library == rule.library, let hop = other.hop else { return false }
    let eras = hop.split(separator: "-")
    return eras.first == end && eras.last != end && runs(RuleID(other.id))
  }
  return goesOn ? "\(rule.library) \(end)" : nil
}

extension Engine.Request {
  fileprivate func runs(_ rule: RuleID, on path: String) -> Bool {
    rules.contains(rule) && !decision(rule, path).isOff
  }
}

extension PlanStep {
  init(_ slice: MigrationSlice) {
    var counts = FindingCounts()
    for finding in slice.findings { counts.count(finding.safety) }
    self.init(
      name: slice.name, counts: counts, files: Set(slice.findings.map(\.path)).count)
  }
}

enum PlanFormat: String, WordChoice {
  case text
  case markdown
  case html
  case json
}

/// Returns the line of a text that a place is in, without blanks around it and 60 characters at most.
private func codeOfExample(_ text: [UInt8], at offset: ByteOffset) -> String {
  let newline = UInt8(ascii: "\n")
  let start = text[..<offset.index].lastIndex(of: newline).map { $0 + 1 } ?? 0
  let end = text[offset.index...].firstIndex(of: newline) ?? text.endIndex
  let line = printable(
    String(decoding: text[start..<end], as: UTF8.self).trimmingCharacters(in: .whitespaces))
  return line.count > 60 ? line.prefix(59) + "…" : line
}
