import MoultChecking
package import MoultFindings
import MoultMatching
package import MoultRules
import MoultSemantics
import MoultSource
package import MoultSurfaces
import MoultSyntax

/// What an analysis found, and where it was blind.
package struct AnalysisResult: Sendable {
  /// Sorted.
  package let findings: [Finding]

  /// What comments ask to ignore, sorted by finding.
  package let suppressed: [SuppressedFinding]

  /// Sorted by path; at most one for each file.
  package let gaps: [AnalysisGap]

  /// What is old in branches of `#if` that are there for an old era, beside others for a newer one; sorted.
  package let kept: [Finding]

  /// What may be a finding and nobody can say, as a type is not known; sorted, each place once.
  package let unknown: [UnknownPlace]

  /// What each program gave, in their order, where this is what they gave together; the same finding is in several of
  /// them where they share its file.
  package internal(set) var programs: [ProgramResult] = []

  package init(
    findings: [Finding], suppressed: [SuppressedFinding], gaps: [AnalysisGap], kept: [Finding] = [],
    unknown: [UnknownPlace] = []
  ) {
    self.findings = findings
    self.suppressed = suppressed
    self.gaps = gaps
    self.kept = kept
    self.unknown = unknown
  }
}

/// Finds what the catalogue's rules look for in a tree, program by program.
///
/// Each file is one task; the result does not depend on their number or order.
///
/// - Parameter results: what earlier runs have found in programs; nil where all is found anew.
/// - Complexity: O(*n*) in the bytes of the files.
package func analyse(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache,
  results store: ResultStore? = nil
) async -> AnalysisResult {
  let tree = DividedTree(files, options, catalogue)
  let readers = ReadersToCome(of: tree)
  let results = await tree.map { part in
    func find() async -> AnalysisResult {
      if part.files.isEmpty { return AnalysisResult(findings: [], suppressed: [], gaps: []) }
      keepAsLast(nil, jobs: part.options.jobs)
      let project = await Project(part.files, catalogue, part.options, cache: cache)
      let finding = ProjectFinding(project, catalogue)
      let result = await project.result(finding)
      release(finding, jobs: part.options.jobs)
      keepAsLast(project, jobs: part.options.jobs)
      return result
    }
    let result = if let store { await store.result(of: part, finding: find) } else { await find() }
    cache.forgetCode(inFiles: readers.filesRead(by: part, except: result.pathsOfFindings))
    return result
  }
  return AnalysisResult(merging: results, of: tree, absences: catalogue.rulesOfAbsence)
}

/// Reads what a project says, without looking for anything.
///
/// - Parameter files: without copies of libraries.
func projectFacts(
  _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache
) async -> (SurfaceFacts, [AnalysisGap]) {
  let project = await Project(files, catalogue, options, cache: cache)
  return (project.facts, project.gaps)
}

/// A project while it is analysed: everything that one file's judgement may ask about the others.
struct Project: Sendable {
  private(set) var files: [ProjectText]

  /// What of the Swift files is not understood, in the order of the files.
  private var swiftGaps: [AnalysisGap]
  private(set) var facts: SurfaceFacts

  /// Nil where there is no Swift to judge.
  private(set) var swift: SwiftProject?
  private let rulesBySurface: [Surface: [SurfaceRule]]
  private let judge: SuppressionJudge
  let options: AnalysisOptions
  let cache: TreeCache

  /// The modules whose imports are old, with the rule that says so; for those who ask, as it takes all rules.
  private let oldModules: @Sendable () -> [(module: String, rule: RuleID)]

  /// The branches that are there for an old era, and the era that each rule of a hop leads away from.
  let kept: KeptBranches
  private let origins: [RuleID: RuleOrigin]

