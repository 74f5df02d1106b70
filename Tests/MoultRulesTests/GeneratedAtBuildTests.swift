import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSemantics
import MoultSource
import MoultSurfaces
import Testing

/// A project whose Swift is generated while it is built: a `.proto`, one file that uses it, and `others`.
private func project(
  _ use: String, protoPath: String = "Sources/App/ping.proto", others: [String: String] = [:]
) -> [ProjectText] {
  let proto = """
    syntax = "proto3";
    package acme;
    message Req { string text = 1; Kind kind = 2; }
    message Res { string text = 1; repeated int32 codes = 2; }
    enum Kind { UNKNOWN = 0; LOUD = 1; }
    service Ping {
      rpc Get(Req) returns (Res);
      rpc Watch(Req) returns (stream Res);
    }
    """
  var texts = ["Sources/App/Use.swift": use, protoPath: proto]
  texts.merge(others) { $1 }
  if texts["Package.swift"] == nil {
    texts["Package.swift"] = "// swift-tools-version: 5.5\nimport PackageDescription\n"
  }
  return texts.sorted { $0.key < $1.key }.compactMap { path, text in
    ProjectText(path: path, bytes: Array(text.utf8))
  }
}

/// What is said of the first `«` of the use: its type, what it is, and what that rests on.
private func explained(
  _ use: String, protoPath: String = "Sources/App/ping.proto", others: [String: String] = [:]
) async throws -> ExplanationStep {
  let mark = try #require(Array(use.utf8).firstRange(of: Array("«".utf8)))
  let text = use.filter { $0 != "«" }
  let found = await explanation(
    at: ByteOffset(mark.lowerBound), inFile: "Sources/App/Use.swift",
    of: project(text, protoPath: protoPath, others: others), try Catalogue(embeddedTexts),
    AnalysisOptions(), cache: TreeCache())
  return try #require(found?.steps.first)
}

private let makefile = ["Makefile": "gen:\n\tprotoc --swift_out=. --swiftgrpc_out=. ping.proto\n"]

