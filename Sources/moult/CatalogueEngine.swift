import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultLearning
import MoultMatching
import MoultReporting
import MoultRules
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax

extension Engine {
  /// Creates the engine from the rules of `texts`, nil for those that are built in, and the project's own pages.
  ///
  /// - Parameter learned: what dependencies say of themselves.
  static func load(
    _ texts: [CatalogueText]?, ownPages: [RuleFile], learned: [LearnedLibrary] = []
  ) throws(PageError) -> Engine {
    guard texts != nil || !ownPages.isEmpty || !learned.isEmpty else {
      return Engine(try builtInCatalogue.get(), from: embeddedTexts)
    }
    let all = (texts ?? embeddedTexts) + ownPages.map(\.catalogueText)
    let catalogue = try Catalogue(all, learned: learned)
    // The tests have checked what is built in.
    let judged = ownPages.map(\.name) + (texts ?? []).map(\.name)
    try catalogue.check(Set(judged))
    return Engine(catalogue, from: all)
  }

  /// - Parameter texts: what the catalogue was read from.
  private init(_ catalogue: Catalogue, from texts: [CatalogueText]) {
    // What is asked of the same files twice is read once.
    let cache = TreeCache()
    self.init(
      summaries: { catalogue.pages.map(RuleSummary.init) },
      hopsOfRules: catalogue.pages.map { RuleHop(id: $0.id, library: $0.id.library, hop: $0.hop) },
      libraries: catalogue.eras,
      modules: Set(
        catalogue.libraries.flatMap { $0.signs.modules + $0.eras.flatMap(\.signs.modules) }),
      offersChoice: { id in
        catalogue.swiftRules.contains { $0.id == id && $0.choice != nil }
      },
      words: { facts, jobs in
        let texts = facts.map(ProjectText.init)
        let generated = generatedNames(inProtos: texts, cache, jobs: jobs)
        let own = catalogue.asksForOwn ? modulesOfTargets(in: texts) : []
        return WorkspaceWords(
          anchors: catalogue.anchors + own + generated,
          evidence: LibraryEvidence(anchors: catalogue.anchors + own, generated: generated))
      },
      eraAnchors: { EraIndex(catalogue.libraries).anchors },
      analyse: { files, request in
        let result = await MoultAnalysis.analyse(
          files.map(ProjectText.init), catalogue, AnalysisOptions(request, files),
          cache: cache, results: request.results)
        let places = NamedPlaces(files)
        return Analysis(
          findings: result.findings, suppressed: result.suppressed,
          gaps: places.gaps(result.gaps), kept: result.kept,
          unknown: places.unknownTypes(result.unknown),
          programs: result.programs.map { program in
            ProgramAnalysis(
              program: program.program, findings: program.result.findings,
              suppressed: program.result.suppressed,
              gaps: places.gaps(program.result.gaps), kept: program.result.kept,
              unknown: places.unknownTypes(program.result.unknown))
          })
      },
      follow: { files, request, edited in
        await FollowedTree(
          files.map(ProjectText.init), catalogue, AnalysisOptions(request, files), cache: cache,
          edited: edited)
      },
      survey: { files, request in
        let result = await takeInventory(
          files.map(ProjectText.init), catalogue, AnalysisOptions(request, files),
          targets: request.configuration.targets, ofProgram: request.targetsOfProgram,
          cache: cache)
        let places = NamedPlaces(files)
        return Survey(
          inventory: result.inventory, findings: result.analysis.findings,
          gaps: places.gaps(result.analysis.gaps),
          unknown: places.unknownTypes(result.analysis.unknown))
      },
      openHops: { files, analysis, request in
        await hops(files, analysis, catalogue, request, cache)
      },
      slices: { files, analysis, request in
        migrationSlices(
          of: analysis.findings, await hops(files, analysis, catalogue, request, cache),
          in: files.map(ProjectText.init), catalogue, cache: cache)
      },
      inWorkOrder: { findings, files in
        MoultAnalysis.inWorkOrder(findings, in: files.map(ProjectText.init), cache: cache)
      },
      plainRun: { files, analysis, request in
        let hops = await hops(files, analysis, catalogue, request, cache)
        return PlainRun(
          analysis.findings, hops: hops, in: files.map(ProjectText.init), cache: cache)
      },
      fix: { files, policy, request in
        await fixed(files, policy, catalogue, request, cache)
      },
      preview: { findings, texts in
        combinedEdits(of: findings, in: texts, inspection(cache)).map { path, edits in
          FileChange(path: path, before: texts[path] ?? [], after: edits.text)
        }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      },
      renamePrefix: { files, change, request in
        await renamed(files, change, catalogue, request, cache)
      },
      impact: { files, before, request in
        await impactResult(files, before, catalogue, request, cache)
      },
      describe: { files, findings in facts(files, findings, catalogue, cache) },
      suppress: { files, findings, reason in suppressed(files, findings, reason, cache) },
      suppressInFile: { file, findings, reason in
        let bytes = file.source.bytes
        return suppressingFile(findings, in: ProjectText(file), reason: reason)
          .flatMap { applying([$0], to: bytes) }
          .map { FileChange(path: file.source.path, before: bytes, after: $0) }
      },
      page: { catalogue.page($0)?.body },
      ruleText: { id in
        catalogue.page(id).map { moult.ruleText($0, notes: catalogue.notes(about: $0)) }
      },
      article: { id in
        catalogue.page(id).map { RuleArticle($0, step: catalogue.place(ofStep: id)) }
      },
      draft: { (request) async throws(DraftProblem) in
        try await draftRule(request, catalogue, texts)
      },
      explain: { offset, path, files, request in
        await explanation(
          at: offset, inFile: path, of: files.map(ProjectText.init), catalogue,
          AnalysisOptions(request, files), cache: cache)
      },
      lessons: {
        catalogue.lessons().flatMap { library, declarations in
          declarations.map { LearnedLesson($0, of: library) }
        }
      },
      test: { pages, jobs, watch in await tested(pages, catalogue, jobs: jobs, watch) },
      typeCheckPlan: { pages in await TypeCheckPlan(chosen(pages, catalogue), catalogue) })
  }
}

