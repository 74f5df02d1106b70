import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultMatching
import MoultReporting
import MoultSource

/// A migration from where a project stands to its last commit, slice by slice.
///
/// Each step is found anew in the files as they are, so what a run was stopped at needs no other memory than the journal:
/// which steps could not be made, which fixes were refused, and which files the step that was being made may have changed.
struct Migration {
  let project: ProjectOptions

  /// The eras to move to that the command line names, by library.
  let targets: [String: String]

  /// The libraries to move; nil for all.
  let libraries: Set<String>?

  /// What was answered on the command line; the configuration answers the rest.
  let answers: MigrationAnswers
  let style: TextStyle

  /// Whether a step that does not build is left for a person to finish.
  var leaves = false

  /// All that fixes need, but for placeholders that nobody has answered.
  static func options() throws -> FixOptions {
    try FixOptions.parse(["--review", "--placeholders"])
  }

  func session() async throws(Failure) -> Session {
    try await Session(
      project, reading: .everyEra, aiming: targets,
      deciding: OptionValues(answers.choices.mapValues { .text($0) }))
  }

  /// What is known without asking.
  func answers(_ session: Session) -> MigrationAnswers {
    answers.completed(by: session.migration)
  }

  // MARK: Steps

  /// The slices that are left, in order, with what is found in them.
  func slices(
    _ files: [WorkspaceFile], _ session: Session
  ) async -> [MigrationSlice] {
    let analysis = await session.engine.analyse(files, session.request)
    return await session.engine.slices(files, analysis, session.request).filter { slice in
      libraries?.contains(slice.library) ?? true
    }
  }

  /// Works out the first step that changes something, in memory.
  ///
  /// What changed nothing when it was tried may have waited for a step that came later, so it is tried again behind it, once
  /// nothing else is left.
  ///
  /// - Parameters:
  ///   - skipped: the names of slices that are not tried, with the reason; those that change nothing come to it.
  ///   - refused: fixes that are left.
  ///   - made: how many steps were made before.
  func nextStep(
    _ files: [WorkspaceFile], _ session: Session,
    skipping skipped: inout [MigrationJournal.Skipped],
    without refused: Set<String>, behind made: Int
  ) async throws -> MigrationStep? {
    let slices = await slices(files, session)
    while true {
      let step = try await firstStep(
        among: slices, files, session, skipping: &skipped, without: refused, behind: made)
      if let step { return step }
      let left = skipped.filter { $0.triedBehind.map { $0 >= made } ?? true }
      guard left.count < skipped.count else { return nil }
      skipped = left
    }
  }

  private func firstStep(
    among slices: [MigrationSlice], _ files: [WorkspaceFile], _ session: Session,
    skipping skipped: inout [MigrationJournal.Skipped],
    without refused: Set<String>, behind made: Int
  ) async throws -> MigrationStep? {
    for slice in slices {
      guard slice.findings.contains(where: { $0.fix != nil && $0.safety != .manual }),
        !skipped.contains(where: { $0.name == slice.name })
      else { continue }
      let outcome = try await outcome(of: slice, files, session, without: refused)
      if !outcome.report.changes.isEmpty {
        return MigrationStep(slice, outcome, answers(session), in: session, files)
      }
      let reason =
        outcome.report.failures.first?.reason ?? MigrationJournal.Skipped.isForAPerson
      skipped.append(
        MigrationJournal.Skipped(name: slice.name, reason: reason, triedBehind: made))
    }
    return nil
  }

  private func outcome(
    of slice: MigrationSlice, _ files: [WorkspaceFile], _ session: Session,
    without refused: Set<String>
  ) async throws -> Engine.FixOutcome {
    let outcome = await session.engine.fix(
      files,
      FixPolicy(
        allowed: try Self.options().safeties, questions: .alternatives,
        choice: choice(slice, session, without: refused), isAsked: { slice.contains($0) }),
      session.request)
    if let refusal = outcome.refusal { throw Failure("nothing was written: \(refusal)") }
    return outcome
  }

  /// Applies what nobody has refused, with the answers in place of placeholders.
  ///
  /// A hop that renames a module is whole, so what nobody has answered stays in it as a placeholder, for the step to say so;
  /// of other slices it is left as it is.
  func choice(
    _ slice: MigrationSlice, _ session: Session, without refused: Set<String>
  ) -> FixChoice {
    let known = answers(session)
    return { question in
      let finding = question.finding
      if refused.contains(RefusedPlace(finding, in: question.texts).text) { return .decline }
      guard let fix = finding.fix, fix.safety == .placeholder else { return .apply }
      guard let filled = fix.filled(known.placeholders) else {
        return slice.renamesModule ? .apply : .decline
      }
      return .replace(with: filled)
    }
  }

  /// Works out the whole way in memory, as `moult migrate` would go it if every step were kept.
  func way(_ session: Session) async throws -> MigrationWay {
    var files = session.workspace.files
    var steps: [MigrationStep] = []
    var skipped: [MigrationJournal.Skipped] = []
    while let step = try await nextStep(
      files, session, skipping: &skipped, without: [], behind: steps.count)
    {
      steps.append(step)
      files = files.changed(by: step.changes)
      // A slice that comes again has more to do once others are done; one that never ends is no step.
      if steps.count(where: { $0.slice.name == step.slice.name }) > 3 {
        skipped.append(
          MigrationJournal.Skipped(name: step.slice.name, reason: "it comes up again and again"))
      }
    }
    return MigrationWay(
      steps: steps, skipped: skipped, left: await slices(files, session), files: files)
  }
}

/// All steps of a migration, and what is left behind the last.
struct MigrationWay {
  let steps: [MigrationStep]
  let skipped: [MigrationJournal.Skipped]
  let left: [MigrationSlice]

  /// As they are behind the last step.
  let files: [WorkspaceFile]
}

extension [WorkspaceFile] {
  /// Returns the files with new contents.
  func changed(by changes: [FileChange]) -> [WorkspaceFile] {
    let after = Dictionary(changes.map { ($0.path, $0.after) }, uniquingKeysWith: { $1 })
    return map { file in
      guard let bytes = after[file.source.path] else { return file }
      return WorkspaceFile(
        source: SourceText(path: file.source.path, bytes: bytes), surface: file.surface,
        isGenerated: file.isGenerated, isInScope: file.isInScope, anchors: file.anchors)
    }
  }
}
