import Foundation
import MoultFindings
import MoultReporting
import MoultSource
import Testing

/// A finding at `Old` in a text, with a fix that needs an import and reaches into a second file.
private func report(
  _ text: String, path: String = "Sources/A.swift", message: String = "'Old' is gone",
  construct: Range<Int>? = nil,
  details: (Finding) -> ReportDetails = { _ in ReportDetails() }
) -> Report {
  let bytes = Array(text.utf8)
  let old = Array("Old".utf8)
  let start = bytes.indices.first { bytes[$0...].starts(with: old) } ?? 0
  let range = ByteRange(indices: start..<start + 3)
  let other = SourceText(path: "Package.swift", bytes: Array("// é\nold\n".utf8))
  let finding = Finding(
    rule: RuleID("lib.old"), severity: .error, path: path, range: range,
    construct: construct.map { ByteRange(indices: $0) }, message: message,
    related: [
      RelatedPlace(
        path: other.path, range: ByteRange(indices: 6..<9), message: "it comes from here")
    ],
    fix: Fix(
      title: "Rename it", safety: .review,
      files: [
        FileEdits(path: path, edits: [Edit(range, "New")]),
        FileEdits(path: other.path, edits: [Edit(ByteRange(indices: 6..<9), "new")]),
      ], imports: ImportChange(add: ["M"])))
  return Report(
    findings: [finding], sources: [SourceText(path: path, bytes: bytes), other],
    coverage: Coverage(), verdict: .found, details: details(finding))
}

private func object(_ json: String) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
}

private func firstResult(_ report: Report) throws -> [String: Any] {
  let runs = try object(try report.sarif(version: "1.0.0"))["runs"] as? [[String: Any]]
  return try #require((runs?.first?["results"] as? [[String: Any]])?.first)
}

@Test func `what a finding is the head of is its construct in JSON and its context in SARIF`()
  throws
{
  let report = report("import L\nOld(\n  1)\n", construct: 9..<18)
  let findings = try object(try report.json(version: "1"))["findings"] as? [[String: Any]]
  let item = try #require(findings?.first)
  let end = try #require((item["construct"] as? [String: [String: Int]])?["end"])
  #expect(end["line"] == 3 && end["utf8Column"] == 5)
  let place = try #require((try firstResult(report)["locations"] as? [[String: Any]])?.first)
  let physical = try #require(place["physicalLocation"] as? [String: Any])
  let context = try #require(physical["contextRegion"] as? [String: Int])
  #expect(context == ["startLine": 2, "startColumn": 1, "endLine": 3, "endColumn": 5])
}

@Test func `a fix over several files, with its imports, is one fix in SARIF`() throws {
  let report = report("import L\nOld\n") { finding in
    var details = ReportDetails()
    details.importEdits[finding] = [
      FileEdits(
        path: finding.path, edits: [Edit(ByteRange(indices: 8..<8), "\nimport M")])
    ]
    return details
  }
  let fixes = try #require(try firstResult(report)["fixes"] as? [[String: Any]])
  #expect(fixes.count == 1)
  let changes = try #require(fixes[0]["artifactChanges"] as? [[String: Any]])
  #expect(changes.count == 2)
  let texts = changes.flatMap { change in
    (change["replacements"] as? [[String: Any]] ?? []).compactMap {
      ($0["insertedContent"] as? [String: String])?["text"]
    }
  }
  #expect(texts == ["new", "New", "\nimport M"])
}

@Test func `columns in SARIF count UTF-16, and paths are encoded`() throws {
  let result = try firstResult(report("/* 𐐀 */ Old\n", path: "Odd name & ü/A.swift"))
  let location = try #require((result["locations"] as? [[String: Any]])?.first)
  let place = try #require(location["physicalLocation"] as? [String: Any])
  #expect((place["region"] as? [String: Int])?["startColumn"] == 10)
  let artifact = place["artifactLocation"] as? [String: String]
  #expect(artifact?["uri"] == "Odd%20name%20%26%20%C3%BC/A.swift")
}

@Test func `SARIF says what is new, unchanged, gone and suppressed`() throws {
  let report = report("Old\n") { finding in
    var details = ReportDetails()
    details.hasBaseline = true
    let other = Finding(
      rule: finding.rule, severity: .note, path: finding.path, range: finding.range, message: "b")
    details.unchanged = [other]
    details.suppressed = [
      SuppressedFinding(finding: finding, comment: finding.range, reason: "why")
    ]
    details.absent = [
      Fingerprint(path: "B.swift", rule: finding.rule, context: "", code: "x", ordinal: 1)
    ]
    return details
  }
  let runs = try object(try report.sarif(version: "1.0.0"))["runs"] as? [[String: Any]]
  let results = try #require(runs?.first?["results"] as? [[String: Any]])
  let states = results.compactMap { $0["baselineState"] as? String }.sorted()
  #expect(states == ["absent", "new", "new", "unchanged"])
  // Where one result is suppressed, the others say that they are not.
  #expect(results.allSatisfy { $0["suppressions"] is [Any] })
  let reasons = results.flatMap { $0["suppressions"] as? [[String: Any]] ?? [] }
    .compactMap { $0["justification"] as? String }
  #expect(reasons == ["why"])
}

@Test func `github escapes what would end a property or a message`() {
  let text = report("Old\n", path: "a,b:c%.swift", message: "100%\nsure: yes").github()
  #expect(
    text
      == "::error file=a%2Cb%3Ac%25.swift,line=1,endLine=1,col=1,endColumn=4,title=lib.old::"
      + "100%25%0Asure: yes; Rename it (review)\n")
}

@Test func `XML holds what XML cannot`() throws {
  let report = report("Old\n", path: "a&b.swift", message: "<'Old'> \"\u{1}\"\u{1B}")
  for text in [report.checkstyle(), report.junit()] {
    #expect(text.contains("a&amp;b.swift"))
    #expect(text.contains("&lt;&apos;Old&apos;&gt; &quot;\u{FFFD}&quot;\u{FFFD}"))
  }
}

@Test func `a case of JUnit names its file and line`() {
  #expect(report("\nOld\n").junit().contains(" file=\"Sources/A.swift\" line=\"2\">"))
}

@Test func `a suggestion for reviewdog is a whole fix or none`() throws {
  let diagnostics = try object(report("Old\n").rdjson())["diagnostics"] as? [[String: Any]]
  #expect((diagnostics?.first?["suggestions"] as? [Any])?.isEmpty == true)
  #expect((diagnostics?.first?["related_locations"] as? [Any])?.count == 1)
}

@Test func `markdown shows text as text`() {
  let text = report("Old\n", path: "a_b|c.swift", message: "<img> *x*").markdown()
  #expect(
    text.contains("| a\\_b\\|c.swift:1:1 | error | &lt;img&gt; \\*x\\*; Rename it (review) |"))
  #expect(text.contains("**1 error** in 1 file"))
}

@Test func `every line of json-lines is an object, the last one the summary`() throws {
  let lines = try report("Old\n").jsonLines(version: "1").split(separator: "\n").map {
    try object(String($0))
  }
  #expect(lines.map { $0["kind"] as? String } == ["finding", "summary"])
  #expect(lines[0]["state"] as? String == "new")
}
