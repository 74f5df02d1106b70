import MoultSource
import MoultSyntax
import Testing

/// What a branch of an `#if` knows.
struct BuildConditionTests {
  @Test(arguments: [
    ("A && !B", ["A"]), ("!os(Linux) && A || B", []),
    ("canImport(A) && (swift(>=5.9))", ["canImport(A)", "swift(>=5.9)"]), ("A || B", []),
    ("!(A || !B)", ["B"]), ("(A) == B", ["(A)==B"]),
  ])
  func `a condition is taken apart as far as it says something`(
    _ condition: String, _ asserted: [String]
  ) {
    let conditions = BuildConditions(ofClause: clause("#if \(condition)\n#endif"))
    #expect(conditions.asserted == Set(asserted))
  }

  @Test(arguments: ["(", "!", "!(", "(A&&", "A||(", "f(", "A&&!", "A||", "A&&"])
  func `what is nested or goes on without end is read all the same`(_ opening: String) {
    for count in [10, 30_000] {
      for closing in ["", ")"] {
        let text =
          String(repeating: opening, count: count) + "A" + String(repeating: closing, count: count)
        let node = clause("#if \(text)\n#endif")
        #expect(!BuildConditions(ofClause: node).excludes(BuildConditions(ofClause: node)))
      }
    }
  }

  @Test func `a branch knows what its condition says`() {
    let text = "#if !(A || B)\nlet a = 1\n#elseif C && (D)\nlet b = 1\n#endif"
    let tree = parse(SourceText(path: "", bytes: Array(text.utf8)))
    let clauses = tree.root.descendants.filter { $0.kind == .ifConfigClause }
      .map { BuildConditions(ofClause: $0) }
    #expect(clauses.map(\.asserted) == [[], ["C", "D"]])
    #expect(clauses[0].excludes(BuildConditions(ofClause: clause("#if A\n#endif"))))
    #expect(clauses[1].imply(BuildConditions(ofClause: clause("#if D\n#endif"))))
  }

  private func clause(_ text: String) -> Node {
    let root = parse(SourceText(path: "", bytes: Array(text.utf8))).root
    return root.descendants.first { $0.kind == .ifConfigClause } ?? root
  }
}
