import MoultFindings
package import MoultRules

/// What is wrong with a case of a page.
package struct CaseFailure: Hashable, Sendable, CustomStringConvertible {
  /// What messages call the page.
  package let page: String

  /// The one-based line of the page on which what is wrong begins, or else the case.
  package let line: Int

  /// The case's name.
  package let name: String
  package let problem: CaseProblem

  /// The place, the case and the problem in one line, and what shows it below.
  package var description: String { "\(page):\(line): \(name): \(problem)" }
}

/// In what way a case does not hold.
package enum CaseProblem: Hashable, Sendable, CustomStringConvertible {
  /// What is found is not what the carets mark, in some lines of code.
  case findings([CaretDifference])
  /// A file is not as `after` says once the fixes are applied; `variant` says how its code was changed before, if it was.
  case text(path: String, variant: String, expected: String, found: String)
  /// A sentence without a final period.
  case other(String)

  package var description: String {
    switch self {
    case .findings(let differences):
      "what is found is not what the carets mark\n"
        + differences.map(\.description).joined(separator: "\n")
    case .text(let path, let variant, _, let found): "the fix\(variant) of \(path) gives\n\(found)"
    case .other(let message): message
    }
  }
}

/// One line of a case's code, with the caret lines below it and those that should stand there.
package struct CaretDifference: Hashable, Sendable, CustomStringConvertible {
  /// The one-based line of the page.
  let line: Int
  let code: String
  let missing: [ExpectedFinding]
  let surplus: [ExpectedFinding]

  /// The code, what is expected behind `-`, and what is found behind `+`, as a page would write it.
  package var description: String {
    let missing = missing.map { "- " + caretLine($0) }
    let surplus = surplus.map { "+ " + caretLine($0) }
    return (["  " + code] + missing + surplus).joined(separator: "\n")
  }
}

/// Returns the line that stands for a finding below its code on a page.
package func caretLine(_ finding: ExpectedFinding) -> String {
  let mark =
    ["swift", "m", "mm", "h", "proto"].contains { finding.path.hasSuffix("." + $0) } ? "//" : "#"
  let rest = " \(finding.rule) \(finding.safety.rawValue)"
  let first = finding.columns.lowerBound
  guard first > mark.utf8.count else {
    return "\(mark) \(first)-\(finding.columns.upperBound - 1)" + rest
  }
  let blanks = String(repeating: " ", count: first - mark.utf8.count - 1)
  return mark + blanks + String(repeating: "^", count: finding.columns.count) + rest
}
