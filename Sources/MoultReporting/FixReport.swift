package import MoultFindings

/// A fix that was chosen and did not stay.
package struct FailedFix: Hashable, Sendable {
  package let finding: Finding

  /// A phrase without a final period: `the file would no longer parse at 12:3`.
  package let reason: String

  package init(finding: Finding, reason: String) {
    self.finding = finding
    self.reason = reason
  }
}

/// What a fix session did or would do.
package struct FixReport: Sendable {
  /// Sorted by path.
  package let changes: [FileChange]

  /// The number of fixes that were applied.
  package let applied: Int
  package let failures: [FailedFix]

  /// What became of the findings; nil where nobody counted.
  package let accounts: FixAccounts?

  package init(
    changes: [FileChange], applied: Int, failures: [FailedFix], accounts: FixAccounts? = nil
  ) {
    self.accounts = accounts
    self.changes = changes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    self.applied = applied
    self.failures = failures.sorted { $0.finding < $1.finding }
  }

  /// Returns what was changed and what could not be, one line each.
  ///
  /// - Parameter isWritten: whether the changes are on disk, or only shown.
  package func text(isWritten: Bool, _ style: TextStyle) -> String {
    var output = ""
    if isWritten {
      for change in changes { output += "fixed \(style.strong(printable(change.path)))\n" }
    }
    for failure in failures { output += Self.line(for: failure, style) + "\n" }
    let verb = isWritten ? "Applied" : "Would apply"
    let files = counted(changes.count, "file")
    return output + style.strong("\(verb) \(fixes(applied)) in \(files)") + "\n"
      + (accounts?.text ?? "")
  }

  /// Returns what is said about a fix that did not stay, without an end of line.
  package static func line(for failure: FailedFix, _ style: TextStyle) -> String {
    "not fixed: \(style.strong(printable(failure.finding.path))) [\(failure.finding.rule)]: \(printable(failure.reason))"
  }

  /// Returns which option would apply how many of the fixes that are left, or nil if none would.
  ///
  /// - Parameter applied: the safeties whose fixes the run applies; what is left of these needs more than an option.
  package static func heldBack(among remaining: [Finding], applying applied: Set<Safety>) -> String?
  {
    let options: [(Safety, String)] = [(.review, "--review"), (.placeholder, "--placeholders")]
      .filter { !applied.contains($0.0) }
    let parts: [String] = options.compactMap { safety, option in
      let number = remaining.count { $0.fix?.safety == safety }
      return number == 0 ? nil : "\(number) with \(option)"
    }
    return parts.isEmpty ? nil : "held back: " + parts.joined(separator: ", ") + "\n"
  }

  /// What somebody at a terminal would do with what is left, as a whole line; nil if a person must do it all.
  ///
  /// - Parameter applied: the safeties whose fixes the run applies.
  package static func advice(for remaining: [Finding], applying applied: Set<Safety>) -> String? {
    let review = remaining.count { $0.fix?.safety == .review }
    guard review > 0, !applied.contains(.review) else { return nil }
    let fixes = review == 1 ? "1 more fix" : "\(review) more fixes"
    let safe = remaining.count { $0.fix?.safety == .safe }
    let waiting =
      safe == 0 ? "" : ", for which \(safe) safe \(safe == 1 ? "one waits" : "ones wait")"
    return "next: 'moult fix --diff --review' shows \(fixes) to read over\(waiting)\n"
  }

  private func fixes(_ number: Int) -> String { number == 1 ? "1 fix" : "\(number) fixes" }
}

extension FixAccounts {
  /// What became of the findings as a whole line; empty if there were none.
  fileprivate var text: String {
    guard before > 0 || introduced > 0 else { return "" }
    let parts = [
      "\(before) before", "\(fixed) fixed", "\(kept) still reported", "\(anew) reported anew",
    ]
    let others = [(lost, "lost"), (introduced, "new")].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return "findings: " + (parts + others).joined(separator: ", ") + "\n"
  }
}
