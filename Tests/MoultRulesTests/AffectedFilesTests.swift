import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultSource
import MoultSurfaces
import Testing

/// Which files are looked at again after a change.
struct AffectedFilesTests {
  @Test func `what is inferred from a changed declaration reaches on`() throws {
    let files = [
      "A.swift": "func f() -> Old { make() }",
      "B.swift": "struct B { let v = f() }",
      "C.swift": "extension B { static let w = [B().v.size] }",
      "D.swift": "func g() { print(B.w.count) }",
      "E.swift": "let v2: Int = 1\nfunc h() { let x = f; let y = x }",
      "F.swift": "func i() { print(y, v2, x) }",
    ]
    let affected = try affected(files, in: "A.swift", put: "New", for: "Old")
    #expect(affected.sorted() == ["A.swift", "B.swift", "C.swift", "D.swift", "E.swift"])
  }

  @Test func `a change of a body stays where it is`() throws {
    let files = ["A.swift": "func f() -> Int { old() }", "B.swift": "let v = f()"]
    #expect(try affected(files, in: "A.swift", put: "new", for: "old") == ["A.swift"])
  }

  @Test func `a file is judged on both sides of a change or on neither`() throws {
    let chain = "a" + String(repeating: ".b", count: 500)
    let files = ["A.swift": "let x = 1\nlet y = \(chain)", "B.swift": "print(y)"]
    #expect(try affected(files, in: "A.swift", put: "1", for: chain) == ["B.swift"])
    #expect(try affected(files, in: "A.swift", put: "x", for: "y") == ["B.swift"])
    let flat = ["A.swift": "let y = 1", "B.swift": "print(y)"]
    #expect(try affected(flat, in: "A.swift", put: chain, for: "1") == ["B.swift"])
    #expect(try affected(flat, in: "A.swift", put: "2", for: "1") == ["A.swift", "B.swift"])
  }

  private func affected(
    _ files: [String: String], in path: String, put new: String, for old: String
  ) throws -> Set<String> {
    let texts = files.mapValues { Array($0.utf8) }
    let text = try #require(texts[path])
    let range = try #require(text.range(ofText: old, within: text.count))
    let fix = Fix(
      title: "change", safety: .safe, files: [FileEdits(path: path, edits: [Edit(range, new)])])
    let finding = Finding(
      rule: RuleID("t.rule"), severity: .error, path: path, range: range, message: "old", fix: fix)
    let inspection = inspection(TreeCache())
    return inspection.affected(texts, combinedEdits(of: [finding], in: texts, inspection))
  }
}