struct GeneratedAtBuildTests {
  @Test func `messages are declared without any evidence of an era`() async throws {
    let step = try await explained("func f(_ r: Acme_Res) { print(r.«codes) }\n")
    #expect(step.type == "[Int32]")
    #expect(step.symbols == ["property 'App.Acme_Res.codes'"])
    #expect(
      step.evidence == [
        "'App.Acme_Res.codes' (what the generator makes of Sources/App/ping.proto)"
      ])
  }

  @Test func `a target that holds nothing but .proto files is a home of generated names`()
    async throws
  {
    let manifest = """
      // swift-tools-version: 5.6
      import PackageDescription
      let package = Package(name: "P", targets: [
        .target(name: "Ping-API", plugins: ["SwiftProtobufPlugin"]), .target(name: "App"),
        .target(name: "Other"),
      ])
      """
    let step = try await explained(
      "import Ping_API\nfunc f(_ r: Acme_Res) { print(r.«codes) }\n",
      protoPath: "Sources/Ping-API/ping.proto",
      others: ["Package.swift": manifest, "Sources/Other/B.swift": "struct B {}\n"])
    #expect(step.type == "[Int32]")
    #expect(step.symbols == ["property 'Ping_API.Acme_Res.codes'"])
  }

  @Test func `a folder of .proto files that no manifest names is no home`() async throws {
    let step = try await explained(
      "import Ping_API\nfunc f(_ r: Acme_Res) { print(r.«codes) }\n",
      protoPath: "Sources/Ping-API/ping.proto",
      others: ["Sources/Other/B.swift": "struct B {}\n"])
    #expect(step.symbols.isEmpty)
  }

  @Test func `a call of the generator tells the era of services`() async throws {
    let step = try await explained(
      """
      func f() throws {
        let client = Acme_PingServiceClient(address: "0.0.0.0:1", secure: false)
        print(try client.«get(Acme_Req()).text)
      }
      """, others: makefile)
    #expect(step.symbols == ["function 'App.Acme_PingService.get(_:)'"])
  }

  @Test func `an import elsewhere tells it where nothing stronger does`() async throws {
    let step = try await explained(
      "func f(_ c: Acme_PingNIOClient) { print(c.«get(.init()).response) }\n",
      others: ["Sources/App/Other.swift": "import GRPC\n"])
    #expect(step.symbols.count == 1)
    #expect(step.symbols[0].contains("App.Acme_Ping"))
  }

  @Test func `imports of two eras tell none`() async throws {
    let step = try await explained(
      "func f(_ c: «Acme_PingServiceClient) {}\n",
      others: ["Sources/App/A.swift": "import GRPC\n", "Sources/App/B.swift": "import SwiftGRPC\n"])
    #expect(step.symbols == [])
  }

  @Test func `a generator's call is stronger than imports of two eras`() async throws {
    var others = makefile
    others["Sources/App/A.swift"] = "import GRPC\n"
    others["Sources/App/B.swift"] = "import SwiftGRPC\n"
    let step = try await explained(
      "func f(_ c: «Acme_PingServiceClient) {}\n", others: others)
    #expect(step.symbols == ["class 'App.Acme_PingServiceClient'"])
  }

  @Test func `what stands on disk is not declared again`() async throws {
    let step = try await explained(
      "func f(_ r: Acme_Res) { print(r.«codes) }\n",
      others: ["Sources/App/ping.pb.swift": "struct Acme_Res { var codes: [Int64] = [] }\n"])
    #expect(step.type == "[Int64]")
  }

  @Test func `what is written into a folder of no target is every target's`() async throws {
    let manifest = "// swift-tools-version: 5.5\nimport PackageDescription\n"
    let others = [
      "Package.swift": manifest, "Sources/Wire/Wire.swift": "public let version = 1\n",
      "gen.sh": """
      #!/bin/sh
      protoc --swift_out=out --swiftgrpc_out=out p/ping.proto
      cp -r out Sources/App && cp -r out Sources/Wire
      """,
    ]
    let step = try await explained(
      "func f(_ r: Acme_Res) { print(r.«text) }\n", protoPath: "p/ping.proto", others: others)
    #expect(step.symbols == ["property 'App.Acme_Res.text'"])
  }

  @Test func `the code belongs to the module that generators write into`() async throws {
    let manifest = "// swift-tools-version: 5.5\nimport PackageDescription\n"
    let others = [
      "Package.swift": manifest, "Sources/Wire/Wire.swift": "public let version = 1\n",
      "gen.sh":
        "#!/bin/sh\nprotoc --swift_out=Sources/Wire --swiftgrpc_out=Sources/Wire p/ping.proto\n",
    ]
    let step = try await explained(
      "import Wire\nfunc f(_ r: Acme_Res) { print(r.«text) }\n", protoPath: "p/ping.proto",
      others: others)
    #expect(step.symbols == ["property 'Wire.Acme_Res.text'"])
  }

  @Test(arguments: [
    ("OUT = Sources/Wire\n", "${OUT}", true),
    ("ROOT := Sources\nOUT = $(ROOT)/Wire\n", "FileNaming=DropPath:$(OUT)", true),
    ("OUT = Sources/Wire\nOUT = Sources/App\n", "$(OUT)", false),
    ("OUT ?= $(shell pwd)/Sources/Wire\n", "$(OUT)", false),
    ("OUT = $(OUT)\n", "$(OUT)", false), ("", "$(OUT)", false),
  ])
  func `that may be what a variable of the file holds`(
    assignments: String, folder: String, isKnown: Bool
  ) async throws {
    let others = [
      "Sources/Wire/Wire.swift": "struct Wire {}\n",
      "Makefile":
        "\(assignments)gen:\n\tprotoc --swift_out=\(folder) --swiftgrpc_out=\(folder) p/ping.proto\n",
    ]
    let step = try await explained(
      "import Wire\nfunc f(_ r: Acme_Res) { print(r.«text) }\n", protoPath: "p/ping.proto",
      others: others)
    #expect(step.symbols == (isKnown ? ["property 'Wire.Acme_Res.text'"] : []))
  }

  @Test func `old uses are found in a file that names only what is generated`() async throws {
    let use = """
      func f() throws -> String {
        let client = Acme_PingServiceClient(address: "0.0.0.0:1", secure: false)
        return try client.get(Acme_Req()).text
      }
      """
    let catalogue = try Catalogue(embeddedTexts)
    func rules(_ others: [String: String]) async -> Set<String> {
      let result = await analyse(
        project(use, others: others), catalogue, AnalysisOptions(), cache: TreeCache())
      return Set(
        result.findings.filter { $0.path == "Sources/App/Use.swift" }.map(\.rule.rawValue))
    }
    #expect(await rules(makefile).count >= 2)
    #expect(await rules([:]) == [])
  }

  @Test func `names that generators make are words to look for`() {
    let names = generatedNames(inProtos: project(""), TreeCache(), jobs: 2)
    #expect(names.contains("Acme_PingServiceClient"))
    #expect(names.contains("Acme_PingNIOClient"))
    #expect(names.allSatisfy { $0.hasPrefix("Acme_Ping") })
  }

  @Test(arguments: [
    "service Ping {", "service\tPing\r\n{", "service/*a*/Ping{", "service Ping/*a*/{",
    "// a service of ours\nservice Ping // of theirs\n{", "message service {} service Ping {",
    "message Services {} // service:\n service // or\n Ping {", "service service{}service Ping{",
  ])
  func `a service is seen however it is written`(head: String) {
    let text =
      "syntax = \"proto3\";\npackage acme;\nmessage M {}\n\(head) rpc A(M) returns (M); }\n"
    let file = ProjectText(path: "a.proto", bytes: Array(text.utf8))
    let names = generatedNames(inProtos: [file].compactMap(\.self), TreeCache(), jobs: 1)
    #expect(names.contains("Acme_PingNIOClient"))
  }
}
