import MoultFindings
import MoultFixes
import MoultSource
import Testing

/// What several programs need changed in the files that they share is one fix.
struct MergedFixesTests {
  private func edit(_ range: Range<Int>, _ text: String) -> Edit {
    Edit(ByteOffset(range.lowerBound)..<ByteOffset(range.upperBound), text)
  }

  private func fix(
    _ files: [String: [Edit]], _ safety: Safety = .safe, imports: ImportChange = ImportChange()
  ) -> Fix {
    Fix(
      title: "Rename it", safety: safety,
      files: files.map { FileEdits(path: $0, edits: $1) }, imports: imports)
  }

  @Test func `edits of one file that do not meet are all made, in their order`() {
    let one = fix(["Makefile": [edit(20..<24, "b")]])
    let other = fix(["Makefile": [edit(0..<4, "a"), edit(30..<30, "c")]], .review)
    let expected = fix(
      ["Makefile": [edit(0..<4, "a"), edit(20..<24, "b"), edit(30..<30, "c")]], .review)
    #expect(one.merged(with: other) == expected)
    #expect(other.merged(with: one) == expected)
  }

  @Test func `an edit that both make is made once`() {
    let one = fix(["a.proto": [edit(0..<4, "a"), edit(8..<9, "b")], "A.swift": [edit(1..<2, "x")]])
    let other = fix(["a.proto": [edit(0..<4, "a")], "B.swift": [edit(1..<2, "y")]])
    #expect(
      one.merged(with: other)
        == fix([
          "a.proto": [edit(0..<4, "a"), edit(8..<9, "b")], "A.swift": [edit(1..<2, "x")],
          "B.swift": [edit(1..<2, "y")],
        ]))
  }

  @Test func `edits that meet and differ cannot be one fix`() {
    let one = fix(["Makefile": [edit(0..<4, "a")]])
    #expect(one.merged(with: fix(["Makefile": [edit(0..<4, "b")]])) == nil)
    #expect(one.merged(with: fix(["Makefile": [edit(2..<3, "a")]])) == nil)
    #expect(one.merged(with: fix(["Makefile": [edit(4..<6, "b")]])) != nil)
  }

  @Test func `modules that either needs are imported`() {
    let one = fix(
      ["A.swift": [edit(0..<1, "a")]],
      imports: ImportChange(add: ["GRPC"], addToFile: ["A.swift": ["NIOCore"]]))
    let other = fix(
      ["B.swift": [edit(0..<1, "b")]],
      imports: ImportChange(
        add: ["NIOPosix"], addToFile: ["A.swift": ["NIOSSL"], "B.swift": ["Logging"]]))
    #expect(
      one.merged(with: other)?.imports
        == ImportChange(
          add: ["GRPC", "NIOPosix"],
          addToFile: ["A.swift": ["NIOCore", "NIOSSL"], "B.swift": ["Logging"]]))
  }
}
