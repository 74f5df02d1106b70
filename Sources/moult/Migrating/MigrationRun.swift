import Foundation
import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

/// The steps of a migration as they are made, verified and committed.
struct MigrationRun {
  let migration: Migration
  let repository: MigrationRepository
  private let journalPath: String
  private var journal: MigrationJournal

  /// - Parameter arguments: those of the command line, for who continues.
  init(_ migration: Migration, arguments: [String], in folder: String) throws(Failure) {
    self.migration = migration
    repository = try MigrationRepository(above: folder)
    journalPath = try MigrationJournal.path(in: repository.root)
    if let known = try MigrationJournal.read(journalPath) {
      journal = known
    } else {
      journal = MigrationJournal(
        arguments: arguments, untracked: try repository.untrackedFiles())
    }
  }

  /// Takes back what a step that was stopped had begun, and says so.
  ///
  /// What a person has changed since in one of its files goes to git's stash, and nothing is lost.
  mutating func recover() throws(Failure) {
    guard let pending = journal.pending, pending.message == nil else { return }
    if let command = pending.command {
      try projectCommand(command, in: repository.root).waitForEnd()
    }
    let modified = try repository.modifiedFiles()
    var own: [String] = []
    var others: [String] = []
    for path in modified {
      let bytes = try? readFile(joined(repository.root, path))
      if let hash = pending.files[path] {
        if let bytes, stableHash(bytes) != hash { others.append(path) } else { own.append(path) }
      } else if isGeneratedFile(path, bytes ?? []) {
        own.append(path)
      }
    }
    if !others.isEmpty {
      try repository.stash(others, as: "moult migrate: \(pending.name), stopped")
      Terminal.write(
        "\(counted(others.count, "file")) of the step that was stopped went to 'git stash', such as \(others[0])\n"
      )
    }
    try repository.restore(own)
    journal.pending = nil
    try journal.write(journalPath)
  }

  /// Forgets a migration that was stopped; a step that waits for a person goes to git's stash.
  mutating func abort() throws(Failure) {
    if let pending = journal.pending, pending.message != nil {
      let modified = try repository.modifiedFiles()
      if !modified.isEmpty {
        try repository.stash(modified, as: "moult migrate: \(pending.name), not finished")
        Terminal.write("The step that was not finished went to 'git stash'\n")
      }
      journal.pending = nil
    }
    try recover()
    forget()
  }

  /// Commits the step that a person has finished, if it builds now.
  ///
  /// - Throws: `Failure` if it does not; the step stays as it is.
  private mutating func commitFinished() async throws {
    guard let pending = journal.pending, let message = pending.message else { return }
    let session = try await migration.session()
    session.progress.end()
    // Whatever is found in them, files that nobody has touched are not finished.
    let untouched = message.unfinished.filter { path in
      (try? readFile(joined(repository.root, path))).map(stableHash) == pending.files[path]
    }
    if let path = untouched.first, (migration.answers(session).verify ?? "").isEmpty {
      throw Failure(
        "'\(path)' is as the step has written it, and would not build yet; 'moult migrate --continue' tries again"
      )
    }
    let found = await session.engine.analyse(session.workspace.files, session.request).findings
    let left = found.filter { finding in
      let isOfStep = finding.rule.library == pending.library || finding.rule == ruleOfPlaceholders
      return isOfStep && finding.severity == .error && finding.cause == nil
    }
    if let verify = migration.answers(session).verify, !verify.isEmpty {
      guard try succeeds(verify, session) else {
        throw Failure(
          "'\(verify)' still fails; the step stays in the files, and 'moult migrate --continue' tries again"
        )
      }
    } else if let first = left.first {
      throw Failure(
        "\(counted(left.count, "place")) of the step would not build yet, such as \(first.path): \(first.message); 'moult migrate --continue' tries again"
      )
    }
    try commit(title: message.title, body: message.body + "\n\nFinished by hand.")
  }

  /// Makes one step after the other until none is left.
  ///
  /// - Returns: what is left, in the order in which to do it.
  mutating func run() async throws -> [MigrationSlice] {
    try journal.write(journalPath)
    try await commitFinished()
    try refuseModified()
    var session = try await migration.session()
    let answers = migration.answers(session)
    if let command = answers.verify, !command.isEmpty, journal.done.isEmpty, journal.skipped.isEmpty
    {
      session.progress.end()
      guard try succeeds(command, session) else {
        forget()
        throw Failure(
          "nothing was changed: '\(command)' fails before anything is, so it would tell nothing of a step"
        )
      }
      try refuseModified()
    }
    while let step = try await migration.nextStep(
      session.workspace.files, session, skipping: &journal.skipped, without: journal.refused,
      behind: journal.done.count)
    {
      session.progress.end()
      try await make(step, session, answers)
      session = try await migration.session()
    }
    session.progress.end()
    let left = await migration.slices(session.workspace.files, session)
    forget()
    return left
  }

