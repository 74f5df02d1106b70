import MoultFindings
import MoultSource

/// What a shard found, as its report carries it beside what the format itself can say; the property names are the schema.
///
/// It is all that `moult merge` reads, so that every format that carries it can be made into every other.
struct ShardRecord: Codable, Equatable {
  /// One-based.
  let index: Int
  let count: Int

  /// The same in all shards of one run.
  let run: String
  let programs: [Program]

  /// The number of the shard's programs that report on a file, for files that programs share, by path.
  let reporters: [String: Int]
  let coverage: JSONReport.Seen
  let gate: Gate

  /// Absent if there is none.
  let baseline: Known?

  /// Whether the run was about changed lines, so that findings say whether they touch one.
  let isAboutChanges: Bool

  /// Those that are not built in, sorted by id.
  let rules: [Rule]

  struct Program: Codable, Equatable {
    let name: String
    let decided: [Found]
    let findings: [Found]
    let suppressed: [Ignored]
    let kept: [JSONReport.Item]
    let gaps: [JSONReport.Missed]
    let unknownTypes: [JSONReport.UnknownType]
  }

  struct Found: Codable, Equatable {
    let finding: JSONReport.Item

    /// The names of the declarations around it.
    let context: String

    /// Its words, and those of what stands beside it.
    let code: String

    /// Absent where the place is settled by itself.
    let cause: String?

    /// The edits that bring in the modules that the fix needs; absent if there are none.
    let importEdits: [JSONReport.FileChange]?

    /// Modules that single files need, by path; absent if there are none.
    let importsOfFiles: [String: [String]]?

    /// Whether it touches what changed; absent if nobody asked.
    let isTouched: Bool?
  }

  struct Ignored: Codable, Equatable {
    let found: Found
    /// Empty if nobody said why.
    let reason: String
    let comment: JSONReport.Stretch
  }

  struct Gate: Codable, Equatable {
    /// Absent if no severity makes the run fail.
    let failOn: String?
    let isBaselineStrict: Bool
  }

  struct Known: Codable, Equatable {
    let entries: [Entry]

    /// The rules that ran, sorted.
    let rules: [String]
  }

  struct Entry: Codable, Equatable {
    let path: String
    let rule: String
    let context: String
    let code: String
    let ordinal: Int

    /// Whether its file is there.
    let exists: Bool

    /// Whether the run was asked about its file.
    let isAsked: Bool
  }

  struct Rule: Codable, Equatable {
    let id: String
    let title: String
    let page: String
    let severity: String
    /// Absent for a rule of no hop.
    let hop: String?
  }
}

extension ShardRecord {
  /// - Parameter report: with the texts that the findings refer to.
  init(_ result: ShardResult, positionsIn report: Report) {
    func found(_ finding: Finding) -> Found {
      let around = result.surroundings[finding]
      let imports = result.importEdits[finding]
      let ofFiles = finding.fix?.imports.addToFile ?? [:]
      return Found(
        finding: JSONReport.Item(finding, report), context: around?.context ?? "",
        code: around?.code ?? "", cause: finding.cause,
        importEdits: imports?.map { file in
          JSONReport.FileChange(
            path: file.path, edits: file.edits.map { report.replacement($0, in: file.path) })
        },
        importsOfFiles: ofFiles.isEmpty ? nil : ofFiles.mapValues { $0.sorted() },
        isTouched: result.touched.map { $0.contains(ShardResult.Place(finding)) })
    }
    index = result.shard.index
    count = result.shard.count
    run = result.run
    programs = result.programs.map { program in
      Program(
        name: program.name, decided: program.decided.map(found),
        findings: program.findings.map(found),
        suppressed: program.suppressed.map {
          Ignored(
            found: found($0.finding), reason: $0.reason,
            comment: report.stretch($0.comment, in: $0.finding.path))
        }, kept: program.kept.map { JSONReport.Item($0, report) },
        gaps: program.gaps.map(JSONReport.Missed.init),
        unknownTypes: program.unknown.map(JSONReport.UnknownType.init))
    }
    reporters = result.reporters
    coverage = JSONReport.Seen(result.coverage)
    gate = Gate(
      failOn: result.gate.failOn?.rawValue, isBaselineStrict: result.gate.isStrict)
    baseline = result.baseline.map { known in
      Known(
        entries: known.entries.map(Entry.init), rules: known.rules.map(\.rawValue).sorted())
    }
    isAboutChanges = result.touched != nil
    rules = result.rules.sorted { $0.key < $1.key }.map { id, rule in
      Rule(
        id: id.rawValue, title: rule.title, page: rule.page, severity: rule.severity.rawValue,
        hop: rule.hop)
    }
  }
}

extension ShardRecord.Entry {
  fileprivate init(_ entry: ShardResult.KnownEntry) {
    let fingerprint = entry.fingerprint
    self.init(
      path: fingerprint.path, rule: fingerprint.rule.rawValue, context: fingerprint.context,
      code: fingerprint.code, ordinal: fingerprint.ordinal, exists: entry.exists,
      isAsked: entry.isAsked)
  }
}
