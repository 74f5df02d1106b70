import Foundation
import MoultFindings
import MoultMatching
import MoultRules
import MoultSurfaces
import Testing

/// `Rules/grpc-objc/renames.txt`: each row of the facts has a page that speaks of it, or a reason why none does.
@Suite struct GRPCObjCTableTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules/grpc-objc")

  /// What the facts' catalogue of rules plans for this library.
  private static let planned: Set = [
    "grpc-objc-v1-call", "grpc-objc-v2-not-started", "grpc-objc-host-scheme",
    "grpc-objc-host-settings", "grpc-objc-options-replace", "grpc-objc-protorpc",
    "grpc-objc-transporttype", "grpc-objc-cronet", "grpc-objc-handler-names",
    "grpc-objc-raw-message", "grpc-objc-swizzle-rpcto", "grpc-objc-two-globals",
    "grpc-objc-pod-skew", "grpc-objc-pre1-flags", "grpc-objc-protobuf-major", "grpc-objc-ios-min",
  ]

  @Test func `the catalogue of the facts is in the table, and the table has not shrunk`() throws {
    let rows = try renameTable(in: Self.folder)
    #expect(Set(rows.keys.filter { $0.hasPrefix("grpc-objc-") }) == Self.planned)
    for id in Self.planned { #expect(rows[id] != .some(nil), "\(id) has no page") }
    #expect(rows.count >= 90)
  }

  /// The words of a row that the page must use: selectors and names, without the class before them and prose.
  private func words(of row: String) -> [String] {
    let words = row.split(separator: " ").map { $0.filter { $0 != "," } }
    let names = words.filter { word in
      word.contains(":") || word.dropFirst().contains(where: \.isUppercase) || word.contains("/")
    }
    return names.count > 1 && names[0] == "GRPCCall" ? Array(names.dropFirst()) : names
  }

  @Test func `each row with a page is spoken of by it`() throws {
    let catalogue = try Catalogue(embeddedTexts)
    for (row, page) in try renameTable(in: Self.folder) {
      guard let page else { continue }
      let found = try #require(
        catalogue.pages.first { $0.id.rawValue == page }, "there is no page \(page)")
      if Self.planned.contains(row) { continue }
      let finders = found.rows.flatMap { row in
        [row.find.subject, row.message] + row.find.options.values
      }
      let text = found.body + finders.joined(separator: " ")
      for word in words(of: row) {
        // A row's `foo` is any RPC's name.
        let stem = word.replacing("RPCToFoo", with: "").replacing("foo", with: "")
        #expect(text.contains(stem), "\(page) does not speak of '\(word)'")
      }
    }
  }

  @Test func `each row without a page has a reason, and each reason a row`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    var reasons: Set<String> = []
    let table = text.split(separator: "| row |")[1]
    for line in table.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 2 && cells[1].count > 10, "\(line)")
      reasons.insert(cells[0].trimmingCharacters(in: ["`"]))
    }
    #expect(try reasons == Set(renameTable(in: Self.folder).filter { $0.value == nil }.keys))
  }

  @Test func `each page of gRPC for Objective-C stands in the table`() throws {
    let named = try Set(renameTable(in: Self.folder).values.compactMap { $0 })
    let pages = try Catalogue(embeddedTexts).pages.map(\.id.rawValue)
      .filter { $0.hasPrefix("grpc-objc.") }
    #expect(Set(pages).subtracting(named).isEmpty)
  }
}