private func fixed(
  _ files: [WorkspaceFile], _ policy: FixPolicy, _ catalogue: Catalogue,
  _ request: Engine.Request, _ cache: TreeCache
) async -> Engine.FixOutcome {
  let fixed: FixedProject
  do throws(FixFailure) {
    fixed = try await fixKeepingHopsWhole(
      files.map(ProjectText.init), catalogue, AnalysisOptions(request, files),
      whole: AnalysisOptions(whole: request), policy, cache: cache)
  } catch {
    return Engine.FixOutcome(
      report: FixReport(changes: [], applied: 0, failures: []), history: [], steps: { [] },
      firstStep: { nil },
      remaining: [], followed: [], gaps: [], refusal: describe(error))
  }
  let outcome = fixed.outcome
  let before = Dictionary(files.map { ($0.source.path, $0.source.bytes) }, uniquingKeysWith: { $1 })
  let changes = outcome.changed.map { path, bytes in
    FileChange(path: path, before: before[path] ?? [], after: bytes)
  }
  return Engine.FixOutcome(
    report: FixReport(
      changes: changes, applied: outcome.applied.count,
      failures: outcome.refused.map { FailedFix(finding: $0.finding, reason: $0.reason) },
      accounts: outcome.accounts),
    history: outcome.history,
    steps: { outcome.steps(inspection(cache)) { catalogue.place(ofStep: $0) } },
    firstStep: {
      guard let round = outcome.history.first else { return nil }
      // A step is made alone, so it cannot rest on another.
      let resting = Set(round.resting)
      let rules = round.applied.filter { !resting.contains($0) }.map(\.rule)
      let first = rules.min {
        (catalogue.place(ofStep: $0), $0) < (catalogue.place(ofStep: $1), $1)
      }
      return first.map { catalogue.step(of: $0, finding: Set(outcome.applied.map(\.rule))) }
    },
    remaining: outcome.remaining, followed: outcome.followed,
    gaps: NamedPlaces(files).gaps(fixed.gaps),
    refusal: nil)
}

/// Returns the hops that lie ahead; what was found in part of the files or by some rules is not enough to tell.
private func hops(
  _ files: [WorkspaceFile], _ analysis: Engine.Analysis, _ catalogue: Catalogue,
  _ request: Engine.Request, _ cache: TreeCache
) async -> [OpenHop] {
  let texts = files.map(ProjectText.init)
  let isWhole = request.rules == request.everything.rules && files.allSatisfy(\.isInScope)
  let result =
    isWhole
    ? AnalysisResult(findings: analysis.findings, suppressed: analysis.suppressed, gaps: [])
    : await MoultAnalysis.analyse(
      texts, catalogue, AnalysisOptions(whole: request.answering(.none)), cache: cache)
  return MoultAnalysis.openHops(
    among: result, in: texts, catalogue, of: request.programs, cache: cache)
}

