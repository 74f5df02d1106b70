import MoultFindings
import MoultMatching
import MoultRules
import MoultSource
import MoultSurfaces

/// The findings of one file, divided by what its comments ask for.
struct JudgedFindings: Sendable {
  let findings: [Finding]
  let suppressed: [SuppressedFinding]

  /// What stands in a branch that is there for its era.
  private(set) var kept: [Finding] = []

  /// What may be a finding, and nobody can say.
  private(set) var unknown: [UnknownPlace] = []

  /// Returns the same beside what stands in branches that are there for its era, and what nobody can judge.
  func beside(kept: [Finding], unknown: [UnknownPlace]) -> JudgedFindings {
    var result = self
    result.kept = kept
    result.unknown = unknown
    return result
  }
}

/// Divides findings by the suppressions of their file, and finds what is wrong with these.
struct SuppressionJudge: Sendable {
  private let faultRules: [SuppressionFault: SurfaceRule]
  private let known: Set<RuleID>
  private let names: [String]
  private let options: AnalysisOptions

  /// - Parameters:
  ///   - rules: those that run.
  ///   - known: all that exist.
  init(_ rules: [SurfaceRule], known: [RuleID], _ options: AnalysisOptions) {
    var faultRules: [SuppressionFault: SurfaceRule] = [:]
    for rule in rules {
      if let fault = rule.suppressionFault { faultRules[fault] = rule }
    }
    self.faultRules = faultRules
    self.known = Set(known)
    names = known.map(\.rawValue)
    self.options = options
  }

  func judge(
    _ findings: [Finding], by suppressions: [Suppression], in file: ProjectText
  ) -> JudgedFindings {
    guard !suppressions.isEmpty else { return JudgedFindings(findings: findings, suppressed: []) }
    var kept: [Finding] = []
    var suppressed: [SuppressedFinding] = []
    let coverage = SuppressionCoverage(of: findings, by: suppressions)
    for (position, finding) in findings.enumerated() {
      if let suppression = coverage.suppressions[position].map({ suppressions[$0] }) {
        suppressed.append(
          SuppressedFinding(
            finding: finding, comment: suppression.comment, reason: suppression.reason))
      } else {
        kept.append(finding)
      }
    }
    let found = suppressions.flatMap { faults(of: $0, coverage, in: file) }
    let decided = found.compactMap { $0.decided(options.decision($0.rule, $0.path)) }
    return JudgedFindings(findings: kept + decided, suppressed: suppressed)
  }

  private func faults(
    of suppression: Suppression, _ coverage: SuppressionCoverage, in file: ProjectText
  ) -> [Finding] {
    var result: [Finding] = []
    if let rule = faultRules[.malformed], let problem = problem(of: suppression) {
      result.append(rule.malformed(suppression, problem, in: file))
    }
    let unknown = suppression.rules.filter { !known.contains($0.id) }
    let unused = suppression.rules.filter { rule in
      known.contains(rule.id) && runs(rule.id, in: file)
        && !coverage.holdsFinding(of: rule.id, in: rule.scope)
    }
    // What stays in the list keeps the comment in place.
    let stays = unknown.count + unused.count < suppression.rules.count
    if let rule = faultRules[.unknown] {
      result += unknown.map { name in
        rule.unknown(
          name, of: suppression,
          nearest: nearestSpelling(of: name.id.rawValue, among: names), stays: stays, in: file)
      }
    }
    if let rule = faultRules[.unused] {
      result += unused.map { rule.unused($0, of: suppression, stays: stays, in: file) }
    }
    return result
  }

  private func problem(of suppression: Suppression) -> String? {
    if let problem = suppression.problem { return problem }
    let wantsReason = options.options.flag("suppressions.require_reason")
    return wantsReason && suppression.reason.isEmpty ? "it gives no reason" : nil
  }

  /// Whether the rule was looked for in the file, so that its absence says something.
  private func runs(_ rule: RuleID, in file: ProjectText) -> Bool {
    options.rules?.contains(rule) ?? true
      && !options.decision(rule, file.source.path).isOff
  }
}
