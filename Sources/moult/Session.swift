import Foundation
import MoultAnalysis
import MoultFindings
import MoultMatching
import MoultProto
import MoultProtoParser
import MoultReporting
import MoultSource
import MoultSurfaces

/// The files that the command line asks for and the configuration that holds for them.
struct ChosenProject {
  let project: ProjectConfiguration

  /// The folder that paths in output are relative to, absolute.
  let base: String

  /// What was asked for.
  let walk: Walk

  /// The files and folders that were asked for, absolute.
  let roots: [String]

  /// The files of the same projects that were not asked for.
  let context: [FoundFile]

  /// The folders of both that were entered, absolute.
  let folders: [String]

  /// - Parameters:
  ///   - input: a file that stands for all paths and need not exist.
  ///   - unsaved: absolute paths that belong to the project although they may not be on disk.
  /// - Throws: `Failure` if a path or the configuration cannot be read.
  init(
    _ options: ProjectOptions, input: String? = nil, unsaved: [String] = []
  ) throws(Failure) {
    var roots: [Root] = []
    if let input {
      roots.append(try Root(newFile: input))
    } else {
      for path in options.paths.isEmpty ? ["."] : options.paths { roots.append(try Root(path)) }
    }
    guard let directory = resolvedPath(".") else {
      throw Failure("cannot read the working directory: \(systemMessage(errno))")
    }
    let ownBase = baseFolder(of: roots.map(\.folder), workingDirectory: directory)
    let project = try ProjectConfiguration(
      explicit: options.config, start: roots.first?.folder ?? ownBase,
      catalogue: options.catalogue.folder,
      adding: try rulePages(in: options.ruleFolders, of: directory),
      dependencies: options.dependencies.request(options.cacheFolder))
    let choice = PathChoice(
      include: project.configuration.include, exclude: project.configuration.exclude)
    let ownWalk = Walk(roots, base: ownBase, choice: choice)

    let around = roots.filter { !ownWalk.findsProject(in: $0.path) }
      .map { Root(folder: projectFolder(around: $0.folder)) }
      .filter { project in !roots.contains { isInside(project.path, $0.path) } }
    base = baseFolder(of: (roots + around).map(\.folder), workingDirectory: directory)
    var walk = base == ownBase ? ownWalk : Walk(roots, base: base, choice: choice)
    walk.add(unsaved: unsaved.filter { path in roots.contains { isInside(path, $0.path) } })
    let asked = Set(walk.files.map(\.path))
    let hidden = walk.setAside(PathMatcher(project.configuration.reportExclude))
    let outer = Walk(around, base: base, choice: choice)
    context =
      hidden + outer.files.filter { !asked.contains($0.path) && $0.surface != nil }
    walk.add(repositoriesOf: outer)
    folders = walk.folders + outer.folders
    self.walk = walk
    self.roots = roots.map(\.path)
    self.project = project
  }
}

/// What every command that looks at files starts from.
struct Session {
  let engine: Engine
  let request: Engine.Request
  private(set) var workspace: Workspace

  /// What was read for it.
  let inputs: SessionInputs

  /// The least severity that makes a run fail; nil if none does.
  let failOn: Severity?

  /// The rules that the command line names; empty for all.
  let askedRules: [String]

  /// Returns what earlier runs of this program have found by the same rules, for who reports it; nil where nothing is kept.
  let results: @Sendable () -> ResultStore?

  /// What the run is doing, for who waits and who measures.
  let progress: Progress

  /// What a file must mention to be read as a whole.
  enum Depth {
    /// A word that some rule looks for.
    case oldUses
    /// A word that shows any era of any library, the newest included.
    case everyEra
  }

  /// The targets that nobody chose and that deployment targets keep below the newest era.
  let limits: ReachableEras

  /// The eras that the configuration names, by library.
  let chosenTargets: [String: String]

  /// What the configuration says about rules' options.
  let configuredOptions: OptionValues

  /// What the configuration says about a migration.
  let migration: MigrationAnswers

  /// Where the configuration is, absolute; nil where there is none.
  let configurationFile: String?

  /// Where the configuration chose the era of a library, by library: an absolute path and a one-based line.
  let targetPlaces: [String: (path: String, line: Int)]

  /// What was asked for, absolute.
  let roots: [String]

  /// Every file that was seen, as output names it.
  let paths: Set<String>

  /// The absolute path of the baseline that the configuration names.
  let configuredBaseline: String?

  /// The Markdown files that were asked for.
  let documents: [FoundFile]

  /// What output calls the file whose text came from elsewhere.
  let inputPath: String?

