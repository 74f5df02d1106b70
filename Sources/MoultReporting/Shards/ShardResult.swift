package import MoultFindings
package import MoultSource

/// What one shard of a run found, before anything was set aside: with those of the others, all that a report is made of.
package struct ShardResult: Hashable, Sendable {
  package let shard: Shard

  /// The version of Moult.
  package let version: String

  /// What shards of one run have in common: the same tree and the same options give the same text.
  package let run: String

  /// Those that fall to the shard, in their order.
  package var programs: [Program]

  /// The number of the shard's programs that report on a file, for files that programs share, by path.
  package var reporters: [String: Int]

  /// Of what the shard read, without what single programs did not understand.
  package var coverage: Coverage

  package var gate: Gate

  /// What the baseline says about files of this shard; nil if there is none.
  package var baseline: KnownEntries?

  /// What stands around findings.
  package var surroundings: [Finding: CodeSurroundings]

  /// The edits that bring in the modules that fixes need.
  package var importEdits: [Finding: [FileEdits]]

  /// The places of findings that changed; nil if nobody asked.
  package var touched: Set<Place>?

  /// What is said about rules that are not built in.
  package var rules: [RuleID: RuleDescription]

  /// What was found in one program.
  package struct Program: Hashable, Sendable {
    package let name: String

    /// What there is to say about targets that were decided.
    package var decided: [Finding]
    package var findings: [Finding]
    package var suppressed: [SuppressedFinding]
    package var kept: [Finding]
    package var gaps: [Gap]
    package var unknown: [UnknownType]

    package init(
      name: String, decided: [Finding], findings: [Finding], suppressed: [SuppressedFinding],
      kept: [Finding], gaps: [Gap], unknown: [UnknownType]
    ) {
      self.name = name
      self.decided = decided
      self.findings = findings
      self.suppressed = suppressed
      self.kept = kept
      self.gaps = gaps
      self.unknown = unknown
    }
  }

  /// What makes the exit code.
  package struct Gate: Hashable, Sendable {
    /// The least severity that makes a run fail; nil if none does.
    package let failOn: Severity?

    /// Whether it is a failure that something is gone from the baseline.
    package let isStrict: Bool

    package init(failOn: Severity?, isStrict: Bool) {
      self.failOn = failOn
      self.isStrict = isStrict
    }
  }

  /// Entries of a baseline.
  package struct KnownEntries: Hashable, Sendable {
    /// Sorted.
    package let entries: [KnownEntry]

    /// The rules that ran on some file of the shard.
    package let rules: Set<RuleID>

    package init(entries: [KnownEntry], rules: Set<RuleID>) {
      self.entries = entries
      self.rules = rules
    }
  }

  /// An entry of a baseline.
  package struct KnownEntry: Hashable, Sendable {
    package let fingerprint: Fingerprint

    /// Whether its file is there.
    package let exists: Bool

    /// Whether the run was asked about its file.
    package let isAsked: Bool

    package init(fingerprint: Fingerprint, exists: Bool, isAsked: Bool) {
      self.fingerprint = fingerprint
      self.exists = exists
      self.isAsked = isAsked
    }
  }

  /// A stretch of a file.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let range: ByteRange

    package init(_ finding: Finding) {
      path = finding.path
      range = finding.range
    }
  }

  package init(
    shard: Shard, version: String, run: String, programs: [Program], reporters: [String: Int],
    coverage: Coverage, gate: Gate, baseline: KnownEntries?,
    surroundings: [Finding: CodeSurroundings], importEdits: [Finding: [FileEdits]],
    touched: Set<Place>?, rules: [RuleID: RuleDescription]
  ) {
    self.shard = shard
    self.version = version
    self.run = run
    self.programs = programs
    self.reporters = reporters
    self.coverage = coverage
    self.gate = gate
    self.baseline = baseline
    self.surroundings = surroundings
    self.importEdits = importEdits
    self.touched = touched
    self.rules = rules
  }

  /// All that reports name places of; in no order.
  var findings: [Finding] {
    programs.flatMap { $0.decided + $0.findings + $0.suppressed.map(\.finding) }
  }
}
