import MoultFindings
import MoultSource

/// The report as programs read it; the property names are the schema.
///
/// Additions keep `schemaVersion`; a change of meaning or a removal raises it. Lines and columns are
/// one-based, in bytes (`utf8Column`) and in UTF-16 code units (`utf16Column`); offsets are zero-based
/// bytes. The end of a range is its first position that is outside.
struct JSONReport: Codable, Equatable {
  var schemaVersion = 1
  let tool: Tool
  let exit: Exit
  let summary: Summary
  let coverage: Seen
  var findings: [Item]

  /// What the baseline knows.
  let unchanged: [Item]

  /// What the baseline knows and the run did not find.
  let absent: [Gone]

  /// What comments ask to ignore.
  let suppressed: [Ignored]

  /// What a fix did or would do; absent from a lint.
  var fix: Session?

  /// What `moult merge` needs; absent from a report on all that was asked for.
  let shard: ShardRecord?

  struct Tool: Codable, Equatable {
    let name: String
    let version: String
  }

  struct Exit: Codable, Equatable {
    let code: Int
    let reason: String
  }

  struct Summary: Codable, Equatable {
    let findings: Int
    let bySeverity: [String: Int]
    let bySafety: [String: Int]
  }

  struct Seen: Codable, Equatable {
    let files: [String: Int]
    let generated: [String]
    let context: Int
    let unrelated: Int
    let excluded: Int
    let gaps: [Missed]
    /// Absent where nobody has looked: after a fix, and in what is said of a shard's programs together.
    let unknownTypes: [UnknownType]?
  }

  /// A place that may be a finding; nobody can say, as a type is not known.
  struct UnknownType: Codable, Equatable {
    let path: String
    let line: Int
    let utf8Column: Int
    let reason: String
    /// The modules that the type may come from, where one that is not here is the reason; empty elsewhere.
    let modules: [String]
  }

  struct Missed: Codable, Equatable {
    let path: String
    let kind: String
    let reason: String
  }

  struct Gone: Codable, Equatable {
    let rule: String
    let path: String
    let context: String
    let code: String
    let fingerprint: String
  }

  struct Ignored: Codable, Equatable {
    let finding: Item
    /// Empty if nobody said why.
    let reason: String
    let comment: Stretch
  }

  struct Session: Codable, Equatable {
    /// The number of fixes that were applied.
    let applied: Int
    /// The paths of the files that they change, sorted.
    let changed: [String]
    let notFixed: [Refusal]
    let findings: Accounts?
  }

  struct Refusal: Codable, Equatable {
    let rule: String
    let path: String
    let reason: String
  }

  /// What became of the findings: `before` is the sum of the four that follow it.
  struct Accounts: Codable, Equatable {
    let before: Int
    let fixed: Int
    let stillReported: Int
    let reportedAnew: Int
    let lost: Int
    let new: Int
  }

  struct Position: Codable, Equatable {
    let offset: Int
    /// Absent where the text of the file is not at hand.
    let line: Int?
    let utf8Column: Int?
    let utf16Column: Int?
  }

  struct Stretch: Codable, Equatable {
    let start: Position
    let end: Position
  }

  struct Item: Codable, Equatable {
    let rule: String
    let severity: String
    let message: String
    let path: String
    let range: Stretch
    /// Absent where `range` ends on the last line of what it is the head of.
    let construct: Stretch?
    let safety: String
    let evidence: [String]
    let related: [Place]
    let nextStep: String?
    let fix: Offer?
    /// Absent where `fix` is the only one.
    let choice: Choice?
    /// The same from run to run, as long as the code is the same.
    let fingerprint: String
  }

  struct Place: Codable, Equatable {
    let path: String
    let range: Stretch
    let message: String
  }

  struct Offer: Codable, Equatable {
    let title: String
    let safety: String
    let files: [FileChange]
    /// Modules that each changed Swift file must import afterwards.
    let imports: [String]
  }

  struct Choice: Codable, Equatable {
    /// The section and the key of the configuration: `grpc-swift.blocking-calls`.
    let option: String
    /// The value that gives `fix`.
    let value: String
    let alternatives: [Alternative]
  }

  struct Alternative: Codable, Equatable {
    let value: String
    let fix: Offer
  }

  struct FileChange: Codable, Equatable {
    let path: String
    let edits: [Replacement]
  }

  struct Replacement: Codable, Equatable {
    let range: Stretch
    let replacement: String
  }
}

