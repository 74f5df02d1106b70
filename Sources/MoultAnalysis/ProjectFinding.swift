import MoultFindings
import MoultMatching
import MoultRules
import MoultSemantics
import MoultSurfaces
import MoultSyntax

/// What finds in the files of a project, each by itself.
struct ProjectFinding: Sendable {
  /// Nil where there is no Swift to judge.
  let swift: SwiftFinding?
  private let requirements: ResolvableRequirements
  let versions: VersionJudge
  private let libraries: LibraryVersions
  private let onward: [RuleID: HopOnward]
  private let runs: @Sendable (RuleID, String) -> Bool

  /// - Parameters:
  ///   - catalogue: the one that the project was read for.
  ///   - pruning: as `RuleIndex` has it.
  init(_ project: Project, _ catalogue: Catalogue, pruning: Int = RuleIndex.leastPruned) {
    swift = project.swift.map {
      SwiftFinding($0, catalogue.swiftRules, project.options, project.facts, pruning: pruning)
    }
    requirements = project.resolvableRequirements(catalogue, swift)
    versions = VersionJudge(catalogue, requirements, before: project.facts.taken)
    libraries = LibraryVersions(catalogue, project.facts.taken)
    onward = catalogue.onward
    runs = project.options.runs
  }

  private init(_ other: ProjectFinding, _ swift: SwiftFinding?) {
    self.swift = swift
    requirements = other.requirements
    versions = other.versions
    libraries = other.libraries
    onward = other.onward
    runs = other.runs
  }

  /// Returns what finds in the same project with other bodies or members in one file, none of which a manifest has looked
  /// at.
  ///
  /// - Parameters:
  ///   - model: of the project with the new text.
  ///   - tree: of the file, before.
  ///   - change: what leads to the tree in the model.
  ///   - members: what members have changed.
  ///   - paths: those of the other files that may mean something else since.
  func replacing(
    _ model: ProjectModel, _ tree: SyntaxTree, _ change: BodyChange, _ members: MemberChange,
    concerning paths: Set<String>
  ) -> ProjectFinding {
    ProjectFinding(self, swift?.replacing(model, tree, change, members, concerning: paths))
  }

  /// Returns the paths of the files that mention one of some names, as `mentionedNames` has them.
  func paths(mentioning names: Set<UInt64>) -> [String] {
    swift?.calls.paths(mentioning: names) ?? []
  }

  /// Returns what the bodies of a Swift file use.
  func uses(inFile path: String) -> Glances.Uses {
    swift?.calls.uses(inFile: path) ?? Glances.Uses()
  }

  /// Returns a finding as the project's versions want it, or nil if they do not.
  func judged(_ finding: Finding) -> Finding? {
    let finding = requirements.resolvable(finding)
    guard let result = versions.judged(finding) else { return nil }
    // Where a version decided, it is said already.
    let told = result.evidence.count > finding.evidence.count ? result : libraries.telling(result)
    return goingOn(told.resting(on: versions.raises(behind: told).map { FixBase($0) }))
  }

  /// Says of what a person is to do for an era on the way that it is not the last.
  private func goingOn(_ finding: Finding) -> Finding {
    guard finding.fix == nil, finding.cause == nil, let onward = onward[finding.rule],
      onward.rules.contains(where: { runs($0, finding.path) }),
      let step = finding.nextStep, onward.leads(from: step)
    else { return finding }
    return finding.telling(next: "this is for \(onward.era), from which Moult leads on")
  }
}

/// The rules that can match a project's Swift.
struct SwiftFinding: Sendable {
  private let model: ProjectModel
  private let index: RuleIndex
  let calls: CallGraph
  private let options: AnalysisOptions
  private let releases: FileContext.ReleaseQuestion
  private let products: FileContext.ProductQuestion
  private let language: FileContext.LanguageQuestion
  private let hostsInObjectiveC: @Sendable () -> HostsElsewhere

  init(
    _ project: SwiftProject, _ rules: [SwiftRule], _ options: AnalysisOptions,
    _ facts: SurfaceFacts, pruning: Int
  ) {
    releases = facts.releases
    products = facts.productQuestion
    language = facts.languageQuestion
    hostsInObjectiveC = facts.hostsInObjectiveC
    model = project.model
    self.options = options
    calls = CallGraph(model, jobs: options.jobs)
    let others = facts.modules.ofOthers
    index = RuleIndex(
      rules.filter { rule in
        options.rules?.contains(rule.id) ?? true
          && !((rule.finder as? ImportFinder).map { others.contains($0.module) } ?? false)
      }, model: model, pruning: pruning, jobs: options.jobs)
  }

  private init(
    _ other: SwiftFinding, _ model: ProjectModel, _ calls: CallGraph, _ index: RuleIndex
  ) {
    self.model = model
    self.calls = calls
    self.index = index
    options = other.options
    releases = other.releases
    products = other.products
    language = other.language
    hostsInObjectiveC = other.hostsInObjectiveC
  }

  /// The same for a project with other bodies or members in one file.
  func replacing(
    _ model: ProjectModel, _ tree: SyntaxTree, _ change: BodyChange, _ members: MemberChange,
    concerning paths: Set<String>
  ) -> SwiftFinding {
    SwiftFinding(
      self, model, CallGraph(replacing: calls, model, tree, change, rereading: paths),
      members.keys.isEmpty ? index : index.adding(names: members.keys))
  }

  func findings(inFile path: String) -> FileFindings {
    guard let semantics = model.borrowedSemantics(forFile: path) else { return FileFindings() }
    let context = FileContext(
      tree: semantics.tree, semantics: semantics, model: model, calls: calls,
      options: options.options, layouts: options.layouts, releases: releases,
      products: products, language: language, hostsInObjectiveC: hostsInObjectiveC,
      activity: options.runs)
    defer { context.giveBack() }
    return MoultMatching.findings(in: context, index, answering: options.questions)
  }
}
