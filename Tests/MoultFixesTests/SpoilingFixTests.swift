import MoultFindings
import MoultFixes
import MoultSource
import Testing

/// Fixes in twenty files, the last of which has two; its text is broken where it has both new words.
private func outcome(counting looks: Count) async throws -> FixOutcome {
  let paths = (10..<30).map { "\($0).txt" }
  let last = "29.txt"
  let texts = Dictionary(uniqueKeysWithValues: paths.map { ($0, Array("one two".utf8)) })
  let inspection = Inspection(
    errorCount: { path, bytes in
      looks.note([path: bytes])
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains("uno") && text.contains("duo") ? 1 : 0
    },
    comments: { _, _ in [] }, importEdits: { _, _, _ in [] })
  return try await fix(texts, FixPolicy(allowed: [.safe]), inspection: inspection) { texts, _ in
    let findings = paths.flatMap { path in
      let text = String(decoding: texts[path] ?? [], as: UTF8.self)
      let found = places("one", "two", in: text)
      return [
        found["one"].map { judged("t.one", at: $0, in: path, put: "uno") },
        path == last ? found["two"].map { judged("t.two", at: $0, in: path, put: "duo") } : nil,
      ].compactMap(\.self)
    }
    return Judgement(findings: findings.sorted())
  }
}

@Test func `the first fix that spoils a text together with others is taken back`() async throws {
  let outcome = try await outcome(counting: Count())
  #expect(outcome.refusals == ["t.two: the result would not parse together with other fixes"])
  #expect(outcome.changed.count == 20)
  #expect(String(decoding: outcome.changed["29.txt"] ?? [], as: UTF8.self) == "uno two")
}

@Test func `who looks for a fix that spoils a text looks at each new text once`() async throws {
  let looks = Count()
  _ = try await outcome(counting: looks)
  // Twenty files, and one of them with either of its fixes, beside what they were.
  #expect(looks.value <= 2 * 22, "\(looks.value) looks")
}