private func renamed(
  _ files: [WorkspaceFile], _ change: PrefixChange, _ catalogue: Catalogue,
  _ request: Engine.Request, _ cache: TreeCache
) async -> Engine.RenameResult {
  let outcome = await renamePrefix(
    change, in: files.map(ProjectText.init), catalogue, AnalysisOptions(request, files),
    cache: cache)
  let before = Dictionary(files.map { ($0.source.path, $0.source.bytes) }, uniquingKeysWith: { $1 })
  let left = outcome.renaming.uncertain
  return Engine.RenameResult(
    changes: outcome.changed.map { path, bytes in
      FileChange(path: path, before: before[path] ?? [], after: bytes)
    },
    edits: Dictionary(
      outcome.renaming.edits.map { ($0.path, $0.edits) }, uniquingKeysWith: { first, _ in first }
    ).filter { outcome.changed[$0.key] != nil },
    names: outcome.renaming.names,
    left: left.map { LeftMention(path: $0.path, range: $0.range, reason: $0.reason) },
    leftAfterwards: left.map {
      LeftMention(path: $0.path, range: outcome.placeAfterwards(of: $0), reason: $0.reason)
    },
    generated: outcome.renaming.generatedFiles, obstacles: outcome.obstacles,
    gaps: NamedPlaces(files).gaps(outcome.gaps))
}

private func facts(
  _ files: [WorkspaceFile], _ findings: [Finding], _ catalogue: Catalogue, _ cache: TreeCache
) -> Engine.Facts {
  let paths = Set(findings.map(\.path))
  let texts = files.filter { paths.contains($0.source.path) }.map(ProjectText.init)
  let sources = Dictionary(files.map { ($0.source.path, $0.source) }) { first, _ in first }
  var edits: [Finding: [FileEdits]] = [:]
  for finding in findings {
    guard let fix = finding.fix, !fix.imports.add.isEmpty else { continue }
    edits[finding] = fix.files.compactMap { file in
      guard file.path.hasSuffix(".swift"), let source = sources[file.path] else { return nil }
      let added = importEdits(adding: fix.modules(for: file), to: cache.tree(of: source))
      return added.isEmpty ? nil : FileEdits(path: file.path, edits: added)
    }
  }
  return Engine.Facts(
    fingerprints: fingerprints(of: findings, in: texts, cache: cache), importEdits: edits,
    rules: ruleDescriptions(Set(findings.map(\.rule)), catalogue))
}

/// Returns what reports say about those of some rules that a catalogue has.
func ruleDescriptions(
  _ rules: Set<RuleID>, _ catalogue: Catalogue
) -> [RuleID: RuleDescription] {
  Dictionary(
    uniqueKeysWithValues: rules.compactMap { catalogue.page($0) }.map {
      (
        $0.id,
        RuleDescription(title: $0.title, page: $0.body, severity: $0.severity, hop: $0.hop)
      )
    })
}

private func suppressed(
  _ files: [WorkspaceFile], _ findings: [Finding], _ reason: String, _ cache: TreeCache
) -> Engine.Suppressing {
  let byPath = Dictionary(grouping: findings, by: \.path)
  var changes: [FileChange] = []
  var comments = 0
  var refused: [Finding] = []
  for file in files {
    guard let found = byPath[file.source.path] else { continue }
    let written = suppressing(found, in: ProjectText(file), reason: reason, cache)
    comments += written.edits.count
    refused += written.refused
    let bytes = file.source.bytes
    if let after = applying(written.edits, to: bytes), after != bytes {
      changes.append(FileChange(path: file.source.path, before: bytes, after: after))
    }
  }
  return Engine.Suppressing(changes: changes, comments: comments, refused: refused)
}

extension Catalogue {
  /// Returns where a rule stands among the steps of a round.
  ///
  /// Imports and manifests say which era the code speaks, and types what a member means. What is found
  /// because of them goes first, so that a project between two steps shows the rest as it did before.
  fileprivate func place(ofStep rule: RuleID) -> Int {
    guard let roles = page(rule)?.rows.map(\.finder.terms.role) else { return 0 }
    if roles.contains(.module) { return 2 }
    guard swiftRules.contains(where: { $0.id == rule }) else { return 3 }
    return roles.contains(.type) ? 1 : 0
  }
}

