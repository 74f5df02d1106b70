import MoultReporting
import Testing

/// `Tests/Docs/markdown.py` holds the same functions against markdown-it over every rule page.
struct MarkdownTests {
  @Test(arguments: [
    ("# A `b`\n\ntext\nmore", "<h1>A <code>b</code></h1>\n<p>text\nmore</p>\n"),
    ("- a\n- b\n  c", "<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>\n"),
    ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n"),
    ("- a\n\n- b", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n"),
    ("```swift x\na < b\n```", "<pre><code class=\"language-swift\">a &lt; b\n</code></pre>\n"),
    ("    a\n\n    b", "<pre><code>a\n\nb\n</code></pre>\n"),
    (
      "| a | b |\n| --- | --- |\n| `x\\|y` | z |",
      "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n<td>z</td>\n</tr>\n</tbody>\n</table>\n"
    ),
  ])
  func `blocks are those of CommonMark`(_ markdown: String, _ html: String) {
    #expect(htmlOfMarkdown(markdown) == html)
  }

  @Test(arguments: [
    ("a *b* **c** _d_ e_f_g", "a <em>b</em> <strong>c</strong> <em>d</em> e_f_g"),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("`a *b* c` ``x`y``", "<code>a *b* c</code> <code>x`y</code>"),
    (
      "[a `]`](b.md) <https://c.d>",
      "<a href=\"b.md\">a <code>]</code></a> <a href=\"https://c.d\">https://c.d</a>"
    ),
    ("\\*a\\*", "*a*"), ("`a", "`a"), ("[a](b", "[a](b"), ("**a", "**a"),
  ])
  func `inline marks are those of CommonMark`(_ markdown: String, _ html: String) {
    #expect(htmlOfInlineMarkdown(markdown) == html)
  }

  @Test(arguments: [
    "[a](javascript:alert(1))", "[a](//other.example)", "<script>alert(1)</script>",
    "[a](data:text/html;x)", "<img src=x onerror=y>", "[a](x\" onclick=\"y)",
  ])
  func `nothing of a page becomes a script`(_ markdown: String) {
    let html = htmlOfMarkdown(markdown)
    #expect(!html.contains("<a ") && !html.contains("<script") && !html.contains("<img"))
  }

  @Test func `marks that nothing closes are looked for once`() {
    let text = String(repeating: "**a [b _d ", count: 20_000) + "`"
    #expect(htmlOfInlineMarkdown(text) == text)
    let nested = String(repeating: "- ", count: 2_000) + "a"
    #expect(htmlOfMarkdown(nested).hasSuffix("</ul>\n"))
  }
}
