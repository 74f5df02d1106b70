import MoultFindings
import MoultSource

/// What makes a fix the same fix in a later round, when offsets have moved.
struct FixKey: Hashable {
  let rule: RuleID
  let path: String
  let message: String
  let replacements: [[UInt8]]

  init(_ finding: Finding) {
    rule = finding.rule
    path = finding.path
    message = finding.message
    replacements = finding.fix?.files.flatMap { $0.edits.map(\.replacement) } ?? []
  }
}

/// What makes a fix that led to a dead end the same one when it is offered again in its place: what it writes, and into which files.
struct WrittenFix: Hashable {
  private let paths: [String]
  private let replacements: [[UInt8]]

  /// - Returns: nil for a finding without a fix, and for a fix that only deletes.
  init?(_ finding: Finding) {
    guard let fix = finding.fix else { return nil }
    paths = fix.files.map(\.path)
    replacements = fix.files.flatMap { $0.edits.map(\.replacement) }
    guard replacements.contains(where: { !$0.isEmpty }) else { return nil }
  }
}
