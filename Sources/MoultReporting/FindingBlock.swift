import MoultFindings

/// Findings that are said once, with their places below: of one rule and one cause.
struct FindingBlock {
  /// What is said of all; the page's title where their messages differ.
  let message: String

  /// At least one, in report order.
  var findings: [Finding]

  var rule: RuleID { findings[0].rule }
  var severity: Severity { findings.map(\.severity).max() ?? .note }

  /// The number of lines that the block takes.
  var lines: Int {
    let isAlone = findings.count == 1 && findings[0].cause == nil
    return (isAlone ? 1 : 2) + (nextStep == nil ? 0 : 1)
  }

  /// What a person does about them, where no fix does it.
  var nextStep: String? {
    if findings[0].cause != nil { return findings[0].cause }
    return findings.first { $0.fix == nil && $0.nextStep != nil }?.nextStep
  }
}

extension [FindingBlock] {
  /// Groups findings by rule and cause, and by the message where that fits `budget` lines.
  ///
  /// Blocks of one rule are joined under its title, those that save most first, until the lines fit or none is left to
  /// join. Most severe first, then by library, generated code last, then most frequent.
  ///
  /// - Parameter title: returns the title of a rule's page as plain text; nil if nobody knows it.
  /// - Complexity: O(*n* log *n*).
  init(_ findings: [Finding], budget: Int, title: (RuleID) -> String?) {
    var order: [BlockKey] = []
    var groups: [BlockKey: [Finding]] = [:]
    for finding in findings {
      // What a generator makes anew is one thing to do, whatever each file is called.
      let message = finding.cause == nil ? finding.message : ""
      let key = BlockKey(
        rule: finding.rule, severity: finding.severity, message: message, cause: finding.cause)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    var blocks = order.map { key in
      let found = groups[key] ?? []
      return FindingBlock(message: found[0].message, findings: found)
    }
    var lines = blocks.reduce(0) { $0 + $1.lines }
    if lines > budget {
      let byRule = Dictionary(grouping: blocks.filter { $0.findings[0].cause == nil }, by: \.rule)
      let joinable = byRule.filter { $0.value.count > 1 }.sorted { a, b in
        let (left, right) = (
          a.value.reduce(0) { $0 + $1.lines }, b.value.reduce(0) { $0 + $1.lines }
        )
        return left != right ? left > right : a.key < b.key
      }
      for (rule, parts) in joinable {
        guard lines > budget else { break }
        let joined = FindingBlock(
          message: title(rule) ?? "\(parts[0].message), and more of its kind",
          findings: parts.flatMap(\.findings).sorted())
        lines += joined.lines - parts.reduce(0) { $0 + $1.lines }
        let place = blocks.firstIndex { $0.rule == rule && $0.findings[0].cause == nil }
        blocks[place ?? 0] = joined
        blocks = blocks.enumerated().filter { index, block in
          index == place || block.rule != rule || block.findings[0].cause != nil
        }.map(\.element)
      }
    }
    self = blocks.sorted { a, b in
      if a.severity != b.severity { return a.severity > b.severity }
      let (isLeft, isRight) = (a.findings[0].cause != nil, b.findings[0].cause != nil)
      if isLeft != isRight { return isRight }
      let (left, right) = (a.rule.library, b.rule.library)
      if left != right { return left.utf8.lexicographicallyPrecedes(right.utf8) }
      if a.findings.count != b.findings.count { return a.findings.count > b.findings.count }
      return a.findings[0] < b.findings[0]
    }
  }
}

/// What findings of one block have in common.
private struct BlockKey: Hashable {
  let rule: RuleID
  let severity: Severity
  let message: String
  let cause: String?
}
