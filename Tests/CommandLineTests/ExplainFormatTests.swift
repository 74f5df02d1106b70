import Foundation
import Testing

@Test func `a page is had as Markdown, as HTML and as JSON`() throws {
  let folder = try TemporaryFolder()
  let rule = "grpc-swift.rpc-error-type"
  let markdown = try folder.moult("explain", rule, "--format", "markdown")
  #expect(markdown.code == 0)
  #expect(markdown.output.hasPrefix("# `RPCError` became `GRPCStatus`\n\n`\(rule)` · "))
  #expect(
    markdown.output.contains(
      """
      -func fail(_ result: Result<Int, RPCError>) {}
      +import GRPC
      +func fail(_ result: Result<Int, GRPCStatus>) {}
      """))
  #expect(!markdown.output.contains("^^^"))

  let html = try folder.moult("explain", rule, "--format", "html").output
  #expect(html.hasPrefix("<!doctype html>"))
  #expect(html.contains("<h1><code>RPCError</code> became <code>GRPCStatus</code></h1>"))
  #expect(html.contains("<ins>func fail(_ result: Result&lt;Int, GRPCStatus&gt;) {}\n</ins>"))
  // It needs nothing beside itself.
  #expect(!html.contains("src=") && !html.contains("<link") && !html.contains("url("))

  let json = try folder.moult("explain", rule, "--format", "json").output
  let page = try JSONDecoder().decode(ExplainedPage.self, from: Data(json.utf8))
  #expect(page.id == rule)
  #expect(page.safeties == ["review"])
  #expect(html.contains(page.html))
}

@Test func `all pages are had at once`() throws {
  let folder = try TemporaryFolder()
  let all = try folder.moult("explain", "--all", "--format", "json").output
  let pages = try JSONDecoder().decode([ExplainedPage].self, from: Data(all.utf8))
  let list = try folder.moult("rules", "--format", "json").output
  let rules = try JSONDecoder().decode([ExplainedRule].self, from: Data(list.utf8))
  #expect(pages.map(\.id) == rules.map(\.id))
  #expect(pages.allSatisfy { $0.html.hasPrefix("<article class=\"rule\">") })
  #expect(pages.allSatisfy { !$0.safeties.isEmpty })
}

@Test func `a project's own page is had like those that are built in`() throws {
  let folder = try TemporaryFolder()
  try folder.write(
    "MoultRules/shop/tidy/sale.md",
    """
    ---
    id: shop.sale
    severity: warning
    find: { command: { words: "shop sale" } }
    safety: manual
    message: "'shop sale' was removed <b>"
    next: run 'shop offer'
    ---
    # `shop sale` was removed

    See [the notes](https://shop.example/notes) and [this](javascript:alert).

    ## In a script

    ```sh before
    shop sale
    # 1-9 shop.sale manual
    ```

    ## Another command is left alone

    ```sh before
    shop offer
    ```
    """)
  try folder.write(".moult.yml", "rule_folders: [MoultRules]\n")
  let run = try folder.moult("explain", "shop.sale", "--format", "html")
  #expect(run.errors == "")
  #expect(run.output.contains("<code>shop sale</code> was removed &lt;b&gt;</p>"))
  #expect(run.output.contains("<a href=\"https://shop.example/notes\">the notes</a>"))
  #expect(!run.output.contains("<a href=\"javascript"))
  #expect(run.output.contains("title=\"shop.sale, manual\">shop sale</mark>"))
}

@Test(arguments: [
  ["explain", "--all"], ["explain", "--all", "--format", "html"],
  ["explain", "--all", "--format", "json", "grpc-swift.rpc-error-type"],
  ["explain", "--type", "A.swift:1:1", "--format", "json"],
  ["explain", "grpc-swift.rpc-error-type", "--format", "pdf"],
  ["explain", "grpc-swift.rpc-error-tpe", "--format", "json"],
])
func `what no format is for is a wrong call`(arguments: [String]) throws {
  let run = try TemporaryFolder().moult(arguments)
  #expect(run.code == 2)
  #expect(run.output == "")
  #expect(run.errors != "")
}

private struct ExplainedRule: Decodable { let id: String }

private struct ExplainedPage: Decodable {
  let id: String
  let safeties: [String]
  let html: String
}
