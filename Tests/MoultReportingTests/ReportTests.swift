import Foundation
import MoultFindings
import MoultReporting
import MoultSource
import Testing

/// Returns the text without `marks` and the range between them.
private func marked(_ text: String, path: String = "Sources/A.swift") -> (SourceText, ByteRange) {
  let bytes = Array(text.utf8)
  let mark = Array("‸".utf8)
  let starts = bytes.indices.filter { bytes[$0...].starts(with: mark) }
  let clean = Array(text.split(separator: "‸", omittingEmptySubsequences: false).joined().utf8)
  let range = ByteRange(indices: starts[0]..<starts[1] - mark.count)
  return (SourceText(path: path, bytes: clean), range)
}

private func report(
  _ text: String, severity: Severity = .error, fix: Safety? = nil, coverage: Coverage = Coverage()
) -> Report {
  let (source, range) = marked(text)
  let offer = fix.map {
    Fix(
      title: "rename it", safety: $0,
      files: $0 == .manual ? [] : [FileEdits(path: source.path, edits: [Edit(range, "New")])])
  }
  let finding = Finding(
    rule: RuleID("lib.old"), severity: severity, path: source.path, range: range,
    message: "'Old' is gone", nextStep: "Read the page", evidence: [Evidence("line 1")],
    related: [RelatedPlace(path: source.path, range: range, message: "it is here")], fix: offer)
  return Report(findings: [finding], sources: [source], coverage: coverage, verdict: .found)
}

@Test func `text shows the code with a mark under it and all that is known`() {
  let shown = report("\nlet x: ‸Old‸ = 1\n", fix: .review).text(.plain)
  #expect(
    shown.hasPrefix(
      """
      Sources/A.swift:2:8: error: 'Old' is gone [lib.old]
        |
      2 | let x: Old = 1
        |        ^~~
        = because of: line 1
        = see: Sources/A.swift:2:8: it is here
        = fix (review): rename it
        = next: Read the page

      1 error in 1 file; fixes: 1 review
      """))
}

@Test func `advice names the command that does the most without a person, and a page`() {
  let page = "why: 'moult explain lib.old' prints a rule's page\n"
  #expect(
    report("‸a‸", fix: .safe).advice(safe: 1, WaitingFixes())
      == "next: 'moult fix --diff' shows the safe fix, 'moult fix' writes it\n" + page)
  #expect(
    report("‸a‸", fix: .review).advice(safe: 0, WaitingFixes())
      == "next: 'moult fix --diff --review' shows the review fix, 'moult fix --review' writes it\n"
      + page)
  #expect(report("‸a‸").advice(safe: 0, WaitingFixes()) == page)
}

@Test func `advice says what safe fixes wait for`() {
  let page = "why: 'moult explain lib.old' prints a rule's page\n"
  #expect(
    report("‸a‸", fix: .safe).advice(safe: 0, WaitingFixes(number: 19, inTheWay: 86))
      == "next: 'moult migrate --plan-only' lists the steps, 'moult migrate' makes them, a commit each\n"
      + "or: 19 safe fixes wait for 86 to review: 'moult fix --diff --review' shows them, 'moult fix --review' writes them\n"
      + page)
  #expect(
    report("‸a‸", fix: .safe).advice(safe: 1, WaitingFixes(number: 1, inTheWay: 2))
      == "next: 'moult fix --diff' shows the safe fix, 'moult fix' writes it; 1 safe fix waits for 2 to review: 'moult fix --review'\n"
      + page)
}

@Test func `advice leads where a hop has nothing but fixes to review`() {
  #expect(
    report("‸a‸", fix: .review).advice(safe: 0, WaitingFixes(isHopAhead: true))
      == "next: 'moult migrate --plan-only' lists the steps, 'moult migrate' makes them, a commit each\n"
      + "or: 'moult fix --diff --review' shows the review fix, 'moult fix --review' writes it\n"
      + "why: 'moult explain lib.old' prints a rule's page\n")
}

