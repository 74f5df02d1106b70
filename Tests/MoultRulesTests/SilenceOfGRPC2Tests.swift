import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// Names that grpc-swift 1 and code of grpc-swift 2 share: headers of HTTP/2, and the first name of the plugin.
@Suite struct SilenceOfGRPC2Tests {
  private let manifest =
    "// swift-tools-version:6.0\nimport PackageDescription\nlet package = Package(name: \"Transport\")\n"

  /// Uses headers as a transport of grpc-swift 2 does.
  private let transport = """
    import GRPCCore
    import NIOHPACK
    func headers(_ metadata: Metadata) -> HPACKHeaders {
      var headers = HPACKHeaders()
      for (key, value) in metadata { headers.add(name: key, value: value.encoded()) }
      return headers
    }

    """

  private func rules(
    _ files: [(path: String, text: String, surface: Surface)]
  ) async throws -> [String] {
    let texts = files.map {
      ProjectText(
        source: SourceText(path: $0.path, bytes: Array($0.text.utf8)), surface: $0.surface,
        isGenerated: false)
    }
    let result = await analyse(
      texts, try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
    return result.findings.map { "\($0.path) \($0.rule)" }
  }

  @Test func `headers of a transport for grpc-swift 2 are left alone`() async throws {
    #expect(
      try await rules([
        ("Package.swift", manifest, .manifest), ("Sources/Transport/H.swift", transport, .swift),
      ]) == [])
  }

  @Test func `so they are beside a module of grpc-swift 1, whose own are found`() async throws {
    let old = """
      import GRPC
      import NIOHPACK
      func trace() -> HPACKHeaders { [:] }

      """
    #expect(
      try await rules([
        ("Package.swift", manifest, .manifest), ("Sources/Old/O.swift", old, .swift),
        ("Sources/Transport/H.swift", transport, .swift),
      ]) == [
        "Sources/Old/O.swift grpc-swift.import-grpc", "Sources/Old/O.swift grpc-swift.headers",
      ])
  }

  @Test func `a call of the plugin belongs to the era of the package around it`() async throws {
    let script = "protoc greeter.proto --grpc-swift_out=Gen\n"
    #expect(
      try await rules([
        ("new/Package.swift", manifest, .manifest),
        ("new/Sources/N/N.swift", "import GRPCCore\n", .swift),
        ("new/dev/generate.sh", script, .script),
        ("old/Package.swift", manifest, .manifest),
        ("old/Sources/O/O.swift", "import GRPC\n", .swift),
        ("old/generate.sh", script, .script), ("generate.sh", script, .script),
      ]) == [
        "generate.sh grpc-swift.protoc-plugin-of-grpc-1",
        "old/Sources/O/O.swift grpc-swift.import-grpc",
        "old/generate.sh grpc-swift.protoc-plugin-of-grpc-1",
      ])
  }

  @Test func `headers whose import is rewritten are found beside files of grpc-swift 1`()
    async throws
  {
    #expect(
      try await rules([
        ("Package.swift", manifest, .manifest), ("Sources/Old/H.swift", transport, .swift),
        ("Sources/Old/O.swift", "import GRPC\n", .swift),
      ]) == [
        "Sources/Old/H.swift grpc-swift.headers", "Sources/Old/H.swift grpc-swift.headers",
        "Sources/Old/H.swift grpc-swift.headers", "Sources/Old/O.swift grpc-swift.import-grpc",
      ])
  }

  @Test func `the plugin's first name is left alone in a project of grpc-swift 2`() async throws {
    let script = "protoc greeter.proto --swift_out=Gen --grpc-swift_out=Gen\n"
    let code = "import GRPCCore\nfunc isDown(_ error: RPCError) -> Bool { false }\n"
    #expect(
      try await rules([
        ("generate.sh", script, .script), ("Sources/App/A.swift", code, .swift),
      ]) == [])
    #expect(
      try await rules([("generate.sh", script, .script)])
        == ["generate.sh grpc-swift.protoc-plugin-of-grpc-1"])
  }

  @Test func `a class of an interceptor is found although its file imports grpc-swift 2`()
    async throws
  {
    let code = """
      import GRPCCore
      final class Old<Request, Response>: ClientInterceptor<Request, Response> {}
      struct New: ServerInterceptor {}

      """
    #expect(
      try await rules([("Sources/App/A.swift", code, .swift)])
        == ["Sources/App/A.swift grpc-swift.interceptor"])
  }
}