  /// - Parameters:
  ///   - files: without copies of libraries.
  ///   - interfaces: what stands in no file of the project and in no page of the catalogue.
  ///   - generated: of the session that the project is a state of; a single state has none to share.
  init(
    _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions,
    adding interfaces: [SynthesizedSource] = [], cache: TreeCache,
    generated: ModelsOfGeneratedCode = ModelsOfGeneratedCode()
  ) async {
    self.files = files
    let texts = files.filter { $0.surface == .swift }
    if !texts.isEmpty { Task.detached { InterfaceModel.prepare() } }
    let trees = await cache.trees(
      of: texts.map(\.source),
      wholeWith: Set(catalogue.libraries.flatMap { $0.eras.flatMap(\.signs.modules) }),
      jobs: options.jobs)
    let layout = ProjectLayout(files)
    let places = placesInXcode(of: texts, among: files, layout, cache)
    let own = zip(texts, trees).map { file, tree in
      let path = file.source.path
      return ProjectFile(
        tree: tree, module: layout.module(ofPath: path), isGenerated: file.isGenerated,
        place: places[path])
    }
    kept = KeptBranches(own.map { ($0.tree, $0.module) }, catalogue.libraries)
    origins = kept.isEmpty ? [:] : catalogue.ruleOrigins
    let facts = await SurfaceFacts(
      files, headers: catalogue.headers, rules: catalogue.surfaceRules,
      libraries: catalogue.libraries,
      taken: TakenVersions(
        files, catalogue.versions, catalogue.requirements, copies: options.copies, cache: cache),
      options: options, cache: cache)
    let eras = await erasOfModules(
      importedBy: trees, files, catalogue, facts, jobs: options.jobs)
    let bridged = own.isEmpty ? nil : BridgedObjectiveC(files, facts, importing: trees)
    swift =
      own.isEmpty
      ? nil
      : SwiftProject(
        own, catalogue, eras, without: facts.modules.besideLibraries,
        jobs: options.jobs, behind: bridged?.modules ?? [], models: generated
      ) { declared in
        sourcesGeneratedAtBuild(
          files, facts, eras: eraSightings(in: files, catalogue, facts), declared)
          + (bridged.map { bridgedSources($0, declared) } ?? []) + interfaces
      }
    self.facts = facts.seeing(files, swift?.model)
    let surfaceRules = catalogue.surfaceRules.filter { options.rules?.contains($0.id) ?? true }
    rulesBySurface = Dictionary(
      uniqueKeysWithValues: Surface.allCases.map { surface in
        (surface, surfaceRules.filter { $0.row.finder.surfaces.contains(surface) })
      })
    oldModules = { catalogue.oldModules }
    judge = SuppressionJudge(surfaceRules, known: catalogue.pages.map(\.id), options)
    self.options = options
    self.cache = cache
    swiftGaps = trees.compactMap(swiftGap)
  }

  /// Files that could not be understood, or only in part.
  var gaps: [AnalysisGap] { swiftGaps + facts.gaps }

  /// Returns the same project with another text of one Swift file, of which bodies or members alone are different.
  ///
  /// - Parameter model: of the project with that text.
  func replacing(_ index: Int, by file: ProjectText, _ model: ProjectModel) -> Project {
    var copy = self
    copy.files[index] = file
    copy.swift = SwiftProject(model)
    copy.facts = facts.seeing(copy.files, model)
    let gap = swiftGap(cache.tree(of: file.source))
    let path = file.source.path
    if let place = swiftGaps.firstIndex(where: { $0.path == path }) {
      copy.swiftGaps.remove(at: place)
    }
    if let gap {
      let place = copy.swiftGaps.firstIndex { path.utf8.lexicographicallyPrecedes($0.path.utf8) }
      copy.swiftGaps.insert(gap, at: place ?? copy.swiftGaps.count)
    }
    return copy
  }

  /// Finds in the files that are asked for.
  ///
  /// - Parameter catalogue: the one that the project was read for.
  func result(_ catalogue: Catalogue) async -> AnalysisResult {
    await result(ProjectFinding(self, catalogue))
  }

  /// Finds in the files that are asked for, with what finds in them.
  func result(_ finding: ProjectFinding) async -> AnalysisResult {
    let perFile = await parallelMap(asked, jobs: options.jobs) { findings(in: $0, finding) }
    return result(of: perFile)
  }