@Test func `fixes that lead to an era on the way are promised no further than to it`() {
  let (source, range) = marked("‸a‸")
  let fix = Fix(title: "rename it", safety: .review, files: [])
  func finding(_ rule: String, _ fix: Fix?) -> Finding {
    Finding(
      rule: RuleID(rule), severity: .error, path: source.path, range: range, message: "old",
      fix: fix)
  }
  func standing(_ findings: [Finding]) -> String {
    var details = ReportDetails()
    for (rule, hop) in [("lib.first", "0-1"), ("lib.next", "1-2"), ("lib.both", "0-2")] {
      details.rules[RuleID(rule)] = RuleDescription(
        title: rule, page: "", severity: .error, hop: hop)
    }
    return Report(
      findings: findings, sources: [source], coverage: Coverage(), verdict: .found,
      details: details
    ).standing(.plain)
  }
  #expect(
    standing([finding("lib.first", fix), finding("lib.both", fix), finding("lib.first", nil)])
      == "lib 0 → 2: 3 uses in 1 file; up to 2 can be rewritten (2 to read over), 1 by you\n"
      + "  by way of lib 1: 1 of them; what no fix leads on from there stays, and is told with the reason\n"
  )
  #expect(
    standing([finding("lib.first", fix)])
      == "lib 0 → 1: 1 use in 1 file; 1 can be rewritten (1 to read over)\n")
  #expect(
    standing([finding("lib.first", nil), finding("lib.next", fix)])
      == "lib 0 → 2: 2 uses in 1 file; 1 can be rewritten (1 to read over), 1 by you\n")
}

@Test func `a finding without a fix counts as manual`() {
  #expect(report("‸a‸").text(.plain).contains("1 error in 1 file; fixes: 1 manual"))
}

@Test func `columns count bytes and the mark stands under wide and combined characters`() {
  let shown = report("\t/*界é*/‸Old‸").text(.plain)
  #expect(shown.contains("Sources/A.swift:1:11: "))
  #expect(shown.contains("\n1 | \t/*界é*/Old\n  | \t       ^~~\n"))
}

@Test func `a byte order mark and a carriage return leave no trace`() {
  #expect(report("\u{FEFF}‸Old‸\r\n").text(.plain).contains("A.swift:1:1:"))
  #expect(report("\u{FEFF}‸Old‸\r\n").text(.plain).contains("\n1 | Old\n  | ^~~\n"))
}

@Test func `a range over several lines is marked to the end of its first`() {
  #expect(report("ab‸cd\nef‸\n").text(.plain).contains("\n1 | abcd\n  |   ^~\n"))
}

@Test func `control characters in code do not reach the terminal`() {
  let shown = report("\u{1B}[31m\u{202E}‸Old‸").text(.plain)
  #expect(!shown.unicodeScalars.contains("\u{1B}"))
  #expect(!shown.unicodeScalars.contains("\u{202E}"))
}

@Test func `a very long line is cut around the finding`() {
  let long = String(repeating: "é", count: 50_000)
  let shown = report(long + "‸Old‸" + long).text(.plain)
  #expect(shown.utf8.count < 2_000)
  #expect(shown.contains("Old"))
  #expect(!shown.unicodeScalars.contains("\u{FFFD}"))
}

@Test func `color is there when asked for and nowhere else`() {
  #expect(report("‸a‸").text(.colored).contains("\u{1B}[1;31merror:\u{1B}[0m"))
  #expect(!report("‸a‸").text(.plain).contains("\u{1B}"))
}

@Test func `the footer names what was seen, skipped and not understood`() {
  let coverage = Coverage(
    seen: [.swift: 3, .proto: 1], generated: ["b.pb.swift"], unrelated: 1, excluded: 2,
    gaps: [
      Gap(path: "z.swift", kind: .notUnderstood, reason: "not UTF-8 at byte 3"),
      Gap(path: "b.swift", kind: .skipped, reason: "binary"),
      Gap(path: "a.swift", kind: .skipped, reason: "binary"),
    ])
  let report = Report(findings: [], sources: [], coverage: coverage, verdict: .undecided)
  #expect(
    report.text(.plain) == """
      No findings
      seen: 3 Swift, 1 .proto, 1 of them generated, 1 file of other kinds not opened
      left out by .gitignore or configuration: 2
      skipped: a.swift, b.swift (binary)
      not understood: z.swift (not UTF-8 at byte 3)

      """)
}

