import MoultFindings
import MoultMatching
import MoultRules
import MoultSurfaces
import Testing

private func page(_ matter: String, _ body: String = "# Title\n") throws(PageError) -> RulePage {
  try parsePage("---\n\(matter)\n---\n\(body)", path: "p.md")
}

private let head = "id: t.rule\nfind: { type: M.T }\nput: M.U\nsafety: safe\nmessage: old"

@Test func `a page without rows is one row`() throws {
  let page = try page(head)
  #expect(page.id == RuleID("t.rule"))
  #expect(page.rows.count == 1)
  #expect(page.rows[0].find.word == "type")
  #expect(page.rows[0].find.subject == "M.T")
  #expect(page.severity == .warning)
}

@Test func `a row takes what it does not say from the page`() throws {
  let page = try page(
    """
    id: t.rule
    message: old
    safety: review
    rows:
      - find: { member: M.T.a }
        put: $base.b
      - find: { member: M.T.c }
        put: { text: $base.d, optional: false, throws: false }
        safety: safe
    """)
  #expect(page.rows.map(\.safety) == [.review, .safe])
  #expect(page.rows.map(\.message) == ["old", "old"])
  guard case .put(let put) = page.rows[1].action else {
    Issue.record("the second row puts something")
    return
  }
  #expect(!put.staysOptional)
  #expect(!put.staysThrowing)
}

@Test func `an unknown key names the nearest one and its line`() {
  #expect(
    throws: PageError(
      path: "p.md", PagePlace(line: 7, column: 1, length: 7),
      message: "'sevrity' is not a key of a page; did you mean 'severity'?")
  ) {
    try page(head + "\nsevrity: error")
  }
}

@Test func `an unknown finder names the nearest one`() {
  #expect(
    throws: PageError(
      path: "p.md", PagePlace(line: 3, column: 9, length: 4),
      message: "'tipe' is not a finder; did you mean 'type'?")
  ) {
    try page("id: t.rule\nfind: { tipe: M.T }\nsafety: manual\nmessage: m\nnext: n")
  }
}

@Test func `a rule without an edit is manual and says what to do`() {
  #expect(throws: PageError.self) {
    try page("id: t.rule\nfind: { type: M.T }\nsafety: safe\nmessage: m")
  }
  #expect(throws: PageError.self) {
    try page("id: t.rule\nfind: { type: M.T }\nsafety: manual\nmessage: m")
  }
}

@Test func `a page without front matter, heading or id is no page`() {
  #expect(throws: PageError.self) { try parsePage("# Title\n", path: "p.md") }
  #expect(throws: PageError.self) { try page(head, "no heading\n") }
  #expect(throws: PageError.self) {
    try page("find: { type: M.T }\nsafety: safe\nmessage: m\nput: x")
  }
  #expect(throws: PageError.self) { try page(head.replacing("t.rule", with: "Rule")) }
}

@Test func `front matter that is no YAML is an error and no crash`() {
  #expect(throws: PageError.self) { try page("id: [") }
  #expect(throws: PageError.self) { try page("- a\n- b") }
  #expect(throws: PageError.self) { try page("") }
}

@Test func `aliases that stand for an endless key are an error and no hang`() {
  let doubled = (1..<40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
  let matter = ["a0: &a0 [x]"] + doubled + ["? *a39", ": 1", "? *a39", ": 2"]
  #expect(
    throws: PageError(
      path: "p.md", PagePlace(line: 3, column: 10, length: 3),
      message: "'*a0' is an alias, which front matter cannot have")
  ) {
    try page(matter.joined(separator: "\n"))
  }
}

@Test func `an ampersand or an asterisk in a value is no alias`() throws {
  let page = try page(head.replacing("put: M.U", with: "put: f(&a, b * c)"))
  #expect(page.rows.count == 1)
}

@Test func `caret lines mark columns of the line above and are no code`() throws {
  let page = try page(
    head,
    """
    # Title

    ## A case

    ```swift before
    let x: T = 1
    //     ^ t.rule safe
    T()
    // 1-1 t.rule review
    ```
    ```swift after
    let x: U = 1
    U()
    ```
    """)
  let block = try #require(page.cases.first?.before.first)
  #expect(block.text == "let x: T = 1\nT()\n")
  #expect(block.expected.map(\.line) == [1, 2])
  #expect(block.expected.map(\.columns) == [8..<9, 1..<2])
  #expect(block.expected.map(\.safety) == [.safe, .review])
  #expect(page.cases[0].after.map(\.text) == ["let x: U = 1\nU()\n"])
}

@Test func `a column that has no next one is no caret line and no crash`() throws {
  let last = Int.max
  let page = try page(
    head, "# T\n\n## C\n\n```swift before\nT()\n// 1-\(last) t.rule safe\n```\n")
  let block = try #require(page.cases.first?.before.first)
  #expect(block.expected.isEmpty)
  #expect(block.text == "T()\n// 1-\(last) t.rule safe\n")
}

@Test func `a code block that is not closed is an error`() {
  #expect(throws: PageError.self) { try page(head, "# T\n\n## C\n\n```swift before\nlet x = 1\n") }
}