  /// What could not be made, in order.
  var skipped: [MigrationJournal.Skipped] { journal.skipped }

  /// The titles of the commits, in order.
  var done: [String] { journal.done }

  private func refuseModified() throws(Failure) {
    let modified = try repository.modifiedFiles()
    guard !modified.isEmpty else { return }
    let list = modified.prefix(10).map { "\n  " + $0 }.joined()
    let rest = modified.count > 10 ? "\n  and \(modified.count - 10) more" : ""
    throw Failure(
      "nothing was changed: each step is a commit, and these files are modified already; commit them or 'git stash' them first:"
        + list + rest)
  }

  private mutating func make(
    _ step: MigrationStep, _ session: Session, _ answers: MigrationAnswers
  ) async throws {
    let base = session.workspace.base
    Terminal.write("step \(journal.done.count + 1): \(step.slice.name), \(step.size)\n")
    let needsGenerator = !step.regenerations.isEmpty
    let command = answers.generate ?? ""
    if needsGenerator, command.isEmpty, (answers.verify ?? "").isEmpty, step.slice.renamesModule {
      skip(
        step,
        "it needs code that a generator makes anew: \(step.regenerations[0]); run it again with --generate and the command that does"
      )
      return
    }
    let questions = step.questions
    if !questions.isEmpty, !migration.leaves {
      let options = questions.map { "--answer \(shellWord($0 + "=…"))" }
      skip(
        step,
        "only you know \(counted(questions.count, "thing")) that it has to write; run it again with \(options.joined(separator: " "))"
      )
      return
    }
    let unbuildable = step.unbuildable
    let isJudged = !(answers.verify ?? "").isEmpty
    if !unbuildable.isEmpty, !isJudged, !migration.leaves {
      skip(step, "\(counted(unbuildable.count, "place")) would not build behind it", session)
      return
    }
    try begin(step, base)
    var outcome = step.outcome
    var notes: [String] = []
    try write(step.changes, in: base, guarding: .contentOnly)
    if needsGenerator, !command.isEmpty {
      guard try succeeds(command, session) else {
        try recover()
        skip(step, "'\(command)' failed, which makes its generated code anew")
        return
      }
      notes.append("The code that a generator makes was made anew with '\(command)'.")
    }
    if let verify = answers.verify, !verify.isEmpty {
      if try succeeds(verify, session) {
        notes.append("'\(verify)' succeeds.")
      } else if step.slice.renamesModule, migration.leaves {
        try await leave(step, session, notes)
      } else if step.slice.renamesModule {
        try recover()
        let places =
          unbuildable.isEmpty
          ? "" : "; \(counted(unbuildable.count, "place")) of it would be left to you"
        skip(step, "'\(verify)' fails behind it" + places, session)
        return
      } else {
        try recover()
        guard let verified = try await withoutGuilty(step, session, verify) else { return }
        outcome = verified
        notes.append("'\(verify)' succeeds.")
      }
    } else if !unbuildable.isEmpty {
      try await leave(step, session, notes)
    }
    if let note = try await followBaseline(outcome, session) { notes.append(note) }
    let made = MigrationStep(
      step.slice, outcome, answers, in: session, session.workspace.files)
    try commit(title: made.title, body: made.body(title(session), others: notes))
  }

  /// Leaves a step that does not build as it is written, for a person to finish.
  private mutating func leave(
    _ step: MigrationStep, _ session: Session, _ notes: [String]
  ) async throws -> Never {
    let notes = notes + [try await followBaseline(step.outcome, session)].compactMap(\.self)
    let message = MigrationJournal.Message(
      title: step.title, body: step.body(title(session), others: notes),
      unfinished: Set(step.unbuildable.map(\.path)).sorted().map { path in
        relativePath(joined(session.workspace.base, path), in: repository.root)
      })
    journal.pending?.message = message
    try journal.write(journalPath)
    let places = step.places(in: session)
    let ending = places.isEmpty ? "" : "; by you, in this order:"
    Terminal.write("  written and not committed: it does not build yet\(ending)\n")
    for place in places { Terminal.write("    \(place)\n") }
    Terminal.write(
      "  then 'moult migrate --continue' commits it and goes on; 'moult migrate --abort' takes it back\n"
    )
    throw Verdict.found
  }

