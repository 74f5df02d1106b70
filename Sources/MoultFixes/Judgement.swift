package import MoultFindings
package import MoultSource

/// What an analysis says of one state of a project's texts.
package struct Judgement: Sendable {
  /// Sorted; of the whole project, asked about or not.
  package let findings: [Finding]

  /// Returns what a compiler would refuse for certain in the files at `paths`.
  ///
  /// A lint has no use for it, so nothing is worked out before someone asks.
  package let errors: @Sendable (_ paths: Set<String>) async -> [DefiniteError]

  /// Returns whether what a range of a file names is of no era that the session leads away from.
  package let isSettled: @Sendable (_ range: ByteRange, _ path: String) -> Bool

  /// Returns the findings without whose fixes that of a finding must not be made: they raise a package to the release that
  /// it goes with.
  package let raises: @Sendable (_ finding: Finding) -> [Finding]

  /// Returns the places of a file that are rewritten together with what stands in a range: what a call is told, and what is done
  /// with what it returns.
  package let companions: @Sendable (_ range: ByteRange, _ path: String) -> [ByteRange]

  package init(
    findings: [Finding],
    errors: @escaping @Sendable (Set<String>) async -> [DefiniteError] = { _ in [] },
    isSettled: @escaping @Sendable (ByteRange, String) -> Bool = { _, _ in false },
    raises: @escaping @Sendable (Finding) -> [Finding] = { _ in [] },
    companions: @escaping @Sendable (ByteRange, String) -> [ByteRange] = { _, _ in [] }
  ) {
    self.companions = companions
    self.raises = raises
    self.isSettled = isSettled
    self.findings = findings
    self.errors = errors
  }
}

extension Judgement {
  /// The same for who asks about the findings of some files alone; of all if that is nil.
  func limited(to paths: Set<String>?) -> Judgement {
    guard let paths else { return self }
    return Judgement(
      findings: findings.filter { paths.contains($0.path) }, errors: errors, isSettled: isSettled,
      raises: raises, companions: companions)
  }
}

/// Looks at all texts of a project, by path; deterministic.
///
/// Where `paths` is not nil, only what is found in these files is asked about; what is found in others may be left out.
package typealias Judging =
  (_ texts: [String: [UInt8]], _ paths: Set<String>?) async -> Judgement
