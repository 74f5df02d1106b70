import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// Two libraries: one with three eras, and one whose eras share what can be seen in source.
private let eras = [
  CatalogueText(
    path: "ping/eras.yml",
    text: """
      eras:
        - era: "0"
          title: Ping 0.x
          signs:
            modules: [OldPing]
            products: [OldPing]
            packages: [{ name: acme/ping, below: "1", branches: [legacy] }]
            pods: [OldPing]
            generators: [oldping]
        - era: "1"
          title: Ping 1.x
          signs:
            modules: [Ping]
            products: [Ping]
            packages: [{ name: acme/ping, from: "1", below: "2" }]
            pods: [Ping]
            generators: [ping]
            remotes: [acme/ping]
            files: [ping-config.json]
          needs: { macOS: "12", iOS: "13" }
        - era: "2"
          title: Ping 2.x
          signs:
            modules: [PingCore]
            packages: [{ name: acme/ping, from: "2" }, acme/ping-2]
          needs: { iOS: "18" }
      """),
  CatalogueText(
    path: "wire/eras.yml",
    text: """
      signs: { modules: [Wire], headers: [WireKit] }
      eras:
        - { era: "1", title: Wire 1.x, signs: { marks: [WireVersion_1] } }
        - { era: "2", title: Wire 2.x, signs: { marks: [WireVersion_2] } }
      """),
]

private let rule = [
  CatalogueText(
    path: "ping/0/OldPing.swiftinterface",
    text: """
      // swift-interface-format-version: 1.0
      import Swift
      public struct Echo { public var code: Swift.Int { get } }
      """),
  CatalogueText(
    path: "ping/0-1/echo.md",
    text: """
      ---
      id: ping.echo
      find: { type: OldPing.Echo }
      safety: manual
      message: "'Echo' went with Ping 0"
      next: ask for its code
      ---
      # Echo
      """),
]

private func inventory(
  _ files: [(path: String, text: String)], targets: [String: String] = [:], jobs: Int = 1
) async throws -> Inventory {
  let texts = try files.map { path, text in
    try #require(ProjectText(path: path, bytes: Array(text.utf8)))
  }
  return await takeInventory(
    texts, try Catalogue(eras + rule), AnalysisOptions(jobs: jobs), targets: targets,
    cache: TreeCache()
  ).inventory
}

/// Rows as `library module surface era path:line`, with the first place of each.
private func rows(_ files: [(path: String, text: String)]) async throws -> [String] {
  try await inventory(files).rows.map { row in
    let place = row.places[0]
    return "\(row.library) \(row.module) \(row.surface.rawValue) \(row.era ?? "?") "
      + "\(place.path):\(place.line)"
  }
}

private func blockers(
  _ files: [(path: String, text: String)], targets: [String: String] = [:]
) async throws -> [String] {
  try await inventory(files, targets: targets).blockers.map {
    "\($0.kind.rawValue) \($0.module): \($0.message)"
  }
}

@Test func `an import tells the era of the module that it stands in`() async throws {
  let rows = try await rows([
    ("Package.swift", ""),
    ("Sources/App/A.swift", "import Foundation\n#if os(Linux)\nimport OldPing\n#endif\n"),
    ("Sources/Core/B.swift", "@testable import struct PingCore.Echo\n"),
    ("Sources/Core/x.pb.swift", "import Ping\n"),
  ])
  #expect(
    rows == [
      "ping App swift 0 Sources/App/A.swift:3", "ping Core swift 2 Sources/Core/B.swift:1",
      "ping Core generated 1 Sources/Core/x.pb.swift:1",
    ])
}

@Test func `a module that the project itself makes is no library's`() async throws {
  let rows = try await rows([
    ("Package.swift", ""), ("Sources/Ping/A.swift", "struct Echo {}"),
    ("Sources/App/B.swift", "import Ping\n"),
  ])
  #expect(rows == [])
}

@Test func `a sign that fits every era takes the one era that the rest of the project speaks`()
  async throws
{
  let source = [("Package.swift", ""), ("Sources/App/A.swift", "import Wire\n")]
  #expect(try await rows(source) == ["wire App swift ? Sources/App/A.swift:1"])
  let one = source + [("Sources/App/a.pb.swift", "// x\nlet v = WireVersion_2()\n")]
  #expect(
    try await rows(one) == [
      "wire App swift 2 Sources/App/A.swift:1", "wire App generated 2 Sources/App/a.pb.swift:2",
    ])
  let two = one + [("Sources/App/b.pb.swift", "let v = WireVersion_1()\n")]
  #expect(try await rows(two).first == "wire App swift ? Sources/App/A.swift:1")
}

@Test func `a mark counts in generated code alone`() async throws {
  let rows = try await rows([("A.swift", "let v = WireVersion_1()\n")])
  #expect(rows == [])
}