  /// Puts together what was found in each file that is asked for, in whatever order.
  func result(of perFile: [JudgedFindings]) -> AnalysisResult {
    let suppressed = perFile.flatMap(\.suppressed)
    let findings = perFile.flatMap(\.findings)
    let ignored = IgnoredPlaces(suppressed, among: findings, in: files, cache)
    return AnalysisResult(
      findings: findings.map(ignored.leaving).sorted(),
      suppressed: suppressed.map(\.ofNoUnit).sorted { $0.finding < $1.finding }, gaps: gaps,
      kept: perFile.flatMap(\.kept).sorted(), unknown: perFile.flatMap(\.unknown).sorted())
  }

  /// Returns what a compiler would refuse for certain in the Swift files at `paths`; generated ones are not looked at.
  func errors(in paths: Set<String>) async -> [DefiniteError] {
    guard let model = swift?.model, !paths.isEmpty else { return [] }
    let checked = files.filter {
      paths.contains($0.source.path) && $0.surface == .swift && !$0.isGenerated
    }
    let calls = CallGraph(model)
    let language = facts.languageQuestion
    let perFile = await parallelMap(checked, jobs: options.jobs) { file -> [DefiniteError] in
      guard let semantics = model.borrowedSemantics(forFile: file.source.path) else { return [] }
      let context = FileContext(
        tree: semantics.tree, semantics: semantics, model: model, calls: calls,
        options: options.options, layouts: options.layouts, language: language,
        activity: options.runs)
      defer { context.giveBack() }
      guard !semantics.tree.isNestedWithoutEnd else { return [] }
      let left = oldModules().filter { options.runs($0.rule, on: file.source.path) }.map(\.module)
      return definiteErrors(in: context, leaving: Set(left))
    }
    return perFile.flatMap { $0 }.sorted()
  }

  /// Returns whether the name at the end of a range means, for certain, what an interface declares of an era that no rule
  /// leads away from.
  ///
  /// - Complexity: O(*depth* × log *children*), plus the inference of the body around the range.
  func isSettled(_ range: ByteRange, inFile path: String) -> Bool {
    guard let model = swift?.model, let semantics = model.borrowedSemantics(forFile: path)
    else { return false }
    defer { model.giveBack(semantics) }
    guard !semantics.tree.isNestedWithoutEnd else { return false }
    let left = oldModules().filter { options.runs($0.rule, on: path) }.map(\.module)
    guard !range.isEmpty else { return false }
    let end = semantics.tree.innermostNode(at: ByteOffset(range.upperBound.index - 1))
    return ([end] + end.ancestors).contains { node in
      switch node.kind {
      case .declReference, .memberAccess, .identifierType, .memberType: break
      default: return false
      }
      let name = node.mainToken.range
      guard name.upperBound == range.upperBound, name.lowerBound >= range.lowerBound,
        semantics.isCertain(node), let symbol = semantics.symbol(of: node),
        case .interface = symbol.origin
      else { return false }
      return !left.contains(symbol.module) && !model.isOfOlderEra(symbol)
    }
  }

  /// The files that are asked for.
  var asked: [ProjectText] {
    files.filter { options.scope?.contains($0.source.path) ?? true }
  }

  /// What fixes make of the manifests, those that nobody asks for included: a file's version rests on them.
  ///
  /// What comments ask to ignore is not fixed.
  func resolvableRequirements(
    _ catalogue: Catalogue, _ finder: SwiftFinding?
  ) -> ResolvableRequirements {
    let found = files.filter(statesVersions).flatMap { file -> [Finding] in
      let found = decided(rawFindings(in: file, finder).findings)
      let coverage = SuppressionCoverage(of: found, by: suppressions(in: file, cache))
      return found.indices.filter { coverage.suppressions[$0] == nil }.map { found[$0] }
    }
    return ResolvableRequirements(
      found, in: files, beside: options.copies, catalogue, applying: options.applied, cache: cache)
  }