/// One finding of the report in lines.
private struct JSONLine: Encodable {
  let kind: String
  let state: String
  let finding: JSONReport.Item
}

/// What ends the report in lines.
private struct JSONLastLine: Encodable {
  let kind: String
  let schemaVersion: Int
  let tool: JSONReport.Tool
  let exit: JSONReport.Exit
  let summary: JSONReport.Summary
  let coverage: JSONReport.Seen
}

extension Report {
  /// Returns the report as one JSON object with sorted keys.
  ///
  /// - Parameters:
  ///   - version: the version of the tool.
  ///   - fix: what was done before the report, if anything was.
  ///   - jobs: how many threads share the findings; the text does not depend on it.
  package func json(version: String, after fix: FixReport? = nil, jobs: Int = 1) throws -> String {
    var report = JSONReport(self, version: version)
    report.fix = fix.map(JSONReport.Session.init)
    guard let first = findings.first else { return try jsonText(report) + "\n" }
    // One finding holds the place of all; each reads the same wherever it stands in the list.
    report.findings = [JSONReport.Item(first, self)]
    let whole = try FindingList(in: jsonBytes(report))
    let pieces = parallelRanges(findings.count, jobs: jobs, atLeast: 128) { range in
      JSONItems(findings[range].lazy.map { JSONReport.Item($0, self) }, depth: 2).bytes
    }
    // Put together where it stays: the text of a large report is a part of what a run takes at most.
    let count = pieces.reduce(whole.bytes.count + 1) { $0 + $1.count + 2 }
    return String(unsafeUninitializedCapacity: count) { text in
      var end = 0
      func add(_ bytes: some Collection<UInt8>) {
        end = text[end...].initialize(fromContentsOf: bytes)
      }
      add(whole.bytes[..<whole.items.lowerBound])
      for (index, piece) in pieces.enumerated() {
        if index > 0 { add(",\n".utf8) }
        add(piece)
      }
      add(whole.bytes[whole.items.upperBound...])
      add("\n".utf8)
      return end
    }
  }

  /// Returns one JSON object on a line for each finding, and a last one with the summary.
  ///
  /// - Parameter version: the version of the tool.
  package func jsonLines(version: String) throws -> String {
    var output = ""
    for shown in everything {
      let state = shown.suppression != nil ? "suppressed" : shown.isUnchanged ? "unchanged" : "new"
      let line = JSONLine(
        kind: "finding", state: state, finding: JSONReport.Item(shown.finding, self))
      output += try jsonText(line, isCompact: true) + "\n"
    }
    let whole = JSONReport(self, version: version)
    let last = JSONLastLine(
      kind: "summary", schemaVersion: whole.schemaVersion, tool: whole.tool, exit: whole.exit,
      summary: whole.summary, coverage: whole.coverage)
    return output + (try jsonText(last, isCompact: true)) + "\n"
  }

  func stretch(_ range: ByteRange, in path: String) -> JSONReport.Stretch {
    func jsonPosition(_ offset: ByteOffset) -> JSONReport.Position {
      let bytes = position(of: offset, in: path, .utf8)
      let units = position(of: offset, in: path, .utf16)
      return JSONReport.Position(
        offset: offset.index, line: bytes?.line, utf8Column: bytes?.column,
        utf16Column: units?.column)
    }
    return JSONReport.Stretch(
      start: jsonPosition(range.lowerBound), end: jsonPosition(range.upperBound))
  }
}

extension Report {
  func replacement(_ edit: Edit, in path: String) -> JSONReport.Replacement {
    JSONReport.Replacement(
      range: stretch(edit.range, in: path),
      replacement: String(decoding: edit.replacement, as: UTF8.self))
  }
}

/// Where the findings stand in the JSON of something that has some: behind `[` and its line break, up to the one before `]`.
private struct FindingList {
  let bytes: [UInt8]
  let items: Range<Int>

  /// - Parameter text: as `jsonBytes` writes it, over several lines. A string of JSON has no line break, so what a line begins with tells what it is.
  init(in text: [UInt8]) throws {
    bytes = text
    guard
      let head = bytes.firstIndex(
        ofBytes: Array("\n  \"findings\" : [\n".utf8), from: 0, below: bytes.count),
      let start = bytes[(head + 1)...].firstIndex(of: UInt8(ascii: "\n")),
      let end = bytes.firstIndex(ofBytes: Array("\n  ]".utf8), from: start, below: bytes.count)
    else {
      throw EncodingError.invalidValue(
        String(decoding: text, as: UTF8.self),
        EncodingError.Context(codingPath: [], debugDescription: "the JSON has no list of findings"))
    }
    items = start + 1..<end
  }
}

