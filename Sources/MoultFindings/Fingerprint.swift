import MoultSource

/// What makes a finding the same finding after code was moved, reformatted, or edited elsewhere.
///
/// No line, column or message is in it.
package struct Fingerprint: Hashable, Sendable {
  package let path: String
  package let rule: RuleID

  /// The names of the declarations around the finding.
  package let context: String

  /// The words of the finding and of what stands beside it.
  package let code: String

  /// Which of several that are otherwise the same, in source order from 1.
  package let ordinal: Int

  package init(path: String, rule: RuleID, context: String, code: String, ordinal: Int) {
    self.path = path
    self.rule = rule
    self.context = context
    self.code = code
    self.ordinal = ordinal
  }

  /// Sixteen hexadecimal digits that stand for all of it.
  package var digest: String {
    let parts = [path, rule.rawValue, context, code, String(ordinal)]
    return hexadecimal(stableHash(parts.joined(separator: "\u{0}").utf8))
  }
}

/// What stands around a finding, wherever that is in its file.
package struct CodeSurroundings: Hashable, Sendable {
  /// The names of the declarations around it.
  package let context: String

  /// Its words, and those of what stands beside it.
  package let code: String

  package init(context: String, code: String) {
    self.context = context
    self.code = code
  }
}

/// Returns the fingerprint of each finding, given what stands around it.
///
/// - Complexity: O(*n* log *n*).
package func fingerprints(
  of findings: [Finding], in surroundings: (Finding) -> CodeSurroundings
) -> [Finding: Fingerprint] {
  var result: [Finding: Fingerprint] = [:]
  var counts: [Fingerprint: Int] = [:]
  for finding in findings.sorted() {
    let around = surroundings(finding)
    let first = Fingerprint(
      path: finding.path, rule: finding.rule, context: around.context, code: around.code,
      ordinal: 1)
    let ordinal = counts[first, default: 0] + 1
    counts[first] = ordinal
    result[finding] = Fingerprint(
      path: finding.path, rule: finding.rule, context: around.context, code: around.code,
      ordinal: ordinal)
  }
  return result
}

extension Fingerprint: Comparable {
  /// Orders by path, context, rule, code, ordinal: neighbours in the code are near each other.
  package static func < (lhs: Fingerprint, rhs: Fingerprint) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    if lhs.context != rhs.context {
      return lhs.context.utf8.lexicographicallyPrecedes(rhs.context.utf8)
    }
    if lhs.rule != rhs.rule { return lhs.rule < rhs.rule }
    if lhs.code != rhs.code { return lhs.code.utf8.lexicographicallyPrecedes(rhs.code.utf8) }
    return lhs.ordinal < rhs.ordinal
  }
}