  /// What is found in a file, as the project's versions, the project and the comments in the file want it.
  func findings(in file: ProjectText, _ finding: ProjectFinding) -> JudgedFindings {
    let found = rawFindings(in: file, finding.swift)
    let (old, rest) = divided(decided(found.findings).compactMap(finding.judged))
    return judge.judge(rest, by: suppressions(in: file, cache), in: file)
      .beside(kept: old, unknown: found.unknown)
  }

  /// Divides findings by whether they stand in a branch that is there for their era.
  private func divided(_ findings: [Finding]) -> (kept: [Finding], rest: [Finding]) {
    guard !kept.isEmpty else { return ([], findings) }
    func isKept(_ finding: Finding) -> Bool {
      guard let origin = origins[finding.rule] else { return false }
      return kept.keeps(finding.range, inFile: finding.path, of: origin.library, origin.era)
    }
    return (findings.filter(isKept), findings.filter { !isKept($0) })
  }

  private func decided(_ findings: [Finding]) -> [Finding] {
    unique(findings.sorted()).compactMap { finding in
      finding.decided(options.decision(finding.rule, finding.path))
    }
  }

  private func rawFindings(in file: ProjectText, _ finder: SwiftFinding?) -> FileFindings {
    var onSurface: [Finding] = []
    for rule in rulesBySurface[file.surface, default: []] {
      if let other = rule.row.unless, options.runs(other, on: file.source.path) { continue }
      onSurface += surfaceFindings(rule, in: file, facts)
    }
    guard file.surface == .swift, !file.isGenerated, let finder else {
      return FileFindings(findings: onSurface)
    }
    let found = finder.findings(inFile: file.source.path)
    return FileFindings(findings: onSurface + found.findings, unknown: found.unknown)
  }
}

extension SyntaxTree {
  /// Whether the file is nested deeper than anybody writes, so that questions about what is around a node take too long.
  var isNestedWithoutEnd: Bool { depth > 400 }
}

/// The Swift of a project: its names and types.
struct SwiftProject: Sendable {
  let model: ProjectModel

  /// Whether services are declared that show only by how bodies use them.
  let presumesServices: Bool

  fileprivate init(_ model: ProjectModel) {
    self.model = model
    presumesServices = false
  }

