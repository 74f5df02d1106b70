import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultRules
import MoultSource

/// `moult migrate`: lead a project from where it stands to the last commit.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", _superCommandName: "moult",
    abstract: "Lead a migration: steps that build, a commit each.",
    discussion: """
      'moult migrate' moves all libraries, 'moult migrate grpc-swift@2' one of them, to an era; what is no library \
      is a path. Each step changes all that must change together: manifest, imports, code, and generated code if \
      --generate names the command that makes it. --verify's command runs behind each step, which is taken back if \
      it fails. What only you know is asked at a terminal, and remembered under 'migrate' in the configuration; \
      without a terminal nothing is asked.
      """)

  @OptionGroup var project: ProjectOptions

  @Flag(help: "Print the steps as Markdown with boxes to tick, and change nothing.")
  var planOnly = false

  @Option(
    help: ArgumentHelp(
      "Run this shell command behind each step, and take back what it refuses.",
      valueName: "command"))
  var verify: String?

  @Option(
    help: ArgumentHelp(
      "Run this shell command where generated code must be made anew, as 'make protos'.",
      valueName: "command"))
  var generate: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Put this text where a fix would leave the placeholder <#name#>; may be repeated.",
      valueName: "name=text"))
  var answer: [String] = []

  @Flag(
    help:
      "Leave a step that does not build in the files, for you to finish and --continue to commit.")
  var leave = false

  @Flag(name: .customLong("continue"), help: "Go on with a migration that was stopped.")
  var continues = false

  @Flag(help: "Forget a migration that was stopped; its commits stay.")
  var abort = false

  func validate() throws {
    if let wrong = answer.first(where: { !$0.contains("=") }) {
      throw ValidationError("--answer wants 'name=text', not '\(wrong)'")
    }
    if abort, continues || planOnly {
      throw ValidationError("--abort goes with no other option")
    }
  }

  func run() async throws {
    if abort || continues {
      try await resume()
      return
    }
    let migration = try migration()
    let session = try await migration.session()
    session.progress.begin("looking at \(session.workspace.files.count) files")
    if session.workspace.coverage.seen.isEmpty { throw Failure("there are no files to look at") }
    if planOnly {
      let plan = try await migration.markdown(session, arguments: commandArguments)
      session.progress.end()
      Terminal.write(plan)
      return
    }
    let repository = try MigrationRepository(above: session.workspace.base)
    if try MigrationJournal.read(try MigrationJournal.path(in: repository.root)) != nil {
      throw Failure(
        "a migration was stopped here: 'moult migrate --continue' goes on, 'moult migrate --abort' forgets it"
      )
    }
    session.progress.end()
    Terminal.write(await migration.head(session))
    let questions = MigrationQuestions(migration, session)
    try questions.rememberAnswers()
    try await questions.ask()
    try await finish(
      MigrationRun(migration, arguments: words, in: session.workspace.base), migration)
  }

  /// Takes up what was stopped, as its own command line said.
  private func resume() async throws {
    let folder = resolvedPath(project.paths.first ?? ".") ?? "."
    let repository = try MigrationRepository(above: folder)
    let path = try MigrationJournal.path(in: repository.root)
    guard access(path, F_OK) == 0 else {
      throw Failure(
        "no migration was stopped here; 'moult migrate --plan-only' shows what there is to do")
    }
    if abort {
      // What cannot be read is forgotten all the same.
      if (try? MigrationJournal.read(path)) != nil {
        var run = try MigrationRun(try migration(), arguments: [], in: folder)
        try run.abort()
      }
      unlink(path)
      Terminal.write("The migration is forgotten; its commits stay\n")
      return
    }
    guard let journal = try MigrationJournal.read(path) else { return }
    let command = try MigrateCommand.parse(journal.arguments)
    let migration = try command.migration()
    var run = try MigrationRun(migration, arguments: journal.arguments, in: folder)
    try run.recover()
    try await finish(run, migration)
  }

  private func finish(_ run: MigrationRun, _ migration: Migration) async throws {
    var run = run
    let left = try await run.run()
    let session = try await migration.session()
    session.progress.end()
    Terminal.write(migration.ending(left, run, session))
    let findings = left.flatMap(\.findings)
    if !run.skipped.isEmpty { throw Verdict.found }
    let verdict = session.verdict(findings, session.workspace.coverage)
    let ending = run.done.isEmpty ? verdict : verdict.afterWriting
    if ending != .clean { throw ending }
  }

  // MARK: The command line

  /// The words that name libraries and eras, and not paths.
  private var named: [String] { project.paths.filter(isLibrary) }

  private func isLibrary(_ word: String) -> Bool {
    !word.contains("/") && access(word, F_OK) != 0
  }

  private func migration() throws -> Migration {
    var options = project
    options.paths = project.paths.filter { !isLibrary($0) }
    var targets: [String: String] = [:]
    var libraries: Set<String> = []
    if !named.isEmpty {
      let known = try ProjectConfiguration(
        explicit: options.config, start: try Root(options.paths.first ?? ".").folder,
        catalogue: options.catalogue.folder
      ).engine
      for word in named {
        let parts = word.split(separator: "@", maxSplits: 1).map(String.init)
        let library = parts.first ?? ""
        let names = Set(known.rules.map(\.library)).union(known.libraries.keys)
        guard names.contains(library) else {
          let nearest = nearestSpelling(of: library, among: names.sorted())
          throw Failure(
            "unknown library '\(library)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
        }
        libraries.insert(library)
        guard parts.count == 2 else { continue }
        let eras = known.libraries[library] ?? []
        guard eras.contains(parts[1]) else {
          throw Failure("unknown era '\(parts[1])' of \(library): \(eras.joined(separator: ", "))")
        }
        targets[library] = parts[1]
      }
    }
    var answers = MigrationAnswers(verify: verify, generate: generate)
    for text in answer {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      if let option = optionTable.first(where: { $0.name == parts[0] }) {
        guard case .choice(let values) = option.kind else {
          throw Failure("'\(option.name)' is said in the configuration, not by --answer")
        }
        guard values.contains(parts[1]) else {
          throw Failure(
            "unknown value '\(parts[1])' of '\(option.name)': \(values.joined(separator: ", "))")
        }
        answers.choices[option.name] = parts[1]
      } else {
        answers.placeholders[parts[0]] = parts[1]
      }
    }
    return Migration(
      project: options, targets: targets, libraries: libraries.isEmpty ? nil : libraries,
      answers: answers, style: Terminal.style(project.color), leaves: leave)
  }

  /// What was asked for, as this command reads it again.
  private var words: [String] {
    var words = project.paths
    for rule in project.rules { words += ["--rule", rule] }
    if let config = project.config { words += ["--config", config] }
    for set in project.descriptorSets { words += ["--descriptor-set", set] }
    if let catalogue = project.catalogue.folder { words += ["--catalogue", catalogue] }
    for folder in project.ruleFolders { words += ["--rule-folder", folder] }
    words += project.dependencies.words
    if let verify { words += ["--verify", verify] }
    if let generate { words += ["--generate", generate] }
    for text in answer { words += ["--answer", text] }
    if leave { words.append("--leave") }
    return words
  }

  private var commandArguments: String { words.map { " " + shellWord($0) }.joined() }
}
