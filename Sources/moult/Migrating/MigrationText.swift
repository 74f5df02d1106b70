import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultRules
import MoultSource
import MoultSurfaces

extension Migration {
  /// Returns what moves where and why, and what is in the way, before anything is done.
  func head(_ session: Session) async -> String {
    let ways = await ways(session)
    if ways.isEmpty { return "" }
    var output = ""
    for way in ways { output += "\(way.title): \(way.reason)\n" }
    let blockers = await obstacles(session)
    for blocker in blockers { output += "in the way: \(blocker)\n" }
    return output
  }

  /// Returns what was done and what is left, in the order in which to do it.
  func ending(
    _ left: [MigrationSlice], _ run: MigrationRun, _ session: Session
  ) -> String {
    var output = "\n\(counted(run.done.count, "step")) made\n"
    for skipped in run.skipped {
      output += "not made: \(skipped.name): \(skipped.reason)\n"
      for place in skipped.places { output += "  \(place)\n" }
      if !skipped.places.isEmpty {
        output +=
          "  (lines are those behind the step; with --leave it is written for you to finish, and '--continue' commits it)\n"
      }
    }
    let findings = left.flatMap(\.findings)
    guard !findings.isEmpty else { return output + "Nothing is left\n" }
    output += "left, in this order:\n"
    let sources = session.workspace.files.map(\.source)
    let report = Report(findings: findings, sources: sources, coverage: Coverage(), verdict: .found)
    for slice in left {
      output += "\(slice.name):\n"
      // What a step that was not made would rewrite is its own work.
      let waits = run.skipped.contains { $0.name == slice.name } && slice.renamesModule
      let own = slice.findings.filter { !waits || $0.safety == .manual }
      if own.count < slice.findings.count {
        output +=
          "  \(MigrationStep.fixes(slice.findings.count - own.count)) of the step that was not made\n"
      }
      for finding in own {
        output += "  \(report.place(of: finding)): \(finding.message) [\(finding.rule)]\n"
        if let next = finding.nextStep ?? finding.fix?.title { output += "    next: \(next)\n" }
      }
    }
    return output
  }

  /// Returns the way as Markdown with boxes to tick.
  func markdown(_ session: Session, arguments: String) async throws -> String {
    let way = try await way(session)
    var output = "# Migration of \(projectName(session))\n\n"
    let ways = await ways(session)
    if ways.isEmpty { return output + "There is nothing to do.\n" }
    for way in ways { output += "- **\(way.title)**: \(way.reason)\n" }
    let blockers = await obstacles(session)
    if !blockers.isEmpty {
      output += "\n## In the way\n\n" + blockers.map { "- [ ] \($0)\n" }.joined()
    }
    output += await questions(way, session)
    let sources = way.files.map(\.source)
    func report(_ findings: [Finding], _ sources: [SourceText]) -> Report {
      Report(findings: findings, sources: sources, coverage: Coverage(), verdict: .found)
    }
    output += "\n## Steps\n\n"
    if way.steps.isEmpty { output += "None can be made without a person.\n" }
    let made = Set(way.steps.map(\.slice.name))
    let skipped = way.skipped.filter { $0.reason != MigrationJournal.Skipped.isForAPerson }
    for skipped in skipped where !made.contains(skipped.name) {
      output += "\(skipped.name) is no step yet: \(skipped.reason)\n"
    }
    for (number, step) in way.steps.enumerated() {
      output += "- [ ] \(number + 1). **\(step.slice.name)**: \(step.size)\n"
      for call in step.regenerations { output += "  - [ ] make generated code anew: \(call)\n" }
      let review = step.toReview
      if !review.isEmpty {
        let files = Set(review.map(\.path)).count
        output +=
          "  - [ ] read over \(MigrationStep.fixes(review.count)) in \(counted(files, "file"))\n"
      }
      let unbuildable = step.unbuildableCode
      if !unbuildable.isEmpty {
        let files = Set(unbuildable.map(\.path)).count
        output +=
          "  - [ ] by you, or the step does not build: \(counted(unbuildable.count, "place")) in \(counted(files, "file")), below\n"
      }
    }
    for skipped in skipped where made.contains(skipped.name) {
      output += "\nWhat is left of \(skipped.name) is no step: \(skipped.reason)\n"
    }
    let rest = way.left.flatMap(\.findings).filter {
      $0.cause == nil && $0.rule != ruleOfPlaceholders
    }
    if !rest.isEmpty {
      output += "\n## By you, in this order\n\n"
      let report = report(rest, sources)
      for finding in rest {
        output += "- [ ] `\(report.place(of: finding))`: \(finding.message)"
        output += (finding.nextStep.map { "; next: \($0)" } ?? "") + "\n"
      }
    }
    guard (try? MigrationRepository(above: session.workspace.base)) != nil else {
      return output + "\nEach step is a commit, and there is no git repository here yet.\n"
    }
    return output + "\n`moult migrate\(arguments)` makes the steps, a commit each.\n"
  }

