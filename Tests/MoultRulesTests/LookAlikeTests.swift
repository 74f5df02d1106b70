import Foundation
import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// Code of other libraries whose names are those of swift-protobuf 0.9, beside messages as they are written today.
@Suite struct LookAlikeTests {
  /// Three thousand labels and as many slashes, in files that import SwiftProtobuf and files that do not.
  private func files() -> [ProjectText] {
    (0..<100).map { number in
      var text = number % 2 == 0 ? "import SwiftProtobuf\n" : ""
      text += "import Foundation\n"
      for place in 0..<30 {
        let name = "Model\(number)x\(place)"
        text += """
          /// Documented in /\(name).json and https://example.org/\(name).html
          struct \(name) {
            var json: String, text: String, unknown: Int, serializedData: Data
            init(json: String) throws { fatalError() }
            init(protobuf: Data) throws { fatalError() }
            init?(serializedData: Data) { return nil }
            func serializeJSON() throws -> String { json }
            func serializedProtobufSize() -> Int { unknown / json.count }
          }
          func use\(name)(_ a: Int, _ b: [Int]) throws -> String {
            let path = "/\(name).json", half = a/b.count
            let model = try \(name)(json: "{\\"url\\":\\"http://\(name).x\\"}")
            let other = try \(name)(protobuf: Data())
            _ = \(name)(serializedData: other.serializedData)
            return try model.serializeJSON() + path + "\\(half) \\(model.json) \\(other.unknown)"
          }

          """
      }
      return ProjectText(
        source: SourceText(path: "Sources/App/File\(number).swift", bytes: Array(text.utf8)),
        surface: .swift, isGenerated: false)
    }
  }

  @Test func `labels and slashes of other libraries are left alone`() async throws {
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(files(), catalogue, AnalysisOptions(jobs: 4), cache: TreeCache())
    #expect(result.findings.isEmpty)
    #expect(result.gaps.isEmpty)
  }

  @Test(arguments: [
    "func send(_ message: ProtobufMessage) {}",
    "func fail(_ log: (ProtobufEncodingError) -> Void) {}",
    "extension ProtobufEnum { var isSet: Bool { rawValue != 0 } }",
    "func text(_ any: Google_Protobuf_Any) throws -> String { try any.serializeJSON() }",
    "func text(_ any: Google_Protobuf_Any) throws -> String { try any.anyJSONString() }",
    "func size(_ any: Google_Protobuf_Any) throws -> Int { try any.serializedProtobufSize() }",
  ])
  func `one name that is of swift-protobuf 0.9 alone is found without another`(
    code: String
  ) async throws {
    let file = ProjectText(
      source: SourceText(
        path: "Sources/App/Own.swift", bytes: Array("import SwiftProtobuf\n\(code)\n".utf8)),
      surface: .swift, isGenerated: false)
    let result = await analyse(
      [file], try Catalogue(embeddedTexts), AnalysisOptions(jobs: 1), cache: TreeCache())
    #expect(result.findings.count == 1, "\(result.findings)")
    #expect(result.findings.allSatisfy { $0.rule.library == "swift-protobuf" })
  }

  @Test func `each word that shows swift-protobuf 0.9 is declared there and not in 1`() throws {
    func names(ofEra era: String) throws -> Set<Substring> {
      let path = "swift-protobuf/\(era)/SwiftProtobuf.swiftinterface"
      let text = try #require(embeddedTexts.first { $0.name.hasSuffix(path) }).text
      return Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    }
    let library = try Catalogue(embeddedTexts).libraries.first { $0.library == "swift-protobuf" }
    let words = try #require(library?.eras.first).signs.words
    #expect(words.count >= 30)
    let (old, new) = (try names(ofEra: "0"), try names(ofEra: "1"))
    for word in words { #expect(old.contains(word[...]) && !new.contains(word[...]), "\(word)") }
  }

  @Test func `so they are beside swift-protobuf 0.9, whose own names are found`() async throws {
    let catalogue = try Catalogue(embeddedTexts)
    let own = ProjectText(
      source: SourceText(
        path: "Sources/App/Own.swift",
        bytes: Array(
          """
          import Foundation
          import SwiftProtobuf
          func own(_ any: Google_Protobuf_Any) throws -> Data { try any.serializeProtobuf() }
          """.utf8)), surface: .swift, isGenerated: false)
    let result = await analyse(
      files() + [own], catalogue, AnalysisOptions(jobs: 4), cache: TreeCache())
    #expect(result.findings.map(\.rule.rawValue) == ["swift-protobuf.serialize-protobuf"])
  }
}
