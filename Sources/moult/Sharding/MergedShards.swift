import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultRules
import MoultSurfaces

/// What shards of one run found together.
struct MergedShards {
  private let shards: [ShardResult]
  private let positions: KnownPositions

  /// - Parameters:
  ///   - shards: of one run, sorted by index.
  ///   - positions: of all places that they name.
  init(_ shards: [ShardResult], _ positions: KnownPositions) {
    self.shards = shards
    self.positions = positions
  }

  /// Returns the report of the run that is not divided.
  ///
  /// - Parameter missing: the shards that are not there, which the report says.
  func report(missing: [Shard]) throws -> Report {
    let catalogue = try builtInCatalogue.get()
    let programs = self.programs
    let analysis = AnalysisResult(
      merging: programs.map { program in
        ProgramResult(
          program: program.name,
          result: AnalysisResult(
            findings: program.findings, suppressed: program.suppressed, gaps: [],
            kept: program.kept))
      }, catalogue
    ) { reporters[$0] ?? 1 }
    var coverage = self.coverage
    coverage.add(
      missing.map {
        Gap(path: ".", kind: .skipped, reason: "shard \($0) is missing: nothing is known of it")
      })
    var details = ReportDetails()
    details.suppressed = analysis.suppressed
    details.kept = analysis.kept
    let decided = unique(programs.flatMap(\.decided))
    details.leading = Set(decided)
    let findings = decided + analysis.findings
    let shown = findings + analysis.suppressed.map(\.finding)
    details.fingerprints = fingerprints(of: shown)
    details.importEdits = importEdits(of: shown)
    details.rules = ruleDescriptions(Set(shown.map(\.rule)), catalogue)
      .merging(shards.reduce(into: [:]) { $0.merge($1.rules) { first, _ in first } }) { $1 }
    var judged = JudgedFindings(findings, details)
    if let known {
      judged.setAside { findings, counted in
        JudgedByBaseline(
          findings,
          Baseline(known.entries.map(\.fingerprint)).compare(
            counted, existing: known.existing, isJudged: known.judged.contains))
      }
    }
    let touched = shards.compactMap(\.touched)
    if !touched.isEmpty {
      let places = touched.reduce(into: Set()) { $0.formUnion($1) }
      judged.findings.removeAll { !places.contains(ShardResult.Place($0)) }
    }
    let gate = shards.first?.gate
    let verdict =
      coverage.isIncomplete || coverage.seen.isEmpty
      ? .undecided : Verdict(judged.findings, failingOn: gate?.failOn)
    return Report(
      findings: judged.findings, positions: positions, coverage: coverage,
      verdict: judged.verdict(verdict, isStrict: gate?.isStrict ?? false), details: judged.details)
  }

  /// The programs of all shards, in the order that they have in the tree.
  private var programs: [ShardResult.Program] {
    // Those of one name are of one shard, in their order.
    shards.flatMap(\.programs).enumerated().sorted { a, b in
      a.element.name == b.element.name
        ? a.offset < b.offset : Program.name(a.element.name, precedes: b.element.name)
    }.map(\.element)
  }

  private var reporters: [String: Int] {
    shards.reduce(into: [:]) { $0.merge($1.reporters, uniquingKeysWith: +) }
  }

  private var coverage: Coverage {
    var sum = Coverage()
    for coverage in shards.map(\.coverage) {
      sum.seen.merge(coverage.seen, uniquingKeysWith: +)
      sum.generated = (sum.generated + coverage.generated).sorted()
      sum.context += coverage.context
      sum.unrelated += coverage.unrelated
      sum.excluded += coverage.excluded
    }
    // What is said of files that several shards have read is the same.
    sum.add(unique(shards.flatMap(\.coverage.gaps)))
    var known: Set<String> = []
    sum.add(programs.flatMap(\.gaps).filter { known.insert($0.path).inserted })
    // What programs share is one place, as where one run has all of them.
    sum.unknown = sortedOnce(programs.flatMap(\.unknown))
    return sum
  }

  private func fingerprints(of findings: [Finding]) -> [Finding: Fingerprint] {
    // A finding that several programs have is another one together; its place is the same.
    var places: [ShardResult.Place: CodeSurroundings] = [:]
    for (finding, surroundings) in shards.flatMap(\.surroundings) {
      places[ShardResult.Place(finding)] = surroundings
    }
    return MoultFindings.fingerprints(of: findings) { finding in
      places[ShardResult.Place(finding)] ?? CodeSurroundings(context: "", code: "")
    }
  }

  private func importEdits(of findings: [Finding]) -> [Finding: [FileEdits]] {
    var known: [ShardResult.Place: [String: [FileEdits]]] = [:]
    for (finding, edits) in shards.flatMap(\.importEdits) {
      known[ShardResult.Place(finding), default: [:]][finding.message, default: []] += edits
    }
    return findings.reduce(into: [:]) { result, finding in
      guard let edits = known[ShardResult.Place(finding)]?[finding.message] else { return }
      let paths = Set(finding.fix?.files.map(\.path) ?? [])
      result[finding] = unique(edits).filter { paths.contains($0.path) }
    }
  }

  /// What the baseline says; nil if there is none.
  private var known:
    (entries: [ShardResult.KnownEntry], existing: Set<String>, judged: Set<Fingerprint>)?
  {
    let baselines = shards.compactMap(\.baseline)
    guard !baselines.isEmpty else { return nil }
    let entries = baselines.flatMap(\.entries)
    let rules = baselines.reduce(into: Set()) { $0.formUnion($1.rules) }
    return (
      entries, Set(entries.filter(\.exists).map(\.fingerprint.path)),
      Set(
        entries.filter { $0.isAsked && rules.contains($0.fingerprint.rule) }.map(\.fingerprint))
    )
  }
}
