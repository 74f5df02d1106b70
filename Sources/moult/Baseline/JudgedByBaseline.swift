import MoultFindings
import MoultReporting

/// What a baseline makes of findings.
struct JudgedByBaseline {
  /// What the baseline does not know, in the order of the findings.
  let new: [Finding]

  /// What it knows.
  let unchanged: [Finding]

  /// What it knows and the run did not find, although it could have; sorted.
  let absent: [Fingerprint]

  /// - Parameter inMarkdown: whether the code in Markdown files was looked at.
  init(
    _ findings: [Finding], _ fingerprints: [Finding: Fingerprint], by known: KnownFindings,
    in session: Session, inMarkdown: Bool
  ) {
    let comparison = known.baseline.compare(fingerprints, existing: session.paths) { entry in
      session.judges(entry, inMarkdown: inMarkdown)
        && session.workspace.elsewhere?.has(entry.path) != true
    }
    self.init(findings, comparison)
  }

  init(_ findings: [Finding], _ comparison: BaselineComparison) {
    new = findings.filter { !comparison.unchanged.contains($0) }
    unchanged = findings.filter(comparison.unchanged.contains)
    absent = comparison.absent
  }
}

extension Session {
  /// Reads the baseline that holds; nil if neither the command line nor the configuration names one.
  func knownFindings(_ options: BaselineOptions) throws(Failure) -> KnownFindings? {
    guard let name = try baselinePath(options) else { return nil }
    return try KnownFindings(
      absolutePath(name), called: name, base: workspace.base,
      isNamedByCommand: options.baseline != nil)
  }
}
