import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// A library whose newer names differ from the older ones in one thing each.
///
/// It goes by the name of one whose interfaces show all that it declares: of others nobody knows what they lack.
private let interface = CatalogueText(
  path: "acme/GRPCCore.swiftinterface",
  text: """
    // swift-interface-format-version: 1.0
    import Swift
    public protocol OldTask { func run() }
    public protocol NewTask { func run(); func stop() }
    open class OldBase { public init(); open func open() }
    open class NewBase { public init() }
    final public class OldBox { public init(); public var value: Swift.Int }
    public struct NewBox { public init(); public var value: Swift.Int }
    open class OldNode { public init() }
    public protocol NewNode {}
    public struct OldKey { public init() }
    public struct NewKey { public init() }
    @frozen public enum Mode { case one; case two; case three }
    public struct Client {
      public var name: Swift.String { get }
      public var title: Swift.String { get }
      public var nickname: Swift.String? { get }
      public func load() throws -> Swift.String
      public func open(_ host: Swift.String) -> Swift.String
    }
    """)

/// A rule whose fix is wrong in one way, and code that shows it.
private struct WrongFix: Sendable, CustomTestStringConvertible {
  let kind: DefiniteError.Kind
  let find: String
  let put: String
  let code: String

  /// A part of the reason that people get.
  let reason: String

  /// What the module `Shared` of the project declares, if there is one.
  var shared: String?

  var testDescription: String { kind.rawValue }
}

private let nameOfClient = "func name(_ client: Client) -> String { client.name }"

private let wrongFixes = [
  WrongFix(
    kind: .unknownName, find: "{ member: GRPCCore.Client.name }",
    put: "{ text: nickOf($base) }", code: nameOfClient, reason: "declares 'nickOf'"),
  WrongFix(
    kind: .danglingName, find: "{ member: GRPCCore.Client.name }",
    put: "{ text: clientNames.first }", code: "import Combine\n" + nameOfClient,
    reason: "nothing declares 'clientNames'"),
  WrongFix(
    kind: .ambiguousName, find: "{ member: GRPCCore.Client.name }", put: "{ text: $base as Mode }",
    code: "import Shared\nfunc name(_ client: Client) -> Any { client.name }",
    reason: "'Mode' is declared in 'GRPCCore' and in 'Shared'", shared: "public enum Mode {}"),
  WrongFix(
    kind: .unknownMember, find: "{ member: GRPCCore.Client.name }", put: "{ text: $base.gone }",
    code: nameOfClient, reason: "'gone'"),
  WrongFix(
    kind: .noOverload, find: "{ member: GRPCCore.Client.name }",
    put: "{ text: '$base.open(port: 1)' }", code: nameOfClient, reason: "'open'"),
  WrongFix(
    kind: .optionality, find: "{ member: GRPCCore.Client.name }",
    put: "{ text: $base.nickname }",
    code: "func show(_ text: String) {}\nfunc name(_ client: Client) { show(client.name) }",
    reason: "'String?'"),
  WrongFix(
    kind: .effect, find: "{ member: GRPCCore.Client.name }", put: "{ text: $base.load() }",
    code: nameOfClient, reason: "'try'"),
  WrongFix(
    kind: .redeclaration, find: "{ type: GRPCCore.OldKey }", put: "GRPCCore.NewKey",
    code: "struct Keys { func use(_ key: OldKey) {}; func use(_ key: NewKey) {} }",
    reason: "'use(_:)'"),
  WrongFix(
    kind: .exhaustiveness, find: "{ member: GRPCCore.Mode.one }", put: "{ text: .two }",
    code: """
      func number(_ mode: Mode) -> Int {
        switch mode {
        case .one: return 1
        case .two: return 2
        case .three: return 3
        }
      }
      """, reason: "'switch'"),
  WrongFix(
    kind: .modifier, find: "{ type: GRPCCore.OldBase }", put: "GRPCCore.NewBase",
    code: "final class Mine: OldBase { override func open() {} }", reason: "overrides nothing"),
  WrongFix(
    kind: .protocolConformance, find: "{ type: GRPCCore.OldNode }", put: "GRPCCore.NewNode",
    code: "protocol Mine {}\nextension OldNode: Mine {}", reason: "'NewNode'"),
  WrongFix(
    kind: .requirement, find: "{ type: GRPCCore.OldTask }", put: "GRPCCore.NewTask",
    code: "struct Mine: OldTask { func run() {} }", reason: "'stop()'"),
  WrongFix(
    kind: .unusedValue, find: "{ member: GRPCCore.Client.name }",
    put: "{ text: let unread = NewKey() }", code: "func name(_ client: Client) { client.name }",
    reason: "'unread'"),
  WrongFix(
    kind: .lostMutation, find: "{ type: GRPCCore.OldBox }", put: "GRPCCore.NewBox",
    code: """
      final class Mine {
        var box: OldBox?
        func fill() { if let box { var own = box; own.value = 1 } }
      }
      """, reason: "'own'"),
  WrongFix(
    kind: .race, find: "{ member: GRPCCore.Client.name }",
    put: "{ text: 'Task { print(self.count) }' }",
    code: "final class Mine { var count = 0; func name(_ client: Client) { client.name } }",
    reason: "'Mine' is not 'Sendable'", shared: "public enum Unused {}"),
]

