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

  init(_ workspace: Workspace, _ engine: Engine, _ configuration: Configuration) {
    ofTree = limits(workspace.files, engine, configuration)
    let programs = workspace.programs
    guard programs.all.count > 1 else {
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

  /// Returns what there is to say about targets that were decided, in the order of the programs.
  func decidedTargets(in workspace: Workspace) -> [Finding] {
    let programs = workspace.programs
    var filesOfProgram = [[WorkspaceFile]](repeating: [], count: programs.all.count)
    for file in workspace.files {
      for program in programs.programs(ofPath: file.source.path) {
        filesOfProgram[program].append(file)
      }
    }
    return zip(ofProgram, filesOfProgram).flatMap { limits, files in
      limits.compactMap { limit -> Finding? in
        guard imports(one: Set(limit.modules), in: files) else { return nil }
        return files.lazy.compactMap { limit.finding(in: $0.source) }.first
      }
    }
  }
}

/// Returns the eras that a program can move to, where it did not choose, is not there already by its locks or imports,
/// and cannot reach the newest.
private func limits(
  _ files: [WorkspaceFile], _ engine: Engine, _ configuration: Configuration
) -> [ReachableEra] {
  let pinned = pinnedEras(in: files, engine.libraries)
  return reachableEras(engine.libraries, deploymentTargets(in: files)).filter { limit in
    configuration.targets[limit.library] == nil && pinned[limit.library] != limit.next
      && !imports(one: [limit.nextModule], in: files)
  }
}

/// Which rules run on which file, where each program has targets of its own.
struct ProgramChoice: Sendable {
  private let ofTree: RuleChoice

  /// By program; empty where all have the same.
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
    guard targets.count > 1 else {
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
