import MoultFindings
import MoultFixes
import MoultSource
import Testing

/// Errors that a fix brings, and what speaks of them.
struct UnspokenErrorTests {
  @Test(arguments: [("t.other", Severity.warning), ("t.other", .error)])
  func `a finding of the same library speaks of an error on its line`(
    rule: String, severity: Severity
  ) async throws {
    #expect(try await outcome(beside: rule, severity).text == "new\n\nuse")
  }

  @Test(arguments: [("t.other", Severity.note), ("u.other", .error)])
  func `a note, or a finding of another library, does not`(
    rule: String, severity: Severity
  ) async throws {
    let outcome = try await outcome(beside: rule, severity)
    #expect(outcome.changed.isEmpty)
    #expect(outcome.refusals == ["t.old: after its fix line 3 would not compile: m"])
  }

  @Test func `what a finding tells of has to go with it, in whatever round`() async throws {
    let outcome = try await session("old\n\nuse") { text in
      let told = judged("t.other", at: 5..<8, put: text.hasPrefix("new") ? "end" : nil)
      let findings = text.hasSuffix("use") ? [told] : []
      guard text.hasPrefix("new") else {
        return (findings + [judged("t.old", at: 0..<3, put: "new")], [])
      }
      return (findings, [refusal("m", at: 5..<8)])
    }
    #expect(outcome.text == "new\n\nuse")
    #expect(outcome.refusals == ["t.other: after its fix line 3 would not compile: m"])
    #expect(outcome.remaining.map(\.rule.rawValue) == ["t.other"])
  }

  @Test func `what would not compile from the start may stay`() async throws {
    let outcome = try await session("old\n\nuse") { text in
      let findings = text.hasSuffix("use") ? [judged("t.other", at: 5..<8, put: "end")] : []
      return (findings, [refusal("m", at: 5..<8)])
    }
    #expect(outcome.text == "old\n\nend")
  }

  @Test func `a name is the same one only as a whole`() async throws {
    #expect(try await unused("count", where: "old counter").changed.isEmpty)
    #expect(try await unused("count", where: "old count").text == "let count count")
  }

  @Test func `of two findings of one rule in one place one fix is taken back`() async throws {
    let outcome = try await session("old use") { text in
      let bad = finding("first", put: "bad", at: 0..<3)
      let good = finding("second", put: "done", at: 4..<7)
      let errors = text.contains("bad") ? [refusal("m", at: 0..<3)] : []
      return ((text.hasPrefix("old") ? [bad] : []) + (text.contains("use") ? [good] : []), errors)
    }
    #expect(outcome.text == "old done")
    #expect(outcome.refused.map(\.finding.message) == ["first"])
  }

  /// A finding at the start of the file whose fix edits another place.
  private func finding(_ message: String, put new: String, at range: Range<Int>) -> Finding {
    let edit = Edit(ByteRange(indices: range), new)
    return Finding(
      rule: RuleID("t.old"), severity: .error, path: "a.txt", range: ByteRange(indices: 0..<3),
      message: message,
      fix: Fix(title: "do", safety: .safe, files: [FileEdits(path: "a.txt", edits: [edit])]))
  }

  private func outcome(beside rule: String, _ severity: Severity) async throws -> FixOutcome {
    try await session("old\n\nuse") { text in
      let place = ByteRange(indices: 5..<8)
      let other = Finding(
        rule: RuleID(rule), severity: severity, path: "a.txt", range: place, message: "other")
      guard text.hasPrefix("new") else {
        return ([judged("t.old", at: 0..<3, put: "new"), other], [])
      }
      return ([other], [refusal("m", at: 5..<8)])
    }
  }

  private func unused(_ name: String, where text: String) async throws -> FixOutcome {
    try await session(text) { text in
      guard text.hasPrefix("let") else {
        return ([judged("t.old", at: 0..<3, put: "let \(name)")], [])
      }
      let error = DefiniteError(
        kind: .unusedValue, path: "a.txt", range: ByteRange(indices: 4..<4 + name.utf8.count),
        message: "'\(name)' is never read")
      return ([], [error])
    }
  }
}