/// What a wrong fix would leave is seen in the file itself, with the project's other files in sight, and taken back.
@Suite struct TakenBackTests {
  private func outcome(
    _ find: String, _ put: String, _ code: String, beside shared: String? = nil
  ) async throws -> FixOutcome {
    let page = CatalogueText(
      path: "acme/rule.md",
      text: """
        ---
        id: acme.rule
        message: old
        safety: review
        find: \(find)
        put: \(put)
        ---
        # A rule

        ## A case

        ```swift before
        import GRPCCore
        \(code)
        ```
        """)
    let catalogue = try Catalogue([interface, page])
    let source = SourceText(
      path: "Sources/App/App.swift", bytes: Array("import GRPCCore\n\(code)\n".utf8))
    var files = [ProjectText(source: source, surface: .swift, isGenerated: false)]
    if let shared {
      let manifest = """
        // swift-tools-version:6.0
        import PackageDescription
        let package = Package(
          name: "P", targets: [.target(name: "Shared"), .target(name: "App", dependencies: ["Shared"])])
        """
      files += [("Package.swift", manifest), ("Sources/Shared/Shared.swift", shared)].compactMap {
        ProjectText(path: $0, bytes: Array($1.utf8))
      }
    }
    return try await fixProject(
      files, catalogue,
      AnalysisOptions(), FixPolicy(allowed: [.safe, .review]), cache: TreeCache()
    ).outcome
  }

  @Test(arguments: wrongFixes)
  fileprivate func `a fix that leaves a definite error is taken back, with the reason`(
    _ wrong: WrongFix
  ) async throws {
    let outcome = try await outcome(wrong.find, wrong.put, wrong.code, beside: wrong.shared)
    #expect(outcome.changed.isEmpty)
    let reasons = outcome.refused.map(\.reason)
    let isLoss = [.unusedValue, .lostMutation].contains(wrong.kind)
    let words = isLoss ? "would lose what line" : "would not compile"
    #expect(reasons.count == 1 && reasons[0].contains(words), "\(reasons)")
    #expect(reasons.first?.contains(wrong.reason) == true, "\(reasons)")
    #expect(outcome.accounts.kept == outcome.accounts.before && outcome.accounts.before > 0)
  }

  @Test func `every kind of definite error has such a fix`() {
    #expect(Set(wrongFixes.map(\.kind)) == Set(DefiniteError.Kind.allCases))
  }

  @Test func `a fix that leaves none stays`() async throws {
    let outcome = try await outcome(
      "{ member: GRPCCore.Client.name }", "{ text: $base.title }", nameOfClient)
    #expect(outcome.refused == [])
    #expect(outcome.accounts.fixed == 1)
  }
}
