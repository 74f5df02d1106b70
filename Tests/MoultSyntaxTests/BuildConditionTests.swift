import MoultSource
import MoultSyntax
import Testing

/// What the condition of an `#if` is taken apart into.
struct BuildConditionTests {
  @Test func `operators bind as they do in Swift`() {
    #expect(
      BuildCondition("!os(Linux) && A || (B || swift(>=5.9))".utf8)
        == .any([
          .all([.not(.flag("os(Linux)")), .flag("A")]),
          .any([.flag("B"), .flag("swift(>=5.9)")]),
        ]))
    #expect(BuildCondition("!!(A)".utf8) == .flag("A"))
    #expect(BuildCondition("canImport(A)".utf8) == .flag("canImport(A)"))
  }

  @Test(arguments: ["A &&", "(A", "A)", "(A) == B", "|| A", "", "!"])
  func `what is malformed is not taken apart`(_ text: String) {
    #expect(BuildCondition(text.utf8) == .flag(text.filter { $0 != " " }))
  }

  @Test(arguments: ["(", "!", "!(", "(A&&", "A||(", "f(", "A&&!"])
  func `the work grows with the text alone`(_ opening: String) {
    let count = 3000
    for closing in ["", ")"] {
      let text =
        String(repeating: opening, count: count) + "A" + String(repeating: closing, count: count)
      var reader = ConditionReader(text.utf8)
      _ = reader.condition()
      #expect(reader.steps <= 8 * text.utf8.count)
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
