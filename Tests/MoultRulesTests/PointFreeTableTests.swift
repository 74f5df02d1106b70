import Foundation
import MoultFindings
import MoultMatching
import MoultRules
import MoultSurfaces
import Testing

/// `Rules/point-free/renames.txt`: each name that went has a page that speaks of it, or a reason why none does.
@Suite struct PointFreeTableTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules/point-free")

  private struct Row {
    let name: String
    /// Nil for a name of which no page speaks.
    let page: String?
  }

  private func table() throws -> [Row] {
    let text = try String(contentsOf: Self.folder.appending(path: "renames.txt"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") || $0.hasPrefix("#file") }.map {
      let cells = $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(name: cells.first ?? "", page: cells.last == "-" ? nil : cells.last)
    }
  }

  @Test func `the table has not shrunk, and names nothing twice`() throws {
    let names = try table().map(\.name)
    #expect(names.count >= 75)
    #expect(Set(names).count == names.count)
  }

  @Test func `each page that the table names is there`() throws {
    let pages = Set(try Catalogue(embeddedTexts).pages.map(\.id.rawValue))
    let missing = try table().compactMap(\.page).filter { !pages.contains($0) }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `each page of the family stands in the table`() throws {
    let named = Set(try table().compactMap(\.page))
    let pages = try Catalogue(embeddedTexts).pages.filter { $0.path.hasPrefix("point-free/") }
      .map(\.id.rawValue)
    // They are about no name: what an annotation needs of the manifest, and the releases that everything needs.
    #expect(
      Set(pages).subtracting(named)
        == [
          "point-free.missing-product", "point-free.architecture-requirement",
          "point-free.early-requirement",
        ])
  }

  @Test func `each name with a page stands in what the page finds, or in its text`() throws {
    let catalogue = try Catalogue(embeddedTexts)
    for row in try table() where !row.name.isConvention {
      guard let id = row.page, let page = catalogue.pages.first(where: { $0.id.rawValue == id })
      else { continue }
      let said =
        page.rows.flatMap { row in
          [row.find.subject, row.message] + row.find.options.values
        }.joined(separator: "\n") + page.body
      #expect(said.contains(row.name.word), "\(id) does not speak of '\(row.name)'")
    }
  }

  @Test func `each name without a page has a reason, and each reason a name`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    var reasons: Set<String> = []
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 2 && cells[1].count > 10, "\(line)")
      reasons.insert(cells[0].trimmingCharacters(in: ["`"]))
    }
    #expect(try reasons == Set(table().filter { $0.page == nil }.map(\.name)))
  }
}

extension String {
  /// `L1` to `L15`, which pages have in their own words.
  fileprivate var isConvention: Bool { wholeMatch(of: /L\d+/) != nil }

  /// The longest word of a name, which a page about it must write.
  fileprivate var word: String {
    let words = split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.max { $0.count < $1.count }.map(String.init) ?? self
  }
}
