import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// Code and configuration whose words are those of connect-swift 0.x and of buf, in a project that takes 0.13.
@Suite struct ConnectLookAlikeTests {
  private static let manifest = """
    // swift-tools-version:5.6
    import PackageDescription

    let package = Package(
      name: "App",
      dependencies: [.package(url: "https://github.com/connectrpc/connect-swift", exact: "0.13.0")]
    )
    """

  /// Types of the project by the library's names, a client of grpc-swift 1, and things that close, send and are locked.
  private static let own = """
    import Connect
    import Foundation

    protocol Middleware {}
    final class Locked<T> { var value: T; init(_ value: T) { self.value = value } }
    enum Wire { case grpc, connect }
    enum Status { static func fromName(_ name: String) -> Status? { nil }; case gone }
    struct Letter { var message: String?; var target = ""; var contentType = "" }
    struct Recorder: Middleware {
      func handleUnaryRawReqest(_ text: String, proceed: (String) -> Void) {}
      func unaryFunction() -> Int { 1 }
    }
    final class Socket { func send(_ text: String) throws {}; func close() {} }
    struct Loader {
      let networkProtocol = Wire.grpc
      let client: Acme_PingClient
      func load(_ socket: Socket, completion: (String) -> Void) throws {
        var count = 0
        run { count += 1 }
        let total = Locked(count)
        try socket.send("\\(total.value)")
        socket.close()
        let letter = Letter(message: "/v1/Letter.message")
        completion(letter.message! + letter.target + letter.contentType)
        _ = Status.fromName("gone") == .gone
      }
      func run(_ body: () -> Void) { body() }
    }
    """

  private static let grpc = """
    public protocol Acme_PingClientProtocol {}
    public final class Acme_PingClient: Acme_PingClientProtocol {
      public func ping(_ request: Int, completion: @escaping (Int) -> Void) {}
    }
    """

  private static let files: [(path: String, text: String)] = [
    ("Package.swift", manifest),
    ("Sources/App/Own.swift", own),
    ("Sources/App/ping.grpc.swift", grpc),
    ("compose.yaml", "version: v1\nplugins:\n  - name: connect-swift\n    path: bin/x\n"),
    (
      "deploy/k8s.yaml",
      "apiVersion: v1\nkind: List\nitems:\n  - remote: buf.build/bufbuild/connect-swift:v0.7.0\n"
    ),
    (
      "docs/README.md",
      "Once `buf mod update` and https://github.com/bufbuild/connect-swift were right.\n"
    ),
    ("scripts/run.sh", "go mod update\necho buf mod init # buf mod prune\nbuffer mod init\n"),
    (
      "buf.yaml", "version: v2\nplugins:\n  - plugin: buf-plugin-naming\nlint:\n  use: [STANDARD]\n"
    ),
    (
      "web/buf.gen.yaml",
      "version: v2\nplugins:\n  - remote: buf.build/bufbuild/es:v1.0.1\n    out: gen\n    opt: visibility=public\n"
    ),
  ]

  @Test func `words of others are left alone`() async throws {
    let texts = try Self.files.map { path, text in
      try #require(ProjectText(path: path, bytes: Array(text.utf8)))
    }
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(texts, catalogue, AnalysisOptions(), cache: TreeCache())
    let found = result.findings.map { "\($0.path) \($0.rule)" }
    #expect(found == ["Package.swift connect-swift.package-requirement"])
  }
}
