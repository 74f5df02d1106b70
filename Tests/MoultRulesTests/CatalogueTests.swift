import MoultAnalysis
import MoultFindings
import MoultRules
import Testing

private let catalogue = Result { try Catalogue(embeddedTexts) }

@Test func `the built-in catalogue is sound`() throws {
  try catalogue.get().check()
  #expect(try catalogue.get().pages.count > 20)
}

@Test(arguments: ((try? catalogue.get())?.pages ?? []).indices)
func `the cases of every page hold`(page: Int) async throws {
  let catalogue = try catalogue.get()
  for failure in await failures(of: catalogue.pages[page], in: catalogue) {
    Issue.record("\(failure)")
  }
}

@Test func `every page has a case in which something is found and one in which nothing is`() throws
{
  for page in try catalogue.get().pages {
    let loud = page.cases.filter { pageCase in
      pageCase.before.contains { $0.expected.contains { $0.rule == page.id } }
    }
    let silent = page.cases.filter { pageCase in
      !pageCase.before.contains { $0.expected.contains { $0.rule == page.id } }
    }
    #expect(!loud.isEmpty, "\(page.path) has no loud case")
    #expect(!silent.isEmpty, "\(page.path) has no silent case")
  }
}

@Test func `a symbol that no interface declares is an error`() {
  let page = CatalogueText(
    path: "grpc-swift/0-1/x.md",
    text:
      "---\nid: t.rule\nfind: { type: SwiftGRPC.Nothing }\nput: x\nsafety: safe\nmessage: m\n---\n# T\n"
  )
  #expect(
    throws: PageError(
      path: "grpc-swift/0-1/x.md", line: 2,
      message: "no interface declares 'SwiftGRPC.Nothing', which the page looks for")
  ) {
    try Catalogue(embeddedTexts + [page]).check()
  }
}

@Test func `two pages of one id are an error`() {
  let text =
    "---\nid: grpc-swift.pod\nfind: { pod: X }\nput: Y\nsafety: safe\nmessage: m\n---\n# T\n"
  #expect(throws: PageError.self) {
    try Catalogue(embeddedTexts + [CatalogueText(path: "own.md", text: text)])
  }
}
