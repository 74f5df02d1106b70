import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

private let catalogue = [
  CatalogueText(
    path: "ping/eras.yml",
    text: """
      services: true
      eras:
        - { era: "0", title: Ping 0.x, signs: { modules: [OldPing] } }
        - { era: "1", title: Ping 1.x, signs: { modules: [Ping] } }
      """),
  CatalogueText(
    path: "wire/eras.yml",
    text: """
      eras:
        - { era: "1", title: Wire 1.x, signs: { modules: [Wire] } }
      """),
  CatalogueText(
    path: "ping/0/OldPing.swiftinterface",
    text: """
      // swift-interface-format-version: 1.0
      import Swift
      open class Client { public init() }
      public struct Reply { public var code: Swift.Int { get } }
      """),
  CatalogueText(
    path: "ping/0-1/code.md",
    text: """
      ---
      id: ping.code
      find: { member: OldPing.Reply.code }
      safety: manual
      message: "'code' went with Ping 0"
      next: ask for the status
      ---
      # Code
      """),
]

private let proto = """
  syntax = "proto3";
  package acme.v1;
  message Ask {}
  service Echo { rpc Say(Ask) returns (Ask); }
  service EchoAdmin { rpc Stop(Ask) returns (Ask); }

  """

private let generated = """
  // DO NOT EDIT.
  import OldPing
  import Wire
  public protocol Acme_V1_EchoService {}
  public class Acme_V1_EchoServiceClient: OldPing.Client {
    public func say() -> OldPing.Reply { call("/acme.v1.Echo/Say") }
  }
  public protocol Acme_V1_EchoAdminService {}
  public class Acme_V1_EchoAdminServiceClient: OldPing.Client {
    public func stop() -> OldPing.Reply { call("/acme.v1.EchoAdmin/Stop") }
  }

  """

/// Rows as `service library module surface era: findings`.
private func services(_ files: [(path: String, text: String)]) async throws -> [String] {
  // A manifest makes modules of the folders in Sources.
  let manifest = (path: "Package.swift", text: "// swift-tools-version: 5.9\n")
  let texts = try ([manifest] + files).map { path, text in
    try #require(ProjectText(path: path, bytes: Array(text.utf8)))
  }
  let inventory = await takeInventory(
    texts, try Catalogue(catalogue), AnalysisOptions(jobs: 1), targets: [:], cache: TreeCache()
  ).inventory
  return inventory.services.map { row in
    "\(row.service) \(row.library) \(row.module) \(row.surface.rawValue) \(row.era ?? "?"): "
      + String(row.counts.total)
  }
}

@Test func `a service is seen where it is declared, generated and used`() async throws {
  #expect(
    try await services([
      ("Protos/echo.proto", proto), ("Sources/API/echo.grpc.swift", generated),
      ("Sources/App/A.swift", "import API\nfunc f(_ client: Acme_V1_EchoServiceClient) {}\n"),
      ("Sources/App/B.swift", "// Acme_V1_EchoAdminServiceClient\nlet s = \"Acme_V1_Echo\"\n"),
    ]) == [
      "acme.v1.Echo ping API generated 0: 0", "acme.v1.Echo ping App swift 0: 0",
      "acme.v1.Echo proto Project proto proto3: 0", "acme.v1.EchoAdmin ping API generated 0: 0",
      "acme.v1.EchoAdmin proto Project proto proto3: 0",
    ])
}

@Test func `a finding is about the service that its value came from`() async throws {
  let code = """
    import API
    func f(_ echo: Acme_V1_EchoServiceClient, _ admin: Acme_V1_EchoAdminServiceClient) {
      let reply = echo.say()
      print(reply.code, admin.stop().code)
      let stopped = admin.stop()
      print(stopped.code)
    }

    """
  let rows = try await services([
    ("Sources/API/echo.grpc.swift", generated), ("Sources/App/A.swift", code),
  ])
  #expect(
    rows.filter { $0.contains(" App ") } == [
      "acme.v1.Echo ping App swift 0: 1", "acme.v1.EchoAdmin ping App swift 0: 2",
    ])
}

@Test func `what goes back to no service is the only one's that the file names, or nobody's`()
  async throws
{
  let one = """
    import API
    import OldPing
    var client: Acme_V1_EchoServiceClient?
    func f(_ reply: Reply) -> Int { reply.code }

    """
  let two = one + "var admin: Acme_V1_EchoAdminServiceClient?\n"
  let rows = try await services([
    ("Sources/API/echo.grpc.swift", generated), ("Sources/One/A.swift", one),
    ("Sources/Two/A.swift", two),
  ])
  #expect(
    rows.filter { $0.contains(" One ") || $0.contains(" Two ") } == [
      "acme.v1.Echo ping One swift 0: 1", "acme.v1.Echo ping Two swift 0: 0",
      "acme.v1.EchoAdmin ping Two swift 0: 0",
    ])
}
