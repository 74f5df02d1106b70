import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// What to run for generated code whose generator is called nowhere in the project.
@Suite struct RegenerationHintTests {
  /// Returns the command that a generated file's finding names.
  private func command(for text: String) async throws -> String? {
    let file = ProjectText(
      source: SourceText(path: "Sources/Api/hello.grpc.swift", bytes: Array(text.utf8)),
      surface: .swift, isGenerated: true)
    let result = await analyse(
      [file], try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
    let said = result.findings.compactMap { $0.nextStep ?? $0.message }
    return said.first { $0.contains("this one would: ") }
      .flatMap { $0.split(separator: "'").first { $0.hasPrefix("protoc ") } }.map(String.init)
  }

  private func sample(_ era: String) throws -> String {
    try #require(try Catalogue(embeddedTexts).samples["grpc-swift/\(era)"])
  }

  @Test func `a client of grpc-swift 1 is asked for, and test clients are not`() async throws {
    let both = try await command(for: sample("1"))
    #expect(both?.contains("--grpc-swift-2_out=Sources/Api") == true, "\(both ?? "no command")")
    #expect(both?.contains("=false") == false, "\(both ?? "no command")")
    #expect(both?.contains("TestClient") == false)
  }

  @Test func `what the code does not have is not asked for`() async throws {
    let head = try sample("1").prefix { $0 != "{" }
    let server = try await command(
      for: head.split(separator: "\n").filter { $0.hasPrefix("//") || $0.hasPrefix("import") }
        .joined(separator: "\n")
        + "\npublic protocol Hello_V1_GreeterProvider: CallHandlerProvider {}\n")
    #expect(server?.contains("Visibility=Public,Client=false") == true, "\(server ?? "no command")")
  }
}
