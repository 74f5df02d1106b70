import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

private let catalogue = Result { try Catalogue(embeddedTexts) }

/// Follows a few files, replaces one of them, and says which others are due.
///
/// What is found is compared with a cold run.
private func due(_ texts: [String: String], _ path: String, _ new: String) async throws -> Set<
  String
> {
  let catalogue = try catalogue.get()
  let options = AnalysisOptions(jobs: 1)
  func files(_ texts: [String: String]) -> [ProjectText] {
    texts.sorted { $0.key < $1.key }.map { path, text in
      ProjectText(
        source: SourceText(path: path, bytes: Array(text.utf8)), surface: .swift,
        isGenerated: path.hasSuffix(".grpc.swift"))
    }
  }
  var followed = await FollowedTree(
    files(texts), catalogue, options, cache: TreeCache(), edited: [path])
  let source = SourceText(path: path, bytes: Array(new.utf8))
  await followed.replace(by: ProjectText(source: source, surface: .swift, isGenerated: false))
  let due = followed.due
  let found = await followed.judged()
  let changed = texts.merging([path: new]) { $1 }
  let cold = await analyse(files(changed), catalogue, options, cache: TreeCache())
  #expect(found.findings == cold.findings)
  #expect(found.unknown == cold.unknown)
  return due
}

private let model = """
  import SwiftGRPC
  struct Model {
    let code: StatusCode
    func latest() -> StatusCode { code }
    func name() -> String { "" }
  }
  """

private let others = [
  "Model.swift": model,
  "Reader.swift":
    "import SwiftGRPC\nfunc read(_ model: Model) -> Bool { model.latest() == .dataLoss }\n",
  "Kept.swift": "import SwiftGRPC\nlet kept = Model(code: .ok).latest()\n",
  "KeptReader.swift": "import SwiftGRPC\nfunc isOld() -> Bool { kept == .dataLoss }\n",
  "Maker.swift": "import SwiftGRPC\nfunc make() -> Model { .init(code: .aborted) }\n",
  "Stranger.swift": "import SwiftGRPC\nlet stranger: StatusCode = .cancelled\n",
]

/// The members that came, went or changed decide which files are judged again.
@Suite struct FollowedMembersTests {
  @Test func `a member that nobody mentions is of no other file's concern`() async throws {
    let new = model.replacing("func name()", with: "func more() -> Int { 1 }\n  func name()")
    #expect(try await due(others, "Model.swift", new) == [])
  }

  @Test func `who mentions a member is judged again where it has another type`() async throws {
    let new = model.replacing(
      "func latest() -> StatusCode { code }", with: "func latest() -> Int { 1 }")
    #expect(
      try await due(others, "Model.swift", new) == [
        "Reader.swift", "Kept.swift", "KeptReader.swift",
      ])
  }

  @Test
  func `who makes a structure by its name or without is judged again where it has one more value`()
    async throws
  {
    let new = model.replacing(
      "let code: StatusCode", with: "let code: StatusCode\n  let amount: Int")
    let due = try await due(others, "Model.swift", new)
    #expect(due.isSuperset(of: ["Kept.swift", "Maker.swift"]))
    #expect(!due.contains("Stranger.swift"))
  }

  @Test func `a variable that comes takes the place of one of a module around`() async throws {
    let texts = others.merging([
      "Shadow.swift": """
      import SwiftGRPC
      struct Shadow {}
      """,
      "ShadowUser.swift":
        "import SwiftGRPC\nextension Shadow { var isOld: Bool { kept == .dataLoss } }\n",
    ]) { $1 }
    let new = "import SwiftGRPC\nstruct Shadow { let kept = 1 }\n"
    #expect(try await due(texts, "Shadow.swift", new).contains("ShadowUser.swift"))
  }

  @Test func `what can be meant where nobody writes it has the whole program analysed`()
    async throws
  {
    for member in ["init(_ count: Int) {}", "func callAsFunction() {}", "struct Inner {}"] {
      let new = model.replacing("func name()", with: "\(member)\n  func name()")
      #expect(
        try await due(others, "Model.swift", new) == Set(others.keys).subtracting(["Model.swift"]),
        "\(member)")
    }
  }

  @Test func `whose caller awaits what comes to exist twice is judged again`() async throws {
    let generated = """
      import GRPC
      struct Kite_Wind {}
      protocol Kite_FlyerClientProtocol: GRPCClient {
        func fly(_ request: Kite_Wind, callOptions: CallOptions?) -> UnaryCall<Kite_Wind, Kite_Wind>
      }
      struct Kite_FlyerNIOClient: Kite_FlyerClientProtocol {
        var channel: GRPCChannel
        var defaultCallOptions: CallOptions
        func fly(_ request: Kite_Wind, callOptions: CallOptions? = nil) -> UnaryCall<Kite_Wind, Kite_Wind>
      }

      """
    func flying(_ name: String) -> String {
      """
      import GRPC
      func \(name)(_ client: Kite_FlyerNIOClient) throws {
        print(try client.fly(Kite_Wind()).response.wait())
      }

      """
    }
    let clock = """
      struct Clock {
        func name() -> String { "" }
        func run() {}
      }

      """
    let both = """
      func both(_ client: Kite_FlyerNIOClient, _ clock: Clock) throws {
        try one(client)
        try two(client)
        clock.run()
      }

      """
    let texts = [
      "kite.grpc.swift": generated, "A.swift": flying("one"), "B.swift": flying("two"),
      "Clock.swift": clock,
      "Both.swift": both,
    ]
    let new = clock.replacing("func name()", with: "func run() async {}\n  func name()")
    #expect(try await due(texts, "Clock.swift", new).isSuperset(of: ["A.swift", "B.swift"]))
  }
}