@Test(arguments: [
  (#"from: "0.11.0""#, "0"), (#".upToNextMinor(from: "1.26.1")"#, "1"),
  (#""0.5.0"..<"1.0.0""#, "0"), (#"exact: "2.0.0-beta.1""#, "2"), (#"branch: "legacy""#, "0"),
  (#"branch: "main""#, "?"), (#"revision: "0123abc""#, "?"),
])
func `a package's requirement tells its era`(requirement: String, era: String) async throws {
  let rows = try await rows([
    (
      "Package.swift",
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "App", dependencies: [
        .package(url: "https://github.com/acme/ping.git", \(requirement)),
        .package(url: "https://github.com/other/ping", from: "1.0.0"),
      ])
      """
    )
  ])
  #expect(rows == ["ping Project manifest \(era) Package.swift:4"])
}

@Test func `the product of a target speaks for the target's module`() async throws {
  let rows = try await rows([
    (
      "Package.swift",
      """
      import PackageDescription
      let package = Package(name: "App", targets: [
        .target(name: "Net", dependencies: [
          "OldPing", .product(name: "Ping", package: "ping"), .target(name: "Ping")]),
      ])
      """
    )
  ])
  #expect(
    rows == ["ping Net manifest 0 Package.swift:4", "ping Net manifest 1 Package.swift:4"])
}

@Test func `pods, locks, Cartfiles and generator calls are evidence`() async throws {
  let rows = try await rows([
    ("Cartfile", "github \"acme/ping\" ~> 0.9\n"),
    ("Makefile", "gen:\n\tprotoc --oldping_out=. --plugin=bin/protoc-gen-oldping a.proto\n"),
    (
      "Package.resolved",
      #"{"pins":[{"identity":"p","location":"https://x/acme/ping-2.git","state":{"version":"2.1.0"}}],"version":2}"#
    ),
    ("Podfile", "target 'A' do\n  pod 'OldPing'\nend\n"),
    ("Podfile.lock", "PODS:\n  - Ping/Core (1.4.0):\n    - Other\n"),
    (
      "buf.gen.yaml",
      "version: v1\nplugins:\n  - plugin: buf.build/acme/ping:v1.2.0\n    out: gen\n"
    ),
    ("tool/buf.gen.yaml", "version: v2\nplugins:\n  - local: protoc-gen-ping\n    out: gen\n"),
    ("grpc/a.m", "#import <WireKit/WireKit.h>\n@import Foundation;\n"),
  ])
  #expect(
    rows == [
      "ping Project manifest 0 Cartfile:1", "ping Project manifest 1 Podfile.lock:2",
      "ping Project manifest 2 Package.resolved:1", "ping Project generator 0 Makefile:2",
      "ping Project generator 1 buf.gen.yaml:3", "wire Project objective-c ? grpc/a.m:1",
    ])
}

@Test func `a file that shows the library through a finding alone is a place of its own`()
  async throws
{
  let inventory = try await inventory([
    ("Package.swift", ""), ("Sources/App/A.swift", "import OldPing\nlet a: Echo? = nil\n"),
    ("Sources/App/B.swift", "\nlet b: [Echo] = []\n"),
  ])
  let row = try #require(inventory.rows.first)
  #expect(row.counts == FindingCounts(manual: 2))
  #expect(
    row.places == [
      EraPlace(path: "Sources/App/A.swift", line: 1, why: "'import OldPing'"),
      EraPlace(path: "Sources/App/B.swift", line: 2, why: "'Echo' went with Ping 0 [ping.echo]"),
    ])
  #expect(inventory.rows.count == 1)
}

@Test func `blockers name mixed eras, generated code, floors, managers, versions and manual work`()
  async throws
{
  let manifest = """
    // swift-tools-version:5.3
    import PackageDescription
    let package = Package(name: "App", platforms: [.iOS(.v12), .macOS(.v15)], dependencies: [
      .package(url: "https://github.com/acme/ping", .revision("0123abc")),
    ])
    """
  let found = try await blockers([
    ("Cartfile", "github \"acme/ping\" ~> 0.9\n"), ("Package.swift", manifest),
    ("Makefile", "gen:\n\tprotoc --oldping_out=. a.proto\n"),
    ("Sources/App/A.swift", "import Ping\nimport OldPing\nlet a: Echo? = nil\n"),
    ("Sources/App/a.grpc.swift", "import OldPing\n"),
  ])
  #expect(
    found == [
      "generated-code App: 1 generated file is of era 0; generate it again with Makefile:2",
      "manual-work App: 1 finding of 'ping.echo' is left to a person",
      "mixed-eras App: 'App' has Swift, generated code of era 0; Swift of era 1",
      "deployment-target Project: Ping 1.x needs iOS 13",
      "package-manager Project: Ping 1.x cannot be built by Carthage",
      "unknown-version Project: a dependency is not taken by version, so its era is not certain",
    ])
}

@Test func `an era that is the target, or the newest, has nothing in its way`() async throws {
  let old = [("Sources/App/a.grpc.swift", "import OldPing\n"), ("Package.swift", "")]
  #expect(try await blockers(old, targets: ["ping": "0"]) == [])
  let new = [
    ("Package.swift", "// swift-tools-version:5.3\n"),
    ("Sources/App/a.grpc.swift", "import PingCore\n"),
  ]
  #expect(try await blockers(new) == [])
}

@Test func `a pod of an era whose successor has none is in the way`() async throws {
  let found = try await blockers([("Podfile", "pod 'Ping', '~> 1.0'\n")])
  #expect(found == ["package-manager Project: no pod of Ping 2.x exists"])
}

@Test func `an inventory depends neither on the order of the files nor on the number of threads`()
  async throws
{
  let files: [(path: String, text: String)] =
    [("Package.swift", ""), ("Podfile", "pod 'OldPing'\n")]
    + (0..<40).map { number in
      let module = number % 2 == 0 ? "OldPing" : "Ping"
      return ("Sources/M\(number % 5)/F\(number).swift", "import \(module)\nlet a: Echo? = nil\n")
    }
  let expected = try await inventory(files)
  #expect(!expected.rows.isEmpty)
  #expect(try await inventory(files.reversed(), jobs: 4) == expected)
  #expect(try await inventory(files.shuffled(), jobs: 3) == expected)
}

@Test func `an unknown key of an eras file is an error with its line and the nearest spelling`() {
  let text = CatalogueText(
    path: "x/eras.yml", text: "eras:\n  - era: \"1\"\n    title: X\n    signs: { module: [X] }\n")
  let error = #expect(throws: PageError.self) { try Catalogue([text]) }
  #expect(error?.place.line == 4)
  #expect(error?.message == "'module' is not a key here; did you mean 'modules'?")
}