@Test func `places of unknown types are counted by reason, and listed when asked`() throws {
  func place(
    _ line: Int, _ reason: UnknownPlace.Reason, _ modules: [String] = []
  ) -> UnknownType {
    UnknownType(path: "a.swift", line: line, utf8Column: 3, reason: reason, modules: modules)
  }
  let coverage = Coverage(
    seen: [.swift: 1],
    unknown: [
      place(2, .closure), place(5, .module, ["Billing", "Ledger"]), place(7, .closure),
      place(9, .module, ["Ledger"]),
    ])
  let report = Report(findings: [], sources: [], coverage: coverage, verdict: .clean)
  let summary =
    "types not known: 4 places (2 of modules that are not here, such as Ledger, Billing; "
    + "2 of closures' parameters)"
  #expect(report.text(.plain).hasSuffix(summary + "; 'moult lint --expand' lists them\n"))
  #expect(
    report.text(.plain, TextLayout(isExpanded: true)).hasSuffix(
      summary + """

          a.swift:2:3: nothing says the type of the closure's parameter
          a.swift:5:3: the type may be of a module that is not here: Billing, Ledger
          a.swift:7:3: nothing says the type of the closure's parameter
          a.swift:9:3: the type may be of a module that is not here: Ledger

        """))
  let json = try report.json(version: "1")
  #expect(json.components(separatedBy: "\"reason\" : \"closure\"").count == 3)
  let none = Report(
    findings: [], sources: [], coverage: Coverage(unknown: []), verdict: .clean)
  #expect(!none.text(.plain).contains("types not known"))
}

@Test func `each reason has words of its own`() {
  let texts = UnknownPlace.Reason.allCases.map { reason in
    Coverage(unknown: [
      UnknownType(path: "a.swift", line: 1, utf8Column: 1, reason: reason, modules: ["M"])
    ]).text(.whole)
  }
  #expect(Set(texts).count == UnknownPlace.Reason.allCases.count)
}

@Test func `skipping says nothing against the verdict and not understanding does`() {
  let gap = { (kind: Gap.Kind) in Coverage(gaps: [Gap(path: "a", kind: kind, reason: "r")]) }
  #expect(!gap(.skipped).isIncomplete)
  #expect(!gap(.partlyUnderstood).isIncomplete)
  #expect(gap(.notUnderstood).isIncomplete)
  #expect(gap(.unreadable).isIncomplete)
}

@Test func `xcode prints one line per finding and one per related place`() {
  #expect(
    report("‸Old‸", severity: .warning, fix: .safe).xcode() == """
      Sources/A.swift:1:1: warning: 'Old' is gone; rename it (safe); Read the page [lib.old]
      Sources/A.swift:1:1: note: it is here

      """)
}

@Test func `json gives positions in bytes, UTF-8 and UTF-16`() throws {
  let json = try report("x\n𐐀‸Old‸", fix: .safe).json(version: "1")
  let root = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  #expect(root["schemaVersion"] as? Int == 1)
  let finding = try #require((root["findings"] as? [[String: Any]])?.first)
  let start = try #require((finding["range"] as? [String: [String: Int]])?["start"])
  #expect(start == ["offset": 6, "line": 2, "utf8Column": 5, "utf16Column": 3])
  let fix = try #require(finding["fix"] as? [String: Any])
  #expect(fix["safety"] as? String == "safe")
  let file = try #require((fix["files"] as? [[String: Any]])?.first)
  let edit = try #require((file["edits"] as? [[String: Any]])?.first)
  #expect(edit["replacement"] as? String == "New")
}