extension JSONReport {
  fileprivate init(_ report: Report, version: String) {
    tool = Tool(name: "moult", version: version)
    exit = Exit(code: report.verdict.rawValue, reason: Self.reason(report.verdict))
    summary = Summary(
      findings: report.findings.count,
      bySeverity: Dictionary(
        report.findings.map { ($0.severity.rawValue, 1) }, uniquingKeysWith: +),
      bySafety: Dictionary(report.findings.map { ($0.safety.rawValue, 1) }, uniquingKeysWith: +))
    coverage = Seen(report.coverage)
    findings = []
    unchanged = report.details.unchanged.map { Item($0, report) }
    absent = report.details.absent.map {
      Gone(
        rule: $0.rule.rawValue, path: $0.path, context: $0.context, code: $0.code,
        fingerprint: $0.digest)
    }
    suppressed = report.details.suppressed.map {
      Ignored(
        finding: Item($0.finding, report), reason: $0.reason,
        comment: report.stretch($0.comment, in: $0.finding.path))
    }
    shard = report.details.shard.map { ShardRecord($0, positionsIn: report) }
  }

  private static func reason(_ verdict: Verdict) -> String {
    switch verdict {
    case .clean: "nothing found at or above the severity that fails"
    case .found: "found something at or above the severity that fails"
    case .undecided: "something could not be read or understood"
    }
  }
}

extension JSONReport.Session {
  fileprivate init(_ report: FixReport) {
    applied = report.applied
    changed = report.changes.map(\.path)
    notFixed = report.failures.map { failure in
      JSONReport.Refusal(
        rule: failure.finding.rule.rawValue, path: failure.finding.path, reason: failure.reason)
    }
    findings = report.accounts.map { accounts in
      JSONReport.Accounts(
        before: accounts.before, fixed: accounts.fixed, stillReported: accounts.kept,
        reportedAnew: accounts.anew, lost: accounts.lost, new: accounts.introduced)
    }
  }
}

extension JSONReport.Seen {
  init(_ coverage: Coverage) {
    self.init(
      files: Dictionary(uniqueKeysWithValues: coverage.seen.map { ($0.rawValue, $1) }),
      generated: coverage.generated, context: coverage.context, unrelated: coverage.unrelated,
      excluded: coverage.excluded,
      gaps: coverage.gaps.map(JSONReport.Missed.init),
      unknownTypes: coverage.unknown.map { $0.map(JSONReport.UnknownType.init) })
  }
}

extension JSONReport.UnknownType {
  init(_ place: UnknownType) {
    self.init(
      path: place.path, line: place.line, utf8Column: place.utf8Column,
      reason: place.reason.rawValue, modules: place.modules)
  }
}

extension JSONReport.Missed {
  init(_ gap: Gap) { self.init(path: gap.path, kind: gap.kind.rawValue, reason: gap.reason) }
}

extension JSONReport.Item {
  init(_ finding: Finding, _ report: Report) {
    rule = finding.rule.rawValue
    severity = finding.severity.rawValue
    message = finding.message
    path = finding.path
    range = report.stretch(finding.range, in: finding.path)
    construct = finding.construct.map { report.stretch($0, in: finding.path) }
    safety = finding.safety.rawValue
    evidence = finding.evidence.map(\.text)
    related = finding.related.map {
      JSONReport.Place(
        path: $0.path, range: report.stretch($0.range, in: $0.path), message: $0.message)
    }
    nextStep = finding.nextStep
    fix = finding.fix.map { JSONReport.Offer($0, report) }
    choice = finding.alternatives.map { alternatives in
      JSONReport.Choice(
        option: alternatives.option, value: alternatives.chosen,
        alternatives: alternatives.others.map {
          JSONReport.Alternative(value: $0.value, fix: JSONReport.Offer($0.fix, report))
        })
    }
    fingerprint = report.digest(of: finding)
  }
}

extension JSONReport.Offer {
  fileprivate init(_ fix: Fix, _ report: Report) {
    title = fix.title
    safety = fix.safety.rawValue
    files = fix.files.map { file in
      JSONReport.FileChange(
        path: file.path,
        edits: file.edits.map { report.replacement($0, in: file.path) })
    }
    imports = fix.imports.add.sorted()
  }
}
