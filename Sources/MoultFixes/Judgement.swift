package import MoultFindings

/// What an analysis says of one state of a project's texts.
package struct Judgement: Sendable {
  /// Sorted; of the whole project, asked about or not.
  package let findings: [Finding]

  /// Returns what a compiler would refuse for certain in the files at `paths`.
  ///
  /// A lint has no use for it, so nothing is worked out before someone asks.
  package let errors: @Sendable (_ paths: Set<String>) async -> [DefiniteError]

  package init(
    findings: [Finding],
    errors: @escaping @Sendable (Set<String>) async -> [DefiniteError] = { _ in [] }
  ) {
    self.findings = findings
    self.errors = errors
  }
}

/// Looks at all texts of a project, by path; deterministic.
package typealias Judging = ([String: [UInt8]]) async -> Judgement
