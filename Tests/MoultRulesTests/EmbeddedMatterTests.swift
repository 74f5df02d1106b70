import MoultRules
import MoultSurfaces
import Testing

@Test func `what the build read of a page is what a reader of YAML reads`() throws {
  var pages = 0
  for text in embeddedTexts {
    guard let matter = text.matter else {
      // What has no front matter is code, or for people alone.
      #expect(
        [".swiftinterface", ".swift", ".h", "README.md"].contains { text.path.hasSuffix($0) },
        "\(text.path)")
      continue
    }
    guard text.path.hasSuffix(".md") else {
      #expect(try parseMatter(text.text) == matter.root, "\(text.path)")
      continue
    }
    pages += 1
    let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = try #require(lines.dropFirst().firstIndex(of: "---"))
    let yaml = lines[1..<end].joined(separator: "\n")
    #expect(try parseMatter(yaml) == matter.root, "\(text.path)")
    #expect(try parsePage(text.text, path: text.path).title == matter.title)
  }
  #expect(pages > 20)
}

@Test func `the heads of built-in pages say what their rows do`() throws {
  let read = try Catalogue(embeddedTexts.map { CatalogueText(path: $0.path, text: $0.text) })
  let builtIn = try Catalogue(embeddedTexts)
  #expect(builtIn.anchors == read.anchors)
  #expect(builtIn.pages.map(\.id) == read.pages.map(\.id))
  #expect(builtIn.pages.map(\.severity) == read.pages.map(\.severity))
  #expect(builtIn.pages.map(\.rows.count) == read.pages.map(\.rows.count))
}

@Test func `a built-in page's prose and cases are there when someone asks`() throws {
  let catalogue = try Catalogue(embeddedTexts)
  for page in catalogue.pages {
    #expect(page.body.hasPrefix("# \(page.title)\n"))
    #expect(!page.cases.isEmpty, "\(page.path)")
  }
}

@Test func `the notation holds line feeds, backslashes and nothing at all`() {
  let matter = EmbeddedMatter(
    notation: "1 m2\n1 pa\n1 s3\n1 p\n2 q~\n3 qx\\\\n\\ny\n4 pb: #\n5 m0\n", title: "")
  func scalar(_ text: String, _ line: Int, isPlain: Bool) -> MatterNode {
    MatterNode(content: .scalar(text, isPlain: isPlain), line: line)
  }
  let list = MatterNode(
    content: .sequence([
      scalar("", 1, isPlain: true), scalar("~", 2, isPlain: false),
      scalar("x\\n\ny", 3, isPlain: false),
    ]), line: 1)
  let table = MatterTable([
    MatterTable.Entry(key: scalar("a", 1, isPlain: true), value: list),
    MatterTable.Entry(
      key: scalar("b: #", 4, isPlain: true),
      value: MatterNode(content: .mapping(MatterTable([])), line: 5)),
  ])
  #expect(matter.root == MatterNode(content: .mapping(table), line: 1))
  #expect(matter.root.mapping?["a"]?.sequence?.map(\.isNull) == [true, false, false])
}
