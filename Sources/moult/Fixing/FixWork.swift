import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

/// The work of `moult fix` on a project, from the choice of fixes to the files on disk.
struct FixWork {
  let session: Session
  let options: FixOptions

  /// Asked about each fix before it is applied.
  let choice: FixChoice

  /// Which findings are fixed, counted and listed; all are looked at.
  var isAsked: @Sendable (Finding) -> Bool = { _ in true }

  /// Asked once all fixes are chosen: whether they are chosen anew.
  var isBegunAgain: @Sendable () -> Bool = { false }

  /// Whether the code in Markdown files is fixed as well.
  var fixesMarkdown = false

  /// What was done, and what is left to find.
  struct Result {
    let report: FixReport
    let remaining: [Finding]
    let gaps: [Gap]

    /// The findings whose fixes were applied.
    let applied: [Finding]

    /// What of the findings of before is left.
    let followed: [FollowedFinding]

    /// What else was done, one line each.
    let notes: [String]
  }

  /// - Throws: `Failure` if nothing was written, or not all.
  func run() async throws(Failure) -> Result {
    var outcome = try await fix(choice)
    while isBegunAgain() { outcome = try await fix(choice) }
    if options.step, let rules = outcome.firstStep() {
      // Only what this step applied counts, so it is applied alone, and what is found after it is looked up.
      outcome = try await fix(deciding: choice, only: rules)
    }
    let changes = outcome.report.changes
    if let patch = options.patch {
      try replaceFile(patch, with: unifiedDiff(changes))
      return result(outcome, ["The patch is in \(patch)"])
    }
    if options.diff { return result(outcome, []) }
    let base = session.workspace.base
    try check(
      changes, in: base, guarding: options.allowDirty ? .contentOnly : .repositoryState)
    if options.commitEach { try checkRepositories(of: changes.map(\.path)) }
    var notes: [String] = []
    if let command = options.verify, !changes.isEmpty {
      session.progress.end()
      (outcome, notes) = try await Verification(command: command, work: self).verified(outcome)
      if options.commitEach {
        // The verified text is on disk already; each step is written again on the way to it.
        try write(
          outcome.report.changes.map {
            FileChange(path: $0.path, before: $0.after, after: $0.before)
          }, in: base, guarding: .contentOnly)
      }
    }
    if options.commitEach {
      notes += try commit(outcome.steps())
    } else if options.verify == nil {
      try write(changes, in: base, guarding: .contentOnly)
    }
    return result(outcome, notes)
  }

  private func result(_ outcome: Engine.FixOutcome, _ notes: [String]) -> Result {
    Result(
      report: outcome.report, remaining: outcome.remaining, gaps: outcome.gaps,
      applied: outcome.history.flatMap(\.applied), followed: outcome.followed, notes: notes)
  }

  /// Applies fixes in memory.
  func fix(_ choice: @escaping FixChoice) async throws(Failure) -> Engine.FixOutcome {
    let outcome = await session.engine.fix(
      session.workspace.files,
      FixPolicy(
        allowed: options.safeties, questions: options.questions, choice: choice, isAsked: isAsked),
      session.request)
    if let refusal = outcome.refusal { throw Failure("nothing was written: \(refusal)") }
    guard fixesMarkdown else { return outcome }
    // Shell commands in some of them are the project's own, and have their fixes already.
    let changed = outcome.report.changes.map { ($0.path, $0.after) }
    let markdown = session.markdownFiles(overlay: Dictionary(changed) { $1 })
    guard !markdown.blocks.isEmpty else { return outcome }
    let applied = outcome.history.flatMap(\.applied)
    return try await outcome.joined(by: fixed(markdown, choice, behind: applied), of: markdown)
  }

  /// Applies fixes to the code of Markdown files in memory; what they do to other files is left out.
  ///
  /// - Parameter applied: the fixes of the project itself.
  private func fixed(
    _ markdown: MarkdownFiles, _ choice: @escaping FixChoice, behind applied: [Finding]
  ) async throws(Failure) -> Engine.FixOutcome {
    let paths = Set(markdown.blocks.map(\.path))
    let outcome = await session.engine.fix(
      markdown.files(beside: session.workspace.files),
      FixPolicy(
        allowed: options.safeties, questions: options.questions,
        choice: { question in
          question.finding.fix?.files.allSatisfy { paths.contains($0.path) } ?? true
            ? choice(question) : .decline
        }, isAsked: isAsked,
        isMadeElsewhere: { base in
          applied.contains {
            $0.rule == base.rule && $0.path == base.path && $0.message == base.message
          }
        }),
      session.request)
    if let refusal = outcome.refusal {
      throw Failure("nothing was written: in Markdown, \(refusal)")
    }
    return outcome
  }

  /// Applies the fixes of one rule that are found before anything is changed, or all of those of a hop.
  private func fix(
    deciding choice: @escaping FixChoice, only rules: Set<RuleID>
  ) async throws(Failure) -> Engine.FixOutcome {
    try await fix { question in
      rules.contains(question.finding.rule) && (question.round == 0 || rules.count > 1)
        ? choice(question) : .decline
    }
  }
}