  /// What only a person knows, with the options that say it; the steps depend on it.
  private func questions(_ way: MigrationWay, _ session: Session) async -> String {
    let left = way.left.flatMap(\.findings).filter { $0.safety == .placeholder }
    let names = Set(
      way.steps.flatMap(\.questions) + left.flatMap { $0.fix?.placeholders ?? [] }
    ).sorted()
    let choices = openChoices(
      among: await slices(session.workspace.files, session).flatMap(\.findings), session)
    if names.isEmpty, choices.isEmpty { return "" }
    var output = "\n## Only you know, so say it first\n\n"
    for choice in choices {
      output += "- [ ] \(counted(choice.number, "place")): \(choice.titles[0].title)\n"
      for (value, title) in choice.titles.dropFirst() {
        output += "  or: \(title), `--answer \(shellWord(choice.option + "=" + value))`\n"
      }
    }
    for name in names { output += "- [ ] \(name): `--answer \(shellWord(name + "=…"))`\n" }
    return output
  }

  /// A library that moves.
  private struct Way {
    let title: String
    let reason: String
  }

  private func ways(_ session: Session) async -> [Way] {
    let slices = await slices(session.workspace.files, session)
    var seen: Set<String> = []
    return slices.filter { seen.insert($0.title).inserted }.map { slice in
      let number = slices.filter { $0.title == slice.title }.reduce(0) { $0 + $1.findings.count }
      return Way(
        title: slice.title, reason: "\(counted(number, "use")); \(reason(slice.library, session))")
    }
  }

  private func reason(_ library: String, _ session: Session) -> String {
    if let era = targets[library] { return "the command line asks for \(era)" }
    if let era = session.chosenTargets[library] {
      return "'targets' in \(placeOfTarget(library, session) ?? "the configuration") says \(era)"
    }
    let limits = session.limits.ofTree + session.limits.ofProgram.flatMap { $0 }
    if let limit = limits.first(where: { $0.library == library }) {
      guard let target = limit.limit else {
        return
          "no deployment target says that \(library) \(limit.next) can run, so \(limit.era) is the target"
      }
      return "\(phrase(target, session)) keeps the target at \(limit.era)"
    }
    guard let newest = session.engine.libraries[library]?.last else {
      return "nothing depends on an era"
    }
    let targets = deploymentTargets(in: session.workspace.files)
    if let target = deploymentTarget(allowing: newest, of: library, in: targets) {
      return "\(newest) is the newest era, and \(phrase(target, session)) can run it"
    }
    return "\(newest) is the newest era, and nothing keeps the project from it"
  }

  /// Such as `ios 12.0 in Podfile:1`.
  private func phrase(_ target: DeploymentTarget, _ session: Session) -> String {
    let file = session.workspace.files.first { $0.source.path == target.path }
    let place = file.map { ProjectText($0).place(of: target.range) } ?? target.path
    return "\(target.platform) \(target.version) in \(place)"
  }

  /// Where the configuration chose the era of a library, such as `.moult.yml:3`.
  private func placeOfTarget(_ library: String, _ session: Session) -> String? {
    session.targetPlaces[library].map { place in
      "\(relative("", from: place.path, to: session.workspace.base)):\(place.line)"
    }
  }

  /// What is in the way of libraries that move, one line each; what a step does itself is not.
  private func obstacles(_ session: Session) async -> [String] {
    let survey = await session.engine.survey(
      session.workspace.files, session.request.answering(.none))
    let kinds: Set<Blocker.Kind> = [
      .deploymentTarget, .packageManager, .unknownVersion, .dualStack,
    ]
    return survey.inventory.blockers.filter { blocker in
      kinds.contains(blocker.kind) && (libraries?.contains(blocker.library) ?? true)
    }.map { blocker in
      let place = blocker.places.first.map { " (\($0.path):\($0.line))" } ?? ""
      return "\(blocker.library), \(blocker.module): \(blocker.message)\(place)"
    }
  }
}

/// What the project is called: the folder at its top.
func projectName(_ session: Session) -> String {
  let folder = repositoryRoot(above: session.workspace.base) ?? session.workspace.base
  return folder.split(separator: "/").last.map(String.init) ?? folder
}
