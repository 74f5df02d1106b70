import Foundation
import MoultFindings
import MoultMatching
import MoultRules
import MoultSurfaces
import Testing

/// `Rules/swift-protobuf/renames.txt`: each name that went has a page that speaks of it, or a reason why none does.
@Suite struct RenameTableTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules/swift-protobuf")

  @Test func `the table has not shrunk`() throws {
    #expect(try renameTable(in: Self.folder).count >= 120)
  }

  @Test func `each name with a page stands in what the page finds, or in its text`() throws {
    let catalogue = try Catalogue(embeddedTexts)
    for (name, page) in try renameTable(in: Self.folder) {
      guard let page else { continue }
      let found = catalogue.pages.first { $0.id.rawValue == page }
      let subjects = found?.rows.flatMap { row in
        [row.find.subject] + row.find.options.values + [row.message]
      }
      let word = name.prefix { $0 != " " }
      let speaks = subjects?.contains { $0.contains(word) } ?? false
      // A row of prose, such as 'visibility of regenerated code', is spoken of below the front matter.
      let explains = found?.body.localizedCaseInsensitiveContains(word) ?? false
      #expect(speaks || explains, "\(page) does not speak of '\(name)'")
    }
  }

  @Test func `each name without a page has a reason, and each reason a name`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    var reasons: Set<String> = []
    let table = text.components(separatedBy: "## Each row of the facts")[0]
    for line in table.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 2 && cells[1].count > 10, "\(line)")
      reasons.insert(cells[0].trimmingCharacters(in: ["`"]))
    }
    #expect(try reasons == Set(renameTable(in: Self.folder).filter { $0.value == nil }.keys))
  }

  @Test func `each page about what was renamed stands in the table`() throws {
    let named = try Set(renameTable(in: Self.folder).values.compactMap { $0 })
    let pages = try Catalogue(embeddedTexts).pages
      .filter { $0.path.hasPrefix("swift-protobuf/") && !$0.id.rawValue.hasSuffix("-option") }
      .map(\.id.rawValue)
    let apart: Set = [
      "swift-protobuf.carthage-command", "swift-protobuf.conflicting-plugin-options",
      "swift-protobuf.newer-generated-file", "swift-protobuf.newer-generated-shape",
      "swift-protobuf.older-generated-file", "swift-protobuf.package-requirement",
      "swift-protobuf.plugin-file-naming", "swift-protobuf.plugin-option-value",
      "swift-protobuf.unreleased-generator",
    ]
    #expect(Set(pages).subtracting(apart).subtracting(named).isEmpty)
  }
}
