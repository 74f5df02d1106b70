import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSurfaces
import Testing

/// A small library of a team's own, whose interface lies beside its pages.
private let interface = CatalogueText(
  path: "acme/AcmeNet.swiftinterface",
  text: """
    // swift-interface-format-version: 1.0
    import Swift
    public protocol PingDelegate { func didPing() }
    public struct PingStatus { public var code: Swift.Int? { get } }
    public protocol Frame { init() }
    extension Frame { public init(bytes: Swift.Int) }
    public struct PingFrame: AcmeNet.Frame { public init() }
    open class PingClient {
      public init()
      public var status: PingStatus? { get }
      public func ping(_ host: Swift.String, times: Swift.Int) throws -> PingStatus
    }
    """)

/// Runs the cases of a page with these lines of front matter over `AcmeNet`.
private func check(_ matter: String, before: String, after: String?) async throws -> [String] {
  let text = """
    ---
    id: acme.rule
    message: old
    safety: review
    \(matter)
    ---
    # A rule

    ## A case

    ```swift before
    \(before)
    ```
    \(after.map { "```swift after\n\($0)\n```" } ?? "")
    """
  let page = CatalogueText(path: "acme/rule.md", text: text)
  let catalogue = try Catalogue([interface, page])
  try catalogue.checkSymbols()
  return await failures(of: try #require(catalogue.pages.first), in: catalogue).map(\.description)
}

@Test func `an initialiser is found by every name that its type goes by`() async throws {
  let failures = try await check(
    """
    find: { call: AcmeNet.Frame.init(bytes:) }
    put: { labels: { bytes: data } }
    """,
    before: """
      import AcmeNet
      typealias Reply = PingFrame
      struct Other { init(bytes: Int) {} }
      protocol Carrier { associatedtype Body: Frame }
      extension Carrier {
        func body() -> Body { Body(bytes: 1) }
      //                      ^^^^ acme.rule review
      }
      extension Frame {
        static func empty() -> Self { Self(bytes: 0) }
      //                              ^^^^ acme.rule review
      }
      func make<Response: Frame>(_ type: Response.Type) -> Response {
        Response(bytes: 1)
      //^^^^^^^^ acme.rule review
      }
      func both<A, B>(_ a: A) -> B where B: Frame, A: Collection {
        func inner<C: Frame>() -> C { C(bytes: 2) }
      //                              ^ acme.rule review
        return B(bytes: 3)
      //       ^ acme.rule review
      }
      func reply() -> Reply { Reply(bytes: 1) }
      //                      ^^^^^ acme.rule review
      func other<Response>(_ type: Response.Type) -> Other { Other(bytes: 1) }
      """,
    after: """
      import AcmeNet
      typealias Reply = PingFrame
      struct Other { init(bytes: Int) {} }
      protocol Carrier { associatedtype Body: Frame }
      extension Carrier {
        func body() -> Body { Body(data: 1) }
      }
      extension Frame {
        static func empty() -> Self { Self(data: 0) }
      }
      func make<Response: Frame>(_ type: Response.Type) -> Response {
        Response(data: 1)
      }
      func both<A, B>(_ a: A) -> B where B: Frame, A: Collection {
        func inner<C: Frame>() -> C { C(data: 2) }
        return B(data: 3)
      }
      func reply() -> Reply { Reply(data: 1) }
      func other<Response>(_ type: Response.Type) -> Other { Other(bytes: 1) }
      """)
  #expect(failures == [])
}

@Test func `a pattern matches whatever trivia stands in it, and asks for the types`() async throws {
  let failures = try await check(
    """
    find: { pattern: "$client.status?.code", where: { client: AcmeNet.PingClient } }
    put: "$client.code"
    """,
    before: """
      import AcmeNet
      struct Other { var status: PingStatus? }
      func code(_ client: PingClient, _ other: Other) -> [Int?] {
        [client . status?.code, other.status?.code]
      // 4-24 acme.rule review
      }
      """,
    after: """
      import AcmeNet
      struct Other { var status: PingStatus? }
      func code(_ client: PingClient, _ other: Other) -> [Int?] {
        [client.code, other.status?.code]
      }
      """)
  #expect(failures == [])
}

@Test func `a conformance is found in the inheritance clause alone`() async throws {
  let failures = try await check(
    "find: { conformance: AcmeNet.PingDelegate }\nput: AcmeNet.PingObserver",
    before: """
      import AcmeNet
      final class Watcher: PingDelegate {
      //                   ^^^^^^^^^^^^ acme.rule review
        var next: PingDelegate?
        func didPing() {}
      }
      """,
    after: """
      import AcmeNet
      final class Watcher: PingObserver {
        var next: PingDelegate?
        func didPing() {}
      }
      """)
  #expect(failures == [])
}

@Test func `a call keeps its arguments where they are, and loses a try that marks nothing`()
  async throws
{
  let failures = try await check(
    """
    find: { call: "AcmeNet.PingClient.ping(_:times:)" }
    put: { text: "$base.send($2, to: $1)", throws: false, imports: [AcmeCore] }
    """,
    before: """
      import AcmeNet
      func go(_ client: PingClient) throws {
        _ = try client.ping("a" /* first */, times: 3)
      //               ^^^^ acme.rule review
      }
      """,
    after: nil)
  // The arguments change places, so the call is replaced as a whole, and the comment would be lost.
  #expect(failures.count == 1)
  #expect(failures.first?.contains("a comment would be lost") ?? false)
}

@Test func `a call without a comment is rewritten with its import`() async throws {
  let failures = try await check(
    """
    find: { call: "AcmeNet.PingClient.ping(_:times:)" }
    put: { text: "$base.send($2, to: $1)", throws: false, imports: [AcmeCore] }
    """,
    before: """
      import AcmeNet
      func go(_ client: PingClient) throws {
        _ = try client.ping("a", times: 3)
      //               ^^^^ acme.rule review
      }
      """,
    after: """
      import AcmeNet
      import AcmeCore
      func go(_ client: PingClient) throws {
        _ = client.send(3, to: "a")
      }
      """)
  #expect(failures == [])
}

@Test func `a member that is no longer optional is unwrapped nowhere`() async throws {
  let failures = try await check(
    "find: { member: AcmeNet.PingClient.status }\nput: { text: $base.state, optional: false }",
    before: """
      import AcmeNet
      func all(_ client: PingClient) -> Int {
        guard let status = client.status else { return 0 }
      //                          ^^^^^^ acme.rule review
        if let status = client.status, let code = status.code { return code }
      //                       ^^^^^^ acme.rule review
        let kept = client.status
      //                  ^^^^^^ acme.rule review
        _ = client.status!.code
      //           ^^^^^^ acme.rule review
        return kept?.code ?? status.code ?? 0
      }
      """,
    after: """
      import AcmeNet
      func all(_ client: PingClient) -> Int {
        let status = client.state
        if case let status = client.state, let code = status.code { return code }
        let kept = client.state
        _ = client.state.code
        return kept.code ?? status.code ?? 0
      }
      """)
  #expect(failures == [])
}

@Test func `a map, a switch and a comparison with nil follow a value that is no longer optional`()
  async throws
{
  let failures = try await check(
    "find: { member: AcmeNet.PingClient.status }\nput: { text: $base.state, optional: false }",
    before: """
      import AcmeNet
      func all(_ client: PingClient) -> Bool {
        _ = client.status.map { $0.code }
      //           ^^^^^^ acme.rule review
        switch client.status {
      //              ^^^^^^ acme.rule review
        case .some: return client.status == nil
      //                          ^^^^^^ acme.rule review
        case .none: return false
        }
      }
      """,
    after: """
      import AcmeNet
      func all(_ client: PingClient) -> Bool {
        _ = client.state.code
        switch client.state {
        case _: return client.state == nil
        }
      }
      """)
  #expect(failures == [])
}

@Test func `a pattern that is no expression is an error of the page`() {
  let page = CatalogueText(
    path: "acme/rule.md",
    text:
      "---\nid: a.b\nmessage: m\nsafety: safe\nput: x\nfind: { pattern: \"let $x =\" }\n---\n# T\n")
  #expect(throws: PageError.self) { try Catalogue([interface, page]) }
}