private func describe(_ failure: FixFailure) -> String {
  func list(_ rules: [RuleID]) -> String { rules.map(\.rawValue).joined(separator: ", ") }
  return switch failure {
  case .oscillation(let paths, let rules):
    "the rules \(list(rules)) undo each other in \(paths.joined(separator: ", "))"
  case .noFixedPoint(let rounds, let rules):
    "the rules \(list(rules)) still changed something after \(rounds) rounds"
  }
}

private func tested(
  _ pages: [RuleFile], _ catalogue: Catalogue, jobs: Int, _ watch: @Sendable (Int, Int) -> Void
) async -> Engine.TestOutcome {
  let cases = chosen(pages, catalogue).flatMap { page in page.cases.map { (page, $0) } }
  var failures: [CaseFailure?] = cases.map { _ in nil }
  await withTaskGroup(of: (Int, CaseFailure?).self) { group in
    var next = 0
    var done = 0
    func add() {
      guard next < cases.count else { return }
      let index = next
      let (page, pageCase) = cases[index]
      next += 1
      group.addTask { (index, await failure(of: pageCase, on: page, in: catalogue)) }
    }
    for _ in 0..<max(1, jobs) { add() }
    for await (index, failure) in group {
      failures[index] = failure
      done += 1
      watch(done, cases.count)
      add()
    }
  }
  return Engine.TestOutcome(cases: cases.count, failures: failures.compactMap(\.self))
}

private func chosen(_ pages: [RuleFile], _ catalogue: Catalogue) -> [RulePage] {
  guard !pages.isEmpty else { return catalogue.pages }
  return catalogue.pages.filter { page in pages.contains { $0.isAt(page.path) } }
}

extension ProjectText {
  init(_ file: WorkspaceFile) {
    self.init(source: file.source, surface: file.surface, isGenerated: file.isGenerated)
  }
}

extension AnalysisOptions {
  init(_ request: Engine.Request, _ files: [WorkspaceFile]) {
    self.init(
      rules: request.rules, options: request.configuration.options,
      scope: Set(files.filter(\.isInScope).map(\.source.path)), described: request.described,
      jobs: request.jobs, decision: request.decision)
    self = within(request.programs).watching(request.watch).laidOut(request.layouts)
      .answering(request.questions)
  }
}

extension AnalysisOptions {
  /// Creates the options of a run that looks for everything everywhere.
  fileprivate init(whole request: Engine.Request) {
    self.init(
      rules: request.everything.rules, options: request.configuration.options,
      described: request.described, jobs: request.jobs, decision: request.everything.decision)
    self = within(request.programs).laidOut(request.layouts).answering(request.questions)
  }
}

extension Catalogue {
  /// Returns where a page's library itself says what changed on the way to the era that the page leads to.
  fileprivate func notes(about page: RulePage) -> [String] {
    guard let end = page.hop?.split(separator: "-").last else { return [] }
    let library = page.path.prefix { $0 != "/" }
    return libraries.first { $0.library == library }?.eras.first { $0.name == end }?.notes ?? []
  }
}

extension LearnedLesson {
  init(_ declaration: LearnedDeclaration, of library: LearnedLibrary) {
    let (lesson, says): (String, String?) =
      switch declaration.lesson {
      case .newName(let name): ("renamed", name)
      case .unknownName(let name): ("renamed-unknown", name)
      case .body(let text): ("body", text)
      case .advice(let text): ("advice", text)
      case .nothing: ("nothing", nil)
      case .platforms: ("platforms", nil)
      case .conformance: ("conformance", nil)
      case .overload: ("overload", nil)
      }
    self.init(
      library: library.name, version: library.version, rule: library.rule.rawValue,
      name: declaration.name, state: declaration.kind.rawValue, lesson: lesson, says: says,
      place: declaration.place, declaration: declaration.text, around: declaration.around)
  }
}

extension RuleSummary {
  init(_ page: RulePage) {
    self.init(
      id: page.id.rawValue, title: page.title, library: page.id.library, hop: page.hop,
      severity: page.severity.rawValue,
      // A page without rows is what a dependency says of itself.
      safety: (page.rows.map(\.safety).min() ?? .safe).rawValue)
  }
}