  /// - Parameters:
  ///   - eras: the eras that were seen of libraries whose modules keep their names.
  ///   - own: modules that are the project's own although no file is known to belong to them.
  ///   - bridged: the modules that see gRPC for Objective-C through a bridging header.
  ///   - models: those that were made of generated code before.
  ///   - generated: returns what a generator adds to the files while the project is built.
  init(
    _ files: [ProjectFile], _ catalogue: Catalogue, _ eras: [String: Set<String>],
    without own: Set<String>, jobs: Int, behind bridged: Set<String>, models: ModelsOfGeneratedCode,
    generated: (TopLevelTypes) -> [SynthesizedSource]
  ) {
    let types = TopLevelTypes(files, jobs: jobs)
    let seen = Dictionary(
      uniqueKeysWithValues: bridged.map { ($0, Set(modulesOfGRPCForObjectiveC)) })
    func interfaces(
      of files: [ProjectFile], _ synthesized: [SynthesizedSource], and others: Set<String> = []
    ) -> InterfaceModel {
      catalogue.interfaces.model(
        neededBy: files.map(\.tree) + synthesized.map(\.tree), and: others, speaking: eras,
        without: types.modules.union(own))
    }
    let made = generated(types)
    var left = ErasLeftBehind(of: files, and: made, catalogue.libraries)
    lazy var known = interfaces(of: files, made)
    lazy var declared = Set(made.flatMap { $0.tree.root.itemNodes.map(\.name) })
    let presumed = presumedServices(
      in: files, models,
      isDeclared: {
        types.contains($0) || declared.contains($0) || known.declaresTopLevelType(named: $0)
      },
      model: {
        ProjectModel(
          files: files, over: interfaces(of: files, made + $0), synthesized: made + $0,
          impliedImports: seen, jobs: jobs)
      })
    presumesServices = !presumed.isEmpty
    let added = made + presumed
    let sources = files.filter(\.isGenerated)
    let trees = sources.map(\.tree) + added.map(\.tree)
    // A model of the whole project takes long, and this needs what generators wrote and no more.
    func modelOfSources(
      for question: ModelsOfGeneratedCode.Question, _ synthesized: [SynthesizedSource]
    ) -> ProjectModel {
      let inputs = ModelsOfGeneratedCode.Inputs(
        files: sources, synthesized: synthesized, interfaces: interfaces(of: sources, synthesized),
        impliedImports: seen)
      return models.model(for: question, of: inputs) {
        ProjectModel(
          files: sources, over: inputs.interfaces, synthesized: synthesized, impliedImports: seen,
          jobs: jobs)
      }
    }
    var ofGRPC1: [SynthesizedSource] = []
    if canHaveSuccessors(trees) {
      let written = modelOfSources(for: .successorsOfGRPC1, added)
      ofGRPC1 = successors(ofGeneratedCodeIn: written, beside: types, jobs: jobs)
      left.follow(clientsInPlace(ofGeneratedCodeIn: written))
    }
    if canHaveAlphas(trees) {
      ofGRPC1 += ancestorsForAlphas(ofGeneratedCodeIn: modelOfSources(for: .alphasOfGRPC1, added))
    }
    var ofGRPC2: [SynthesizedSource] = []
    // On the way from 0 to 2 the clients of 1 are themselves made up.
    if canHaveSuccessorsOfGRPC2(trees + ofGRPC1.map(\.tree), beside: files) {
      let written = modelOfSources(for: .successorsOfGRPC2, added + ofGRPC1)
      ofGRPC2 = successorsOfGRPC2(ofGeneratedCodeIn: written, beside: types)
    }
    let synthesized = added + ofGRPC1 + ofGRPC2
    model = ProjectModel(
      files: files, over: interfaces(of: files, synthesized, and: left.interfaces),
      synthesized: synthesized + left.generated, impliedImports: seen, earlier: left.eras,
      jobs: jobs)
  }
}

/// Returns what all files show of the libraries, in the order of the files.
func eraSightings(
  in files: [ProjectText], _ catalogue: Catalogue, _ facts: SurfaceFacts
) -> [EraSighting] {
  let index = EraIndex(catalogue.libraries)
  return files.flatMap { eraSightings(in: $0, index, facts, facts.modules) }
}

/// Returns the eras that the project shows of libraries whose modules keep their names from era to era.
///
/// Only of those whose old names are everyday words: `init(json:)` is the library's in a project that shows the
/// old era somewhere, and nobody's elsewhere.
private func erasOfModules(
  importedBy trees: [SyntaxTree], _ files: [ProjectText], _ catalogue: Catalogue,
  _ facts: SurfaceFacts, jobs: Int
) async -> [String: Set<String>] {
  let unsure = catalogue.libraries.filter { $0.eras.contains(where: \.mustBeSeen) }
  // A library that only made-up code imports shows none of them.
  var eras = Dictionary(
    uniqueKeysWithValues: unsure.map {
      ($0.library, Set($0.eras.filter { !$0.mustBeSeen }.map(\.name)))
    })
  let imported = Set(trees.flatMap(\.importedModules))
  let doubtful = unsure.filter {
    !catalogue.interfaces.modulesOfSeveralEras[$0.library, default: []].isDisjoint(with: imported)
  }
  guard !doubtful.isEmpty else { return eras }
  let index = EraIndex(doubtful)
  let sightings = await parallelMap(files, jobs: jobs) {
    eraSightings(in: $0, index, facts, facts.modules)
  }
  for sighting in sightings.joined() {
    if let era = sighting.era { eras[sighting.library, default: []].insert(era) }
  }
  return eras
}

private func swiftGap(_ tree: SyntaxTree) -> AnalysisGap? {
  tree.diagnostics.first.map {
    AnalysisGap(path: tree.source.path, range: $0.range, reason: $0.message)
  }
}
