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
