import MoultFindings
import MoultFixes
import MoultSource
import Testing

/// A fix whose only fault is an import that its file lacks.
@Suite struct SuppliedImportTests {
  /// Finds `old`, whose fix writes a name of the module `M`, and says what else a text deserves.
  private func run(
    _ text: String, isHealed: @escaping (String) -> Bool
  ) async throws -> FixOutcome {
    try await session(text) { text in
      let place = places("old", "new", in: text)
      let findings = place["old"].map { [judged("t.old", at: $0, put: "new")] } ?? []
      let error = place["new"].map { refusal("'new' is of 'M'", at: $0, missingImport: "M") }
      return (findings, isHealed(text) ? [] : [error].compactMap { $0 })
    }
  }

  @Test func `the import is added and the fix stays`() async throws {
    let outcome = try await run("a\nold") { $0.contains("import M\n") }
    #expect(outcome.text == "import M\na\nnew")
    #expect(outcome.refused == [])
    #expect(outcome.accounts.fixed == 1)
  }

  @Test func `a fix that the import does not heal is taken back, and its import with it`()
    async throws
  {
    let outcome = try await run("a\nold") { _ in false }
    #expect(outcome.changed.isEmpty)
    #expect(outcome.refusals.count == 1)
  }

  @Test func `the import is added where a finding tells of the error too`() async throws {
    let outcome = try await session("a\nold said") { text in
      let place = places("old", "new", "said", in: text)
      let findings =
        (place["old"].map { [judged("t.old", at: $0, put: "new")] } ?? [])
        + (place["said"].map { [judged("t.told", at: $0)] } ?? [])
      let error = place["new"].map { refusal("'new' is of 'M'", at: $0, missingImport: "M") }
      return (findings, text.contains("import M\n") ? [] : [error].compactMap { $0 })
    }
    #expect(outcome.text == "import M\na\nnew said")
  }
}
