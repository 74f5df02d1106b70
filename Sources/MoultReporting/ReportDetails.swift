package import MoultFindings
import MoultSource

/// What a report knows beside the findings that count.
package struct ReportDetails: Sendable {
  /// What the baseline knows, sorted; never a reason to fail.
  package var unchanged: [Finding] = []

  /// What the baseline knows and the run did not find, sorted.
  package var absent: [Fingerprint] = []

  /// Whether there is a baseline, so that what is not in it is new.
  package var hasBaseline = false

  /// What comments in the code ask to ignore, sorted.
  package var suppressed: [SuppressedFinding] = []

  /// What is old in branches of `#if` that are there for an old era, sorted.
  package var kept: [Finding] = []

  /// Of everything that the report shows.
  package var fingerprints: [Finding: Fingerprint] = [:]

  /// The edits that bring in the modules that fixes need, by the fix's finding.
  package var importEdits: [Finding: [FileEdits]] = [:]

  /// What decides about everything else, and is read first.
  package var leading: Set<Finding> = []

  /// What is said about rules; those without a finding do no harm.
  package var rules: [RuleID: RuleDescription] = [:]

  /// What the run found as one of several shards; nil if it was about all that was asked for.
  package var shard: ShardResult?

  package init() {}
}

/// What a report says about a rule.
package struct RuleDescription: Hashable, Sendable {
  /// One line, which may hold code in back-ticks.
  package let title: String

  /// The page of the rule, as Markdown.
  package let page: String
  package let severity: Severity

  /// The eras that the rule leads between, such as `0-1`; nil for a rule of no hop.
  package let hop: String?

  package init(title: String, page: String, severity: Severity, hop: String? = nil) {
    self.title = title
    self.page = page
    self.severity = severity
    self.hop = hop
  }
}

extension Report {
  /// A finding and what became of it.
  struct Shown {
    let finding: Finding
    let isUnchanged: Bool
    /// Why a comment ignores it; nil if none does.
    let suppression: SuppressedFinding?
  }

  /// Everything that was found: what counts, what the baseline knows, what is suppressed; sorted.
  var everything: [Shown] {
    let all =
      findings.map { Shown(finding: $0, isUnchanged: false, suppression: nil) }
      + details.unchanged.map { Shown(finding: $0, isUnchanged: true, suppression: nil) }
      + details.suppressed.map { Shown(finding: $0.finding, isUnchanged: false, suppression: $0) }
    return all.sorted { $0.finding < $1.finding }
  }

  /// Returns the one line that formats without a field for it say everything in.
  func fullMessage(of finding: Finding) -> String {
    var text = finding.message
    if let fix = finding.fix { text += "; \(fix.title) (\(fix.safety.rawValue))" }
    if let nextStep = finding.nextStep { text += "; \(nextStep)" }
    return text
  }

  /// What identifies a finding from run to run.
  func digest(of finding: Finding) -> String {
    let known = details.fingerprints[finding]
    return
      (known
      ?? Fingerprint(
        path: finding.path, rule: finding.rule, context: "", code: finding.message, ordinal: 1))
      .digest
  }

  /// Returns lines and columns of a range, or nil where the text is not at hand.
  func lines(of range: ByteRange, in path: String, _ unit: ColumnUnit) -> Range<LinePosition>? {
    guard let start = position(of: range.lowerBound, in: path, unit),
      let end = position(of: range.upperBound, in: path, unit)
    else { return nil }
    return start..<max(start, end)
  }
}