@Test func `json positions on a very long line are those of a short one`() throws {
  let text = String(repeating: "é𐐀a", count: 5_000) + "‸Old‸" + String(repeating: "é", count: 5_000)
  let json = try report("\n" + text, fix: .safe).json(version: "1")
  let root = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  let finding = try #require((root["findings"] as? [[String: Any]])?.first)
  let range = try #require(finding["range"] as? [String: [String: Int]])
  #expect(
    range["start"] == ["offset": 35_001, "line": 2, "utf8Column": 35_001, "utf16Column": 20_001])
  #expect(range["end"]?["utf16Column"] == 20_004)
}

@Test func `thousands of findings on one line take no longer than on many`() throws {
  let piece = "Old é; " + String(repeating: " ", count: 92)
  let text = Array(String(repeating: piece, count: 15_000).utf8)
  let source = SourceText(path: "A.swift", bytes: text)
  let findings = stride(from: 0, to: text.count, by: 100).map { start in
    Finding(
      rule: RuleID("r"), severity: .note, path: "A.swift",
      range: ByteRange(indices: start..<start + 3), message: "m")
  }
  let report = Report(
    findings: findings, sources: [source], coverage: Coverage(), verdict: .clean)
  let start = ContinuousClock.now
  #expect(try report.json(version: "1").utf8.count > 1_000_000)
  #expect(ContinuousClock.now - start < .seconds(300))
}

@Test(arguments: [1, 255, 256, 700])
func `json is the same however many threads share the findings`(count: Int) throws {
  let line = "\"findings\" : [\\n  ] Old é\n"
  let source = SourceText(
    path: "A.swift", bytes: Array(String(repeating: line, count: count).utf8))
  let findings = (0..<count).map { index in
    Finding(
      rule: RuleID("r"), severity: .note, path: "A.swift",
      range: ByteRange(indices: index * line.utf8.count..<index * line.utf8.count + 3),
      message: "\n  \"findings\" : [\n\n  ]\(index)")
  }
  let report = Report(
    findings: findings, sources: [source], coverage: Coverage(), verdict: .found)
  let alone = try report.json(version: "1")
  #expect(try report.json(version: "1", jobs: 4) == alone)
  let root = try #require(
    try JSONSerialization.jsonObject(with: Data(alone.utf8)) as? [String: Any])
  #expect((root["findings"] as? [Any])?.count == count)
}

@Test func `json of a clean run is complete`() throws {
  let json = try Report(findings: [], sources: [], coverage: Coverage(), verdict: .clean)
    .json(version: "1")
  let root = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  #expect(
    root.keys.sorted() == [
      "absent", "coverage", "exit", "findings", "schemaVersion", "summary", "suppressed", "tool",
      "unchanged",
    ])
  #expect((root["exit"] as? [String: Any])?["code"] as? Int == 0)
}

@Test func `findings are shown in order of path and offset whatever order they come in`() {
  let (source, range) = marked("a‸b‸c")
  let findings = [("B", 0..<1), ("A", 2..<3), ("A", 0..<1)].map { path, indices in
    Finding(
      rule: RuleID("r"), severity: .note, path: path, range: ByteRange(indices: indices),
      message: "m")
  }
  let sources = ["A", "B"].map { SourceText(path: $0, bytes: source.bytes) }
  let report = Report(findings: findings, sources: sources, coverage: Coverage(), verdict: .clean)
  #expect(report.xcode() == "A:1:1: note: m [r]\nA:1:3: note: m [r]\nB:1:1: note: m [r]\n")
  #expect(range.utf8Count == 1)
}

@Test func `options that would fix more are named`() {
  let (_, range) = marked("‸a‸")
  let findings = [Safety.review, .review, .placeholder, .manual].map { safety in
    Finding(
      rule: RuleID("r"), severity: .note, path: "A", range: range, message: "m",
      fix: Fix(title: "t", safety: safety, files: []))
  }
  #expect(
    FixReport.heldBack(among: findings, applying: [.safe])
      == "held back: 2 with --review, 1 with --placeholders\n")
  #expect(FixReport.heldBack(among: [findings[3]], applying: [.safe]) == nil)
  // What such a run leaves waits for something else.
  let applied: Set<Safety> = [.safe, .review]
  #expect(
    FixReport.heldBack(among: findings, applying: applied)
      == "held back: 1 with --placeholders\n")
  #expect(FixReport.advice(for: findings, applying: [.safe])?.contains("2 more fixes") == true)
  #expect(FixReport.advice(for: findings, applying: applied) == nil)
}

