import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

/// One step of a migration as it would be, worked out in memory.
struct MigrationStep {
  let slice: MigrationSlice
  let outcome: Engine.FixOutcome
  let answers: MigrationAnswers

  /// What stays found in the step's files, but for code that a generator makes anew, in the order in which a person does it.
  let left: [Finding]

  init(
    _ slice: MigrationSlice, _ outcome: Engine.FixOutcome, _ answers: MigrationAnswers,
    in session: Session, _ files: [WorkspaceFile]
  ) {
    self.slice = slice
    self.outcome = outcome
    self.answers = answers
    left = session.engine.inWorkOrder(
      outcome.remaining.filter { $0.cause == nil }, files.changed(by: outcome.report.changes))
  }

  /// The findings whose fixes are applied.
  var applied: [Finding] { outcome.history.flatMap(\.applied) }

  var changes: [FileChange] { outcome.report.changes }

  /// What is applied and asks to be read over.
  var toReview: [Finding] { applied.filter { $0.safety == .review } }

  /// The calls of generators that make code anew which the step leaves behind, each once.
  var regenerations: [String] {
    var seen: Set<String> = []
    return slice.findings.compactMap(\.cause).filter { seen.insert($0).inserted }
  }

  /// What a compiler would stop at behind the step, as far as Moult knows: a hop that renames a module leaves no place of
  /// the old one that builds.
  var unbuildable: [Finding] {
    slice.renamesModule ? left.filter { $0.severity == .error } : []
  }

  /// The placeholders that nobody has answered and the step leaves, each once, in order of their names.
  var questions: [String] {
    let names = applied.filter { $0.safety == .placeholder }.flatMap { $0.fix?.placeholders ?? [] }
    return Set(names).filter { answers.placeholders[$0] == nil }.sorted()
  }

  /// What a compiler would stop at behind the step, beside placeholders that nobody has answered.
  var unbuildableCode: [Finding] { unbuildable.filter { $0.rule != ruleOfPlaceholders } }

  /// What a person would do for the step to build, in order: places as they are behind it, with what to do.
  func places(in session: Session) -> [String] {
    let files = session.workspace.files.changed(by: changes)
    let report = Report(
      findings: unbuildable, sources: files.map(\.source), coverage: Coverage(), verdict: .found)
    return unbuildable.map { finding in
      "\(report.place(of: finding)): \(finding.message)"
        + (finding.nextStep.map { "; next: \($0)" } ?? "")
    }
  }

  /// The title of the commit, in 72 characters where the name of the way allows it.
  var title: String {
    let title = slice.name
    guard title.count > 72 else { return title }
    let services =
      slice.services.isEmpty ? "" : ", for \(counted(slice.services.count, "service"))"
    return "\(slice.title) in \(counted(slice.modules.count, "module"))\(services)"
  }

  /// `78 fixes in 9 files`.
  var size: String {
    "\(Self.fixes(applied.count)) in \(counted(changes.count, "file"))"
  }

  static func fixes(_ number: Int) -> String { number == 1 ? "1 fix" : "\(number) fixes" }

  /// Returns what the commit says below its title: what was done, why, and what is left.
  ///
  /// - Parameters:
  ///   - rules: the titles of rules' pages.
  ///   - others: what else was done, whole sentences.
  func body(_ rules: (RuleID) -> String?, others: [String]) -> String {
    var paragraphs = [
      "\(size), by Moult."
        + (slice.renamesModule
          ? " The library changes the name of its module here, so all that imports it moves at once."
          : "")
    ]
    let numbers = Dictionary(grouping: applied, by: \.rule).mapValues(\.count)
    let why = numbers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { rule, number in
      "- \(number) × \(rules(rule) ?? rule.rawValue) [\(rule)]"
    }
    paragraphs.append("What and why:\n" + why.joined(separator: "\n"))
    paragraphs += others
    let review = Dictionary(grouping: toReview, by: \.path).mapValues(\.count)
    if !review.isEmpty {
      let lines = review.sorted { $0.key < $1.key }.map { "- \($0.key): \($0.value)" }
      paragraphs.append(
        "To read over, as it builds and may mean something else:\n" + lines.joined(separator: "\n"))
    }
    if !left.isEmpty {
      let lines = left.prefix(40).map { "- \($0.path): \($0.message)" }
      let rest = left.count > 40 ? "\n- and \(left.count - 40) more" : ""
      paragraphs.append(
        "Left, as only a person can do it:\n" + lines.joined(separator: "\n") + rest)
    }
    return paragraphs.joined(separator: "\n\n")
  }
}

/// The rule that finds placeholders.
let ruleOfPlaceholders = RuleID("moult.placeholder-left")

/// What a fix is known by from run to run, once a verification has refused it: rule, file, message and code.
struct RefusedPlace {
  let text: String

  init(_ finding: Finding, in texts: [String: [UInt8]]) {
    let code = texts[finding.path].map { bytes in
      String(decoding: bytes[finding.range.indices.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }
    text = [finding.rule.rawValue, finding.path, finding.message, code ?? ""].joined(
      separator: "\n")
  }
}
