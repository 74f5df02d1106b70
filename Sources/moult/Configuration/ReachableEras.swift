import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces

/// The targets that nobody chose and that deployment targets keep below the newest era, program by program.
struct ReachableEras: Sendable {
  /// Of the whole tree, for what several programs share.
  let ofTree: [ReachableEra]

  /// In the order of the programs.
  let ofProgram: [[ReachableEra]]

  /// In a shard, what the tree can reach is asked of the others' code only where that decides about something.
  init(
    _ workspace: Workspace, _ engine: Engine, _ configuration: Configuration, jobs: Int
  ) async {
    let programs = workspace.programs
    var ofTree = limits(
      workspace.files, and: workspace.elsewhere?.texts ?? [], engine, configuration)
    if let elsewhere = workspace.elsewhere, !ofTree.isEmpty,
      workspace.files.contains(where: { programs.home(ofPath: $0.source.path) == nil })
    {
      let next = await elsewhere.imported(among: Set(ofTree.map(\.nextModule)), jobs: jobs)
      ofTree.removeAll { next.contains($0.nextModule) }
    }
    self.ofTree = ofTree
    guard programs.all.count > 1 || !programs.areWhole else {
      ofProgram = [ofTree]
      return
    }
    var filesOfProgram = [[WorkspaceFile]](repeating: [], count: programs.all.count)
    for file in workspace.files {
      for program in programs.programs(ofPath: file.source.path) {
        filesOfProgram[program].append(file)
      }
    }
    ofProgram = filesOfProgram.map { limits($0, engine, configuration) }
  }

  /// The configuration with the targets that follow for a program; for what several share, without one.
  func implied(_ configuration: Configuration, program: Int? = nil) -> Configuration {
    var implied = configuration
    let limits = program.map { ofProgram[$0] } ?? ofTree
    for limit in limits { implied.targets[limit.library] = limit.era }
    return implied
  }

  /// Returns what there is to say about targets that were decided, by program.
  func decidedTargets(in workspace: Workspace) -> [[Finding]] {
    let programs = workspace.programs
    var filesOfProgram = [[WorkspaceFile]](repeating: [], count: programs.all.count)
    for file in workspace.files {
      for program in programs.programs(ofPath: file.source.path) {
        filesOfProgram[program].append(file)
      }
    }
    return zip(ofProgram, filesOfProgram).map { limits, files in
      limits.compactMap { limit -> Finding? in
        guard imports(one: Set(limit.modules), in: files) else { return nil }
        return files.lazy.compactMap { limit.finding(in: $0.source) }.first
      }
    }
  }
}

/// Returns the eras that a program can move to, where it did not choose, is not there already by its locks or imports,
/// and cannot reach the newest.
///
/// - Parameter texts: manifests and the like beside those of `files`.
private func limits(
  _ files: [WorkspaceFile], and texts: [WorkspaceFile] = [], _ engine: Engine,
  _ configuration: Configuration
) -> [ReachableEra] {
  let stating = (files + texts).sorted {
    $0.source.path.utf8.lexicographicallyPrecedes($1.source.path.utf8)
  }
  let pinned = pinnedEras(in: stating, engine.libraries)
  return reachableEras(engine.libraries, deploymentTargets(in: stating)).filter { limit in
    configuration.targets[limit.library] == nil && pinned[limit.library] != limit.next
      && !imports(one: [limit.nextModule], in: files)
  }
}

/// Which rules run on which file, where each program has targets of its own.
struct ProgramChoice: Sendable {
  private let ofTree: RuleChoice

  /// By program; empty where one program is the whole tree.
  private let ofProgram: [RuleChoice]
  private let programs: Programs

  init(
    _ limits: ReachableEras, _ configuration: Configuration, _ engine: Engine,
    asked: Set<RuleID>, base: String, _ programs: Programs
  ) {
    self.programs = programs
    let ofTree = RuleChoice(limits.implied(configuration), engine, asked: asked, base: base)
    self.ofTree = ofTree
    let targets = limits.ofProgram.indices.map {
      limits.implied(configuration, program: $0).targets
    }
    guard targets.count > 1 || !programs.areWhole else {
      ofProgram = []
      return
    }
    var choices: [[String: String]: RuleChoice] = [:]
    ofProgram = targets.enumerated().map { number, targets in
      let choice =
        choices[targets]
        ?? RuleChoice(
          limits.implied(configuration, program: number), engine, asked: asked, base: base)
      choices[targets] = choice
      return choice
    }
  }

  /// Every rule that runs on some file.
  var active: Set<RuleID> {
    ofProgram.reduce(into: ofTree.active) { $0.formUnion($1.active) }
  }

  /// Returns what holds for a rule in the file at a path.
  func decision(_ rule: RuleID, path: String) -> RuleDecision {
    guard !ofProgram.isEmpty, let program = programs.home(ofPath: path) else {
      return ofTree.decision(rule, path: path)
    }
    return ofProgram[program].decision(rule, path: path)
  }
}