  /// Finds the configuration, loads the rules and reads the project.
  ///
  /// - Parameters:
  ///   - depth: which files are worth a closer look.
  ///   - extent: which files to keep.
  ///   - shard: the part of the tree whose programs are looked at; nil for all of it.
  ///   - input: a file to look at in place of all paths, and its text.
  ///   - targets: eras to move to, by library, whatever the configuration says.
  ///   - decided: what holds of rules' options, whatever the configuration says.
  ///   - overlay: texts that stand for what is on disk, by absolute path.
  ///   - showsProgress: whether a terminal gets a line when the run takes long.
  init(
    _ options: ProjectOptions, reading depth: Depth = .oldUses,
    keeping extent: WorkspaceExtent = .whatMatters,
    aiming targets: [String: String] = [:], deciding decided: OptionValues = OptionValues(),
    shard: Shard? = nil, input: (path: String, text: [UInt8])? = nil,
    overlay: [String: [UInt8]] = [:], showsProgress: Bool = true
  ) async throws(Failure) {
    let progress = Progress(isShown: showsProgress)
    self.progress = progress
    progress.begin("reading rules and folders")
    let chosen = try ChosenProject(
      options, input: input?.path, unsaved: overlay.keys.sorted())
    var overlay = overlay
    if let input, let file = chosen.walk.files.first {
      overlay[file.absolutePath] = input.text
      inputPath = file.path
    } else {
      inputPath = nil
    }
    var configuration = chosen.project.configuration
    chosenTargets = configuration.targets
    configuration.targets.merge(targets) { $1 }
    configuredOptions = configuration.options
    configuration.options = configuration.options.changed(by: decided)
    migration = configuration.migration
    configurationFile = chosen.project.files.last
    targetPlaces = chosen.project.targetPlaces
    let engine = chosen.project.engine
    for rule in options.rules where !engine.hopsOfRules.contains(where: { $0.id.rawValue == rule })
    {
      throw Failure(unknownRule(rule, engine))
    }
    let jobs = options.threads
    progress.begin("reading \(chosen.walk.files.count) files")
    workspace = await Workspace(
      chosen.walk, context: chosen.context, base: chosen.base, jobs: jobs, extent: extent,
      shard: shard, overlay: overlay
    ) { facts in
      let words = engine.words(facts, jobs)
      return switch depth {
      case .oldUses: words
      case .everyEra:
        WorkspaceWords(anchors: words.anchors + engine.eraAnchors(), evidence: nil)
      }
    }
    inputs = SessionInputs(chosen, options)
    let limits = await ReachableEras(workspace, engine, configuration, jobs: jobs)
    let asked = Set(options.rules.map { RuleID($0) })
    let choice = ProgramChoice(
      limits, configuration, engine, asked: asked, base: chosen.base, workspace.programs)
    let plain = ProgramChoice(
      limits, configuration, engine, asked: [], base: chosen.base, workspace.programs)
    request = Engine.Request(
      configuration: limits.implied(configuration), rules: choice.active,
      described: try describedFiles(options.descriptorSets), jobs: jobs,
      decision: { rule, path in choice.decision(rule, path: path) },
      everything: Engine.Everything(rules: plain.active) { rule, path in
        plain.decision(rule, path: path)
      }, layouts: workspace.layouts, programs: workspace.programs,
      targetsOfProgram: limits.ofProgram.indices.map {
        limits.implied(configuration, program: $0).targets
      }, watch: progress.note)
    results = knownResults(
      options, chosen, decided, configuration, limits, workspace.programs)
    self.limits = limits
    self.engine = engine
    failOn = options.failOn.map(\.severity) ?? configuration.failOn ?? .warning
    askedRules = options.rules
    roots = chosen.roots
    paths = Set(
      (chosen.walk.files + chosen.walk.documents).map(\.path) + chosen.context.map(\.path))
    configuredBaseline = configuration.baseline
    documents = chosen.walk.documents
  }

  /// Returns the same session with another text of a file that changes nothing else about it.
  func replacing(_ workspace: Workspace) -> Session {
    var copy = self
    copy.workspace = workspace
    return copy
  }

  /// The Markdown files that were asked for, with the code in them.
  ///
  /// - Parameter overlay: texts that stand for what is on disk, by path.
  func markdownFiles(overlay: [String: [UInt8]] = [:]) -> MarkdownFiles {
    MarkdownFiles(documents, seeing: modulesOfGeneratedCode, overlay: overlay)
  }

  /// The Markdown files where the code in them is to be looked at; nil where it is not.
  func markdown(_ option: MarkdownOption) -> MarkdownFiles? {
    option.isAsked ? markdownFiles() : nil
  }

  private var modulesOfGeneratedCode: [String] {
    let layout = ProjectLayout(workspace.files.map(ProjectText.init))
    let generated = workspace.files.filter { $0.isGenerated && $0.surface == .swift }
    return Set(generated.map { layout.module(ofPath: $0.source.path) }).sorted()
  }

  /// Whether all that there is to look at falls to other shards.
  var hasNothingToDo: Bool {
    workspace.coverage.seen.isEmpty && workspace.elsewhere.map { !$0.isEmptyTree } ?? false
  }

  /// Returns how a run with these results ends.
  func verdict(_ findings: [Finding], _ coverage: Coverage) -> Verdict {
    if coverage.isIncomplete || coverage.seen.isEmpty && !hasNothingToDo { return .undecided }
    return Verdict(findings, failingOn: failOn)
  }
}

extension Verdict {
  /// How a run ends that could look at everything.
  ///
  /// - Parameter severity: the least that makes it fail; nil if none does.
  init(_ findings: [Finding], failingOn severity: Severity?) {
    self =
      severity.map { least in findings.contains { $0.severity >= least } } ?? false
      ? .found : .clean
  }
}

/// Reads descriptor sets, in order; a file that two of them hold is that of the first.
private func describedFiles(_ paths: [String]) throws(Failure) -> [ProtoFile] {
  var files: [ProtoFile] = []
  var known: Set<String> = []
  for path in paths {
    do {
      let set = try protoFiles(inDescriptorSet: try readFile(path))
      files += set.filter { known.insert($0.path).inserted }
    } catch let error as ReadError {
      throw Failure("cannot read '\(path)': \(error.message)")
    } catch {
      throw Failure("cannot read '\(path)': not a descriptor set")
    }
  }
  return files
}

/// Returns what to say about a rule that does not exist.
func unknownRule(_ rule: String, _ engine: Engine) -> String {
  let nearest = nearestSpelling(of: rule, among: engine.hopsOfRules.map(\.id.rawValue))
  return "unknown rule '\(rule)'"
    + (nearest.map { "; did you mean '\($0)'?" } ?? "; 'moult rules' lists them")
}