  /// Writes a baseline in which the entries follow what the step has rewritten around them, and says so.
  ///
  /// It is a file of the step, so the journal knows it before it is written.
  private mutating func followBaseline(
    _ outcome: Engine.FixOutcome, _ session: Session
  ) async throws -> String? {
    guard let name = session.configuredBaseline else { return nil }
    let path = relativePath(absolutePath(name), in: repository.root)
    let known = try KnownFindings(absolutePath(name), called: path, base: session.workspace.base)
    let files = session.workspace.files.changed(by: outcome.report.changes)
    let followed = await known.following(
      outcome.followed, from: session.workspace.files, to: files, in: session)
    guard let followed else { return nil }
    journal.pending?.files[relativePath(known.path, in: repository.root)] =
      stableHash(Array(try followed.baseline.text().utf8))
    try journal.write(journalPath)
    try followed.baseline.write()
    return followed.note + "."
  }

  private func title(_ session: Session) -> (RuleID) -> String? {
    let titles = Dictionary(session.engine.rules.map { ($0.id, $0.title) }) { $1 }
    return { titles[$0.rawValue] }
  }

  /// Finds what the verification refuses and takes it out of the step; nil if nothing of the step stays.
  private mutating func withoutGuilty(
    _ step: MigrationStep, _ session: Session, _ verify: String
  ) async throws -> Engine.FixOutcome? {
    try begin(step, session.workspace.base)
    let slice = step.slice
    let work = FixWork(
      session: session, options: try Migration.options(),
      choice: migration.choice(slice, session, without: journal.refused),
      isAsked: { slice.contains($0) })
    let (outcome, said) = try await Verification(command: verify, work: work).verified(step.outcome)
    for line in said where line.hasPrefix("taken back") { Terminal.write("  " + line + "\n") }
    let kept = Set((outcome.history.first?.applied ?? []))
    let texts = step.outcome.history.first?.texts ?? [:]
    for finding in step.outcome.history.first?.applied ?? [] where !kept.contains(finding) {
      journal.refused.insert(RefusedPlace(finding, in: texts).text)
    }
    guard !outcome.report.changes.isEmpty else {
      skip(step, "'\(verify)' fails with each of its fixes")
      return nil
    }
    return outcome
  }

  /// Notes what the step is about to change, so that a run that is killed can be taken up.
  private mutating func begin(_ step: MigrationStep, _ base: String) throws(Failure) {
    let files = step.changes.map { change in
      (relativePath(joined(base, change.path), in: repository.root), stableHash(change.after))
    }
    journal.pending = MigrationJournal.Pending(
      name: step.slice.name, library: step.slice.library,
      files: Dictionary(files, uniquingKeysWith: { $1 }))
    try journal.write(journalPath)
  }

  private mutating func skip(_ step: MigrationStep, _ reason: String, _ session: Session? = nil) {
    journal.skipped.append(
      MigrationJournal.Skipped(
        name: step.slice.name, reason: reason, places: session.map(step.places) ?? []))
    Terminal.write("  not made: \(reason)\n")
  }

  private mutating func commit(title: String, body: String) throws(Failure) {
    let made = try repository.untrackedFiles().subtracting(journal.untracked)
      .filter { isGeneratedFile($0, (try? readFile(joined(repository.root, $0))) ?? []) }
    try repository.add(made.sorted())
    let paths = Set(try repository.modifiedFiles()).union(made).sorted()
    do throws(Failure) {
      try commitFiles(paths.map { joined(repository.root, $0) }, title: title, body: body)
    } catch {
      try recover()
      throw Failure(
        "\(error.message); the step is taken back, and 'moult migrate --continue' goes on")
    }
    journal.done.append(title)
    journal.pending = nil
    try journal.write(journalPath)
    Terminal.write("  committed \(try repository.lastCommit()): \(title)\n")
  }

  private mutating func succeeds(_ command: String, _ session: Session) throws(Failure) -> Bool {
    if journal.pending != nil {
      journal.pending?.command = command
      try journal.write(journalPath)
    }
    let succeeds = try projectCommand(command, in: session.workspace.base).succeeds()
    journal.pending?.command = nil
    return succeeds
  }

  private func projectCommand(_ text: String, in folder: String) -> ProjectCommand {
    ProjectCommand(
      text: text, folder: folder, lock: MigrationJournal.lockPath(besides: journalPath))
  }

  /// Forgets what a stopped migration would have to know.
  private func forget() {
    unlink(journalPath)
    unlink(MigrationJournal.lockPath(besides: journalPath))
  }
}

private func isGeneratedFile(_ path: String, _ bytes: [UInt8]) -> Bool {
  hasGeneratedName(path.split(separator: "/").last.map(String.init) ?? path)
    || hasGeneratedHeader(bytes)
}
