import MoultFindings
import MoultSource

extension Report {
  /// Returns the report as a SARIF 2.1.0 log.
  ///
  /// What is suppressed, in the baseline, or gone from it is there as well, and says so.
  ///
  /// - Parameter version: the version of the tool.
  package func sarif(version: String) throws -> String {
    let shown = everything
    let ids = Set(shown.map(\.finding.rule) + details.absent.map(\.rule)).sorted()
    let indices = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let results =
      shown.map { result($0, indices[$0.finding.rule] ?? 0) }
      + details.absent.map { absentResult($0, indices[$0.rule] ?? 0) }
    let run = SARIFLog.Run(
      tool: SARIFLog.Tool(
        driver: SARIFLog.Driver(
          name: "moult", semanticVersion: version, rules: ids.map(sarifRule))),
      columnKind: "utf16CodeUnits", invocations: [invocation], results: results,
      properties: details.shard.map {
        SARIFLog.Run.Properties(shard: ShardRecord($0, positionsIn: self))
      })
    return try jsonText(SARIFLog(runs: [run])) + "\n"
  }

  private var invocation: SARIFLog.Invocation {
    let notifications = coverage.gaps.compactMap { gap -> SARIFLog.Notification? in
      let level: String
      switch gap.kind {
      case .skipped: return nil
      case .partlyUnderstood: level = "note"
      case .notUnderstood, .unreadable: level = "error"
      }
      return SARIFLog.Notification(
        level: level, message: SARIFLog.Text(text: gap.reason),
        locations: [location(gap.path, nil)])
    }
    return SARIFLog.Invocation(
      executionSuccessful: verdict != .undecided, exitCode: verdict.rawValue,
      toolExecutionNotifications: notifications)
  }

  private func sarifRule(_ id: RuleID) -> SARIFLog.Rule {
    let description = details.rules[id]
    let title = description?.title ?? id.rawValue
    let page = description?.page ?? title
    return SARIFLog.Rule(
      id: id.rawValue, shortDescription: SARIFLog.Text(text: title),
      fullDescription: SARIFLog.Text(text: firstParagraph(of: page) ?? title),
      help: SARIFLog.Help(text: page, markdown: page),
      defaultConfiguration: SARIFLog.Rule.Level(
        level: (description?.severity ?? .warning).rawValue),
      properties: SARIFLog.Rule.Properties(
        tags: ["migration", String(id.rawValue.prefix { $0 != "." })]))
  }

  /// The first paragraph below the heading, of at most as many characters as GitHub takes.
  private func firstParagraph(of page: String) -> String? {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.isEmpty || $0.hasPrefix("#") }
    let paragraph = lines.prefix { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("```") }
    return paragraph.isEmpty ? nil : String(paragraph.joined(separator: " ").prefix(1000))
  }

  private func result(_ shown: Shown, _ index: Int) -> SARIFLog.Result {
    let finding = shown.finding
    let state = details.hasBaseline ? (shown.isUnchanged ? "unchanged" : "new") : nil
    let suppressions = shown.suppression.map { suppression in
      [
        SARIFLog.Suppression(
          kind: "inSource",
          justification: suppression.reason.isEmpty ? nil : suppression.reason,
          location: location(finding.path, suppression.comment))
      ]
    }
    var place = location(finding.path, finding.range)
    place.physicalLocation.contextRegion = finding.construct.flatMap {
      region($0, in: finding.path)
    }
    return SARIFLog.Result(
      ruleId: finding.rule.rawValue, ruleIndex: index, level: finding.severity.rawValue,
      message: SARIFLog.Text(text: fullMessage(of: finding)), locations: [place],
      relatedLocations: finding.related.enumerated().map { number, place in
        var related = location(place.path, place.range)
        related.id = number + 1
        related.message = SARIFLog.Text(text: place.message)
        return related
      },
      partialFingerprints: ["moult/v1": digest(of: finding)], baselineState: state,
      // Once one result says whether it is suppressed, all must.
      suppressions: suppressions ?? (details.suppressed.isEmpty ? nil : []),
      fixes: finding.fix.flatMap { fix($0, of: finding) }.map { first in
        // Whoever applies just one takes the first.
        [first] + (finding.alternatives?.others.compactMap { fix($0.fix, of: finding) } ?? [])
      },
      properties: SARIFLog.Result.Properties(
        safety: finding.safety.rawValue, evidence: finding.evidence.map(\.text),
        nextStep: finding.nextStep))
  }

  private func absentResult(_ entry: Fingerprint, _ index: Int) -> SARIFLog.Result {
    SARIFLog.Result(
      ruleId: entry.rule.rawValue, ruleIndex: index, level: "none",
      message: SARIFLog.Text(text: "gone from '\(entry.path)': \(entry.code)"),
      locations: [location(entry.path, nil)], relatedLocations: [],
      partialFingerprints: ["moult/v1": entry.digest], baselineState: "absent",
      suppressions: details.suppressed.isEmpty ? nil : [], fixes: nil, properties: nil)
  }

  /// Returns nil where a text that the fix changes is not at hand.
  private func fix(_ fix: Fix, of finding: Finding) -> SARIFLog.Fix? {
    var changes: [SARIFLog.ArtifactChange] = []
    let imports = details.importEdits[finding] ?? []
    for file in fix.files {
      let added = imports.filter { $0.path == file.path }.flatMap(\.edits)
      var replacements: [SARIFLog.Replacement] = []
      for edit in file.edits + added {
        guard let region = region(edit.range, in: file.path) else { return nil }
        replacements.append(
          SARIFLog.Replacement(
            deletedRegion: region,
            insertedContent: SARIFLog.Text(text: String(decoding: edit.replacement, as: UTF8.self)))
        )
      }
      guard !replacements.isEmpty else { continue }
      changes.append(
        SARIFLog.ArtifactChange(
          artifactLocation: SARIFLog.ArtifactLocation(uri: uri(file.path)),
          replacements: replacements))
    }
    guard !changes.isEmpty else { return nil }
    return SARIFLog.Fix(
      description: SARIFLog.Text(text: "\(fix.title) (\(fix.safety.rawValue))"),
      artifactChanges: changes)
  }

  private func location(_ path: String, _ range: ByteRange?) -> SARIFLog.Location {
    SARIFLog.Location(
      physicalLocation: SARIFLog.PhysicalLocation(
        artifactLocation: SARIFLog.ArtifactLocation(uri: uri(path)),
        region: range.flatMap { region($0, in: path) }))
  }

  private func region(_ range: ByteRange, in path: String) -> SARIFLog.Region? {
    lines(of: range, in: path, .utf16).map { range in
      SARIFLog.Region(
        startLine: range.lowerBound.line, startColumn: range.lowerBound.column,
        endLine: range.upperBound.line, endColumn: range.upperBound.column)
    }
  }

  /// Returns a relative path as a URI reference.
  private func uri(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"),
        UInt8(ascii: "@"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
