import Foundation
import MoultFindings
import MoultMatching
import MoultRules
import MoultSurfaces
import Testing

/// The table at the end of a family's `README.md`: each row of the facts, its page, and what the page does.
///
/// It is put together of `renames.txt`, the reasons above it in the same file, and the pages. With `MOULT_REFRESH` set it is written anew.
@Suite struct FamilyTableTests {
  private static let rules = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules")

  private static let heading = "## Each row of the facts\n"

  @Test(arguments: ["swift-protobuf", "connect-swift"])
  func `the table of a family says what its pages do`(family: String) throws {
    let folder = Self.rules.appending(path: family)
    let readme = folder.appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let parts = text.components(separatedBy: Self.heading)
    #expect(parts.count == 2, "\(family) has no table")
    guard parts.count == 2 else { return }
    let expected = try table(of: family, in: folder, reasons: reasons(in: parts[0]))
    if ProcessInfo.processInfo.environment["MOULT_REFRESH"] != nil {
      try (parts[0] + Self.heading + expected).write(to: readme, atomically: true, encoding: .utf8)
      Issue.record("MOULT_REFRESH is set: read what changed, and run again without it")
      return
    }
    let written = parts[1].split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, other) in zip(written, wanted) { #expect(line == other) }
    #expect(written.count == wanted.count)
  }

  /// Of the rows without a page, by row.
  private func reasons(in text: String) -> [String: String] {
    var result: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.count == 2 { result[cells[0].trimmingCharacters(in: ["`"])] = cells[1] }
    }
    return result
  }

  private func table(
    of family: String, in folder: URL, reasons: [String: String]
  ) throws -> String {
    let catalogue = try Catalogue(embeddedTexts)
    var lines: [String] = []
    var (found, rewritten, all) = (0, 0, 0)
    let rows = try String(contentsOf: folder.appending(path: "renames.txt"), encoding: .utf8)
    for line in rows.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      all += 1
      guard cells[1] != "-" else {
        lines.append("| `\(cells[0])` | | no | \(reasons[cells[0]] ?? "") |")
        continue
      }
      let page = try #require(catalogue.pages.first { $0.id.rawValue == cells[1] })
      let isLoud = page.cases.contains { $0.before.contains { !$0.expected.isEmpty } }
      let safeties = safeties(of: cells[0], on: page)
      if isLoud { found += 1 }
      if isLoud, safeties.contains(where: { $0 != .manual }) { rewritten += 1 }
      let said = safeties.map { $0 == .manual ? "by hand" : $0.rawValue }.joined(separator: ", ")
      let isOwn = page.path.hasPrefix(family + "/")
      let path = isOwn ? String(page.path.dropFirst(family.count + 1)) : "../\(page.path)"
      lines.append(
        "| `\(cells[0])` | [\(page.id.rawValue)](\(path)) | \(isLoud ? "yes" : "no") | \(said) |")
    }
    return """

      Put together from `renames.txt`, the reasons above and the pages (`FamilyTableTests`): \(all) rows, \(found) of them found by a page with a case, \
      \(rewritten) of these with a fix. A safety says how a fix is written where it can be; some places of the same row may be left to a person.

      | row | page | found | rewritten, or why not |
      | --- | --- | --- | --- |
      \(lines.joined(separator: "\n"))

      """
  }

  /// The safeties of the rows of a page that speak of a name, or of all of them; from least to most.
  private func safeties(of name: String, on page: RulePage) -> [Safety] {
    let word = name.prefix { $0 != " " }
    let exact = page.rows.filter { row in
      row.find.subject.hasSuffix("." + word) || row.find.subject == word
    }
    let speaking = page.rows.filter { row in
      row.find.subject.contains(word) || row.message.contains(word)
    }
    let rows = exact.isEmpty ? (speaking.isEmpty ? page.rows : speaking) : exact
    return Set(rows.map(\.safety)).sorted()
  }
}
