import Foundation
import MoultRules
import Testing

private let rules = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules")

/// What a hop's `README.md` says about symbols that no page names: `| `Module.Type.member` | why |`.
///
/// `Module.Type.*` stands for all members of the type that are no types with members of their own.
private struct LeftOut {
  var patterns: [String] = []

  init(hop: String) throws {
    let text = try String(
      contentsOf: rules.appending(path: "grpc-swift/\(hop)/README.md"), encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2, cells[1].count > 10 else {
        Issue.record("a row without a reason: \(line)")
        continue
      }
      patterns += cells[0].split(separator: ", ").map { $0.trimmingCharacters(in: ["`"]) }
    }
  }
}

@Test(arguments: [("SwiftGRPC", "0-1"), ("SwiftGRPC_0_4", "0-1"), ("GRPC", "1-2")])
func `a page names each symbol of an era, or the hop's README says why none does`(
  module: String, hop: String
) throws {
  let catalogue = try Catalogue(embeddedTexts)
  let declared = catalogue.declaredSymbols(ofModule: module)
  let named = catalogue.namedSymbols(ofModule: module, inHop: hop)
  let patterns = try LeftOut(hop: hop).patterns.filter { $0.hasPrefix(module + ".") }
  #expect(!declared.isEmpty)
  let unnamed = declared.filter { !named.contains($0) }
  for symbol in unnamed {
    #expect(patterns.contains { covers($0, symbol) }, "no page names \(symbol)")
  }
  for pattern in patterns {
    #expect(
      unnamed.contains { covers(pattern, $0) },
      "the README leaves out \(pattern), which a page names or no interface declares")
  }
}

private func covers(_ pattern: String, _ symbol: String) -> Bool {
  guard pattern.hasSuffix(".*") else { return pattern == symbol }
  let owner = pattern.dropLast()
  return symbol.hasPrefix(owner)
    && !symbol.dropFirst(owner.count).prefix { $0 != "(" }.contains(".")
}

@Test func `the interface of grpc-swift 0 has not shrunk`() throws {
  // So many were counted when every public name in the tags 0.4.0 to 0.11.0 stood in it.
  let declared = try Catalogue(embeddedTexts).declaredSymbols(ofModule: "SwiftGRPC")
  #expect(declared.count >= 409)
}

@Test func `the interface of grpc-swift 1 has not shrunk`() throws {
  // Its top-level types and the members of all types, as of 1.26.
  let declared = try Catalogue(embeddedTexts).declaredSymbols(ofModule: "GRPC")
  #expect(declared.count >= 700)
}
