package import MoultFindings
package import MoultSource

/// How a run ended; the raw value is the exit code.
package enum Verdict: Int, Sendable {
  /// Nothing was found at or above the severity that fails.
  case clean = 0
  case found = 1
  /// Something could not be read or understood, so nobody can say.
  case undecided = 2

  /// What a run ends with that has written files: that nobody can judge would say that nothing was written.
  package var afterWriting: Verdict { self == .undecided ? .found : self }
}

/// Everything that an output format shows.
package struct Report: Sendable {
  /// Sorted.
  package let findings: [Finding]
  package let coverage: Coverage
  package let verdict: Verdict
  package let details: ReportDetails

  private let texts: [String: LineText]

  /// Where places are whose texts are not at hand.
  private let positions: KnownPositions

  /// - Parameters:
  ///   - findings: in any order.
  ///   - sources: the texts that findings and fixes refer to. A finding whose text is missing is shown
  ///     without a line.
  package init(
    findings: [Finding], sources: [SourceText], coverage: Coverage, verdict: Verdict,
    details: ReportDetails = ReportDetails()
  ) {
    var wanted: Set<String> = []
    let others = details.unchanged + details.suppressed.map(\.finding)
    for finding in findings + others + (details.shard?.findings ?? []) {
      wanted.insert(finding.path)
      wanted.formUnion(finding.related.map(\.path))
      let fixes = [finding.fix] + (finding.alternatives?.others.map(\.fix) ?? [])
      wanted.formUnion(fixes.flatMap { $0?.files.map(\.path) ?? [] })
    }
    var texts: [String: LineText] = [:]
    for source in sources where wanted.contains(source.path) {
      texts[source.path] = LineText(source)
    }
    self.init(
      findings, texts, KnownPositions(), coverage: coverage, verdict: verdict, details: details)
  }

  /// Creates a report on texts that are elsewhere.
  ///
  /// - Parameter positions: of all places that findings and fixes name; they are shown without their code.
  package init(
    findings: [Finding], positions: KnownPositions, coverage: Coverage, verdict: Verdict,
    details: ReportDetails
  ) {
    self.init(
      findings, [:], positions, coverage: coverage, verdict: verdict, details: details)
  }

  private init(
    _ findings: [Finding], _ texts: [String: LineText], _ positions: KnownPositions,
    coverage: Coverage, verdict: Verdict, details: ReportDetails
  ) {
    self.findings = findings.sorted()
    self.coverage = coverage
    self.verdict = verdict
    self.details = details
    self.texts = texts
    self.positions = positions
  }

  /// Returns the text of the file at `path`, if the report has it.
  func text(at path: String) -> LineText? { texts[path] }

  /// Returns the one-based line and column of a place; nil where nobody knows.
  func position(of offset: ByteOffset, in path: String, _ unit: ColumnUnit) -> LinePosition? {
    texts[path]?.position(of: offset, in: unit) ?? positions.position(of: offset, in: path, unit)
  }
}
