import MoultReporting
import Testing

struct RuleArticleTests {
  private let page = """
    # `a` became `b`

    Why & how.

    ## A call

    Read this.

    ```swift before
    f(a)
    //^ x.a review
    ```
    ```swift after
    f(b)
    ```

    ## With an option

    ```yaml before path=.moult.yml
    x: y
    ```
    ```swift before
    f(c) // ## no heading
    ```
    """

  private func article(_ message: String = "'a' was removed") -> RuleArticle {
    let prose = PageSections(ofPage: page)
    return RuleArticle(
      id: "x.a", title: "`a` became `b`", library: "x", hop: "0-1", severity: "error",
      finders: ["call"], step: 0, safeties: ["review"], messages: [message], nextSteps: [],
      introduction: prose.introduction,
      sections: [
        RuleArticle.Section(
          title: prose.sections[0].title, text: prose.sections[0].text,
          files: [
            RuleArticle.File(
              path: "A.swift", language: "swift", before: "f(a)\n", after: "f(b)\n",
              findings: [
                RuleArticle.Mark(line: 1, column: 3, endColumn: 4, rule: "x.a", safety: "review")
              ])
          ]),
        RuleArticle.Section(
          title: prose.sections[1].title, text: prose.sections[1].text,
          files: [
            RuleArticle.File(
              path: "B.swift", language: "swift", before: "f(c)\n", after: nil, findings: [])
          ]),
      ])
  }

  @Test func `the code of cases is no prose, their configuration is`() {
    let prose = PageSections(ofPage: page)
    #expect(prose.introduction == "Why & how.")
    #expect(prose.sections.map(\.title) == ["A call", "With an option"])
    #expect(prose.sections.map(\.text) == ["Read this.", "```yaml\nx: y\n```"])
  }

  @Test func `an example is a difference in which findings are marked`() {
    let html = article().html
    #expect(
      html.contains(
        "<del>f(<mark class=\"review\" title=\"x.a, review\">a</mark>)\n</del><ins>f(b)\n</ins>"))
    #expect(html.contains("<h2>What it leaves alone</h2>"))
    #expect(html.contains("<summary>With an option</summary>"))
    #expect(html.contains("x 0 → 1"))
  }

  @Test func `Markdown has differences and no caret lines`() {
    let markdown = article().markdown
    #expect(markdown.contains("```diff\n-f(a)\n+f(b)\n```"))
    #expect(
      markdown.contains(
        "### With an option\n\n```yaml\nx: y\n```\n\n`B.swift`\n\n```swift\nf(c)\n```"))
    #expect(!markdown.contains("^"))
  }

  @Test func `a message cannot become markup`() {
    let html = article("'<b>' & \"x\" <script>").htmlPage
    #expect(html.contains("<code>&lt;b&gt;</code> &amp; &quot;x&quot; &lt;script&gt;"))
    #expect(!html.contains("<script>"))
  }

  @Test func `lines that both texts have are there once`() {
    let file = RuleArticle.File(
      path: "A.swift", language: "swift", before: "a\nb\nc\n", after: "a\nx\nc\nd\n", findings: [])
    #expect(file.lines.map(\.text) == ["a", "b", "x", "c", "d"])
    #expect(file.lines.map(\.kind) == [.kept, .removed, .added, .kept, .added])
  }
}
