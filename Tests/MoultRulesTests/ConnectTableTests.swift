import Foundation
import MoultFindings
import MoultMatching
import MoultRules
import MoultSurfaces
import Testing

/// `Rules/connect-swift/renames.txt`: each row of the facts has a page that speaks of it, or a reason why none does.
@Suite struct ConnectTableTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules/connect-swift")

  @Test func `the table has not shrunk`() throws {
    let rows = try renameTable(in: Self.folder).keys
    #expect(rows.count >= 120)
    // Section 9 of the facts has 35 rows, three of which are two pages each.
    #expect(rows.filter(isCatalogueID).count == 38)
  }

  @Test func `each row with a page is spoken of by it`() throws {
    let catalogue = try Catalogue(embeddedTexts)
    for (name, page) in try renameTable(in: Self.folder) {
      guard let page else { continue }
      let found = catalogue.pages.first { $0.id.rawValue == page }
      #expect(found != nil, "there is no page \(page)")
      // The catalogue's ids are the facts' own.
      if isCatalogueID(name) { continue }
      let word = name.prefix { $0 != " " && $0 != "(" }.split(separator: ".").last ?? "[A"
      let label = name.drop { $0 != "(" }.dropFirst().prefix { $0 != ":" && $0 != ")" }
      let text =
        (found?.body ?? "")
        + (found?.rows.map { "\($0.find.subject) \($0.message)" }.joined(separator: " ") ?? "")
      #expect(text.localizedCaseInsensitiveContains(word), "\(page) does not speak of '\(name)'")
      #expect(label.isEmpty || text.contains(label), "\(page) does not speak of '\(name)'")
    }
  }

  @Test func `each row without a page has a reason, and each reason a row`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    var reasons: Set<String> = []
    let table = text.split(separator: "## Known gaps")[0].split(separator: "| name |")[1]
    for line in table.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 2 && cells[1].count > 10, "\(line)")
      reasons.insert(cells[0].trimmingCharacters(in: ["`"]))
    }
    #expect(try reasons == Set(renameTable(in: Self.folder).filter { $0.value == nil }.keys))
  }

  @Test func `each page of connect-swift and buf stands in the table`() throws {
    let named = try Set(renameTable(in: Self.folder).values.compactMap { $0 })
    let pages = try Catalogue(embeddedTexts).pages
      .filter { $0.path.hasPrefix("connect-swift/") || $0.path.hasPrefix("buf/") }
    #expect(Set(pages.map(\.id.rawValue)) == named)
  }

  @Test func `each page has a case that is found and one that is not`() throws {
    let pages = try Catalogue(embeddedTexts).pages
      .filter { $0.path.hasPrefix("connect-swift/") || $0.path.hasPrefix("buf/") }
    for page in pages {
      let loud = page.cases.filter { $0.before.contains { !$0.expected.isEmpty } }
      #expect(!loud.isEmpty, "\(page.id) finds nothing in its cases")
      #expect(loud.count < page.cases.count, "\(page.id) has no silent case")
    }
  }
}

/// Whether a row is an id of the facts' catalogue: `connect-client-options`.
private func isCatalogueID(_ name: String) -> Bool {
  name.hasPrefix("buf-gen-") || name.hasPrefix("connect-") && !name.hasPrefix("connect-swift")
}
