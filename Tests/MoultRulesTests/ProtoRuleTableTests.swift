import Foundation
import MoultFindings
import MoultRules
import Testing

/// The table in `Rules/proto/README.md`: each finding that was planned is a page, or says why not.
@Suite struct ProtoRuleTableTests {
  /// What was planned, by the names of the plan.
  private static let planned = """
    objc-prefix-missing objc-prefix-short objc-prefix-case objc-prefix-chars objc-prefix-reserved
    objc-prefix-inconsistent objc-prefix-shared objc-name-collision objc-platform-name
    objc-reserved-suffix-change objc-service-2-collision objc-half-renamed swift-empty-prefix-shadow
    grpc-objc-v1-call grpc-objc-v2-not-started grpc-objc-host-scheme grpc-objc-host-settings
    grpc-objc-options-replace grpc-objc-protorpc grpc-objc-transporttype grpc-objc-cronet
    grpc-objc-handler-names grpc-objc-raw-message grpc-objc-swizzle-rpcto grpc-objc-two-globals
    grpc-objc-pod-skew grpc-objc-pre1-flags grpc-objc-protobuf-major grpc-objc-ios-min
    objc-unknown-opt
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules/proto")

  private func rows() throws -> [String: String] {
    let text = try String(
      contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    var result: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      result[cells[0].filter { $0 != "`" }] = cells[1]
    }
    return result
  }

  @Test func `each planned finding has a row, and each row is planned`() throws {
    #expect(try Set(rows().keys) == Set(Self.planned))
  }

  @Test func `a row names pages that there are, or gives a reason`() throws {
    let pages = try Set(Catalogue(embeddedTexts).pages.map(\.id.rawValue))
    var named: Set<String> = []
    for (finding, cell) in try rows() {
      let ids = cell.split(separator: "`").map(String.init).filter {
        $0.hasPrefix("proto.") || $0.hasPrefix("grpc-objc.")
      }
      #expect(ids.isEmpty ? cell.hasPrefix("no page") : Set(ids).isSubset(of: pages), "\(finding)")
      named.formUnion(ids)
    }
    let own = pages.filter { $0.hasPrefix("proto.") }
    #expect(own.subtracting(named).isEmpty, "pages that no row names")
  }
}