@Test func `fixes are reported with what failed`() {
  let (_, range) = marked("‸a‸")
  let failed = Finding(
    rule: RuleID("r"), severity: .note, path: "B", range: range, message: "m")
  let report = FixReport(
    changes: [FileChange(path: "A", before: [1], after: [2])], applied: 2,
    failures: [FailedFix(finding: failed, reason: "it would not parse")])
  #expect(
    report.text(isWritten: true, .plain) == """
      fixed A
      not fixed: B [r]: it would not parse
      Applied 2 fixes in 1 file

      """)
  #expect(!report.text(isWritten: false, .plain).contains("fixed A"))
}

@Test func `what a name of a file would do to a log is shown and not done`() {
  let path = "a\u{1B}[31m\n::error::x.swift"
  #expect(printable(path) == "a\\u{1B}[31m\\u{A}::error::x.swift")
  #expect(printable("Sources/Größe.swift") == "Sources/Größe.swift")
  let (source, range) = marked("let x: ‸Old‸ = 1", path: path)
  let finding = Finding(
    rule: RuleID("lib.old"), severity: .error, path: path, range: range, message: "m",
    evidence: [Evidence("'Old' in \(path):1")])
  let report = Report(
    findings: [finding], sources: [source], coverage: Coverage(), verdict: .found)
  for text in [report.text(.plain), report.xcode()] {
    #expect(!text.contains("\u{1B}"))
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::") })
  }
}

@Test func `commands that are advised are about what was asked for`() {
  let advice = report("‸a‸", fix: .safe).advice(safe: 1, WaitingFixes(), arguments: " \"My App\"")
  #expect(
    advice?.hasPrefix(
      "next: 'moult fix --diff \"My App\"' shows the safe fix, 'moult fix \"My App\"' writes it\n")
      == true)
}

/// Findings of some rules with some messages each, all in one file, a line each.
private func many(_ rules: Int, messages: Int, places: Int) -> Report {
  let text = String(repeating: "old\n", count: rules * messages * places)
  let source = SourceText(path: "A.swift", bytes: Array(text.utf8))
  var findings: [Finding] = []
  for rule in 0..<rules {
    for message in 0..<messages {
      for _ in 0..<places {
        let start = findings.count * 4
        findings.append(
          Finding(
            rule: RuleID("lib.rule-\(rule)"), severity: .error, path: "A.swift",
            range: ByteRange(indices: start..<start + 3), message: "'old\(message)' is gone"))
      }
    }
  }
  return Report(findings: findings, sources: [source], coverage: Coverage(), verdict: .found)
}

private func lines(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } }

@Test func `blocks are by message, by rule where that is too long, and counted where that is, too`()
{
  let byMessage = many(4, messages: 5, places: 5).text(.plain)
  #expect(lines(byMessage) == 4 * 5 * 2 + 3)
  #expect(
    byMessage.contains(
      "error: 'old3' is gone [lib.rule-2] (by you)\n  5 in 1 file: A.swift:66, 67, 68, 69, 70\n"))
  let byRule = many(10, messages: 10, places: 1).text(.plain)
  #expect(lines(byRule) <= 60)
  #expect(
    byRule.contains(
      "'old0' is gone, and more of its kind [lib.rule-0] (by you)\n  10 in 1 file: A.swift:1, 2, 3, 4, 5, 6, 7, 8, 9, 10\n"
    ))
  let most = many(1000, messages: 2, places: 1).text(.plain)
  #expect(lines(most) <= 150)
  #expect(most.contains(" rules: --expand shows all\n"))
  #expect(
    lines(many(1000, messages: 2, places: 1).text(.plain, TextLayout(isExpanded: true))) > 8000)
}
