import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// A made-up library whose calls get every effect, and whose optionals stop being optional.
private let acme = [
  CatalogueText(
    path: "acme/AcmeNet.swiftinterface",
    text: """
      // swift-interface-format-version: 1.0
      import Swift
      public class Link {
        public init()
        public func ping(_ times: Swift.Int) -> Swift.Int
        public func check(_ times: Swift.Int) -> Swift.Int
        public func fetch(_ times: Swift.Int) -> Swift.Int
        public func read(_ times: Swift.Int) throws -> Swift.Int
        public func other(_ times: Swift.Int) throws -> Swift.Int
        public var name: Swift.String? { get }
        public var load: Swift.Int { get }
      }
      """),
  page("ping", "call: \"AcmeNet.Link.ping(_:)\"", "{ text: \"$base.reach($1)\", async: true }"),
  page("check", "call: \"AcmeNet.Link.check(_:)\"", "{ text: \"$base.verify($1)\", throws: true }"),
  page(
    "fetch", "call: \"AcmeNet.Link.fetch(_:)\"",
    "{ text: \"$base.get($1)\", async: true, throws: true }"),
  page("read", "call: \"AcmeNet.Link.read(_:)\"", "{ text: \"$base.bytes($1)\", throws: false }"),
  page("name", "member: AcmeNet.Link.name", "{ text: $base.title, optional: false }"),
  page("load", "member: AcmeNet.Link.load", "{ text: $base.weight, async: true, throws: true }"),
]

private func page(_ name: String, _ find: String, _ put: String) -> CatalogueText {
  CatalogueText(
    path: "acme/\(name).md",
    text: """
      ---
      id: acme.\(name)
      find: { \(find) }
      put: \(put)
      safety: safe
      message: "'\(name)' is old"
      ---
      # \(name)
      """)
}

/// What became of a small project.
struct Rewritten {
  let texts: [String: String]

  /// Of the findings before the fixes: `acme.ping safe`, or `acme.ping manual: reason`.
  let found: [String]

  /// The texts of the fixes' evidence.
  let reasons: [String]

  init(_ files: [String: String]) async throws {
    let catalogue = try Catalogue(acme)
    try catalogue.checkSymbols()
    let project = files.map { path, text in
      ProjectText(
        source: SourceText(path: path, bytes: Array(text.utf8)), surface: .swift,
        isGenerated: hasGeneratedName(path))
    }
    let options = AnalysisOptions()
    let before = await analyse(project, catalogue, options, cache: TreeCache()).findings
    found = before.map { "\($0.rule) \($0.safety)" + ($0.nextStep.map { ": " + $0 } ?? "") }
    reasons = before.flatMap(\.evidence).map(\.text)
    let outcome = try await fixProject(
      project, catalogue, options, FixPolicy(allowed: [.safe, .review]), cache: TreeCache()
    ).outcome
    #expect(outcome.refused == [])
    texts = files.merging(outcome.changed.mapValues { String(decoding: $0, as: UTF8.self) }) { $1 }
  }
}

/// Checks what becomes of one file that imports the library; `let link` is a global of it.
func expectRewrite(
  _ before: String, _ after: String, _ found: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let head = "import AcmeNet\nlet link = Link()\n"
  let result = try await Rewritten(["A.swift": head + before])
  #expect(result.texts["A.swift"] == head + after, sourceLocation: sourceLocation)
  if let found {
    #expect(
      result.found.contains { $0.hasPrefix(found) }, "\(result.found)",
      sourceLocation: sourceLocation)
  }
}
