import MoultAnalysis
import MoultRules
import MoultSurfaces
import Testing

private let interface = CatalogueText(
  path: "acme/AcmeNet.swiftinterface",
  text: """
    // swift-interface-format-version: 1.0
    import Swift
    public class Link {
      public init()
      public var name: Swift.String? { get set }
      public var title: Swift.String { get }
      public func ping(_ times: Swift.Int, quietly: Swift.Bool = false, tag: Swift.String = "")
      public func flush()
      public func load() throws -> Swift.Int
      public func read() -> Swift.Int
      public func open(_ name: Swift.String, block: () -> Swift.Void)
      public func fill(target: inout AcmeNet.Message) throws
      public static func count() -> Swift.Int
    }
    public class Server {
      public init()
      public func start()
      public func stop()
      public func add(_ name: Swift.String, times: Swift.Int = 1)
    }
    public struct Message {
      public init(bytes: Swift.String, count: Swift.Int)
      public var name: Swift.String { get }
      public static var title: Swift.String { get }
    }
    public struct Box<T> { public init() }
    public struct Pair<A, B> { public init() }
    public func serve()
    public protocol Channel {}
    public protocol Plug { func flush() }
    """)

/// Runs one case of a page with these lines of front matter.
func failures(
  _ matter: String, safety: String = "review", before: String, after: String?
) async throws -> [String] {
  let text = """
    ---
    id: acme.rule
    message: old
    safety: \(safety)
    \(matter)
    ---
    # A rule

    ## A case

    ```swift before
    import AcmeNet
    \(before)
    ```
    \(after.map { "```swift after\nimport AcmeNet\n\($0)\n```" } ?? "")
    """
  let page = CatalogueText(path: "acme/rule.md", text: text)
  let catalogue = try Catalogue([interface, page])
  let found = await MoultAnalysis.failures(
    of: try #require(catalogue.pages.first), in: catalogue
  ).map(\.description)
  // The expectations below show their own text alone.
  for failure in found { print(failure) }
  return found
}

@Test func `a row is about the uses alone for which its conditions hold`() async throws {
  for (condition, loud, silent) in [
    ("discarded: true", "link.read()", "print(link.read())"),
    ("discarded: false", "print(link.read())", "link.read()"),
    ("tried: false", "_ = link.read()", "_ = try link.read()"),
    ("$base: { is: AcmeNet.Link }", "_ = link.read()", "_ = 1"),
    ("declares: AcmeNet.Link.flush()", "_ = link.read()", "_ = 2"),
  ] {
    let column = loud.distance(
      from: loud.startIndex, to: loud.firstRange(of: "read")?.lowerBound ?? loud.startIndex)
    let mark = "//" + String(repeating: " ", count: column + 4 - 2) + "^^^^ acme.rule manual"
    let found = try await failures(
      "find: { call: \"AcmeNet.Link.read()\" }\nwhen: { \(condition) }\nnext: n", safety: "manual",
      before:
        "func f(_ link: Link, _ maybe: Link?) throws {\n    \(loud)\n\(mark)\n    \(silent)\n}",
      after: nil)
    #expect(found == [], "\(condition)")
  }
}

@Test func `what is assigned and what is taken by force are told apart`() async throws {
  let found = try await failures(
    """
    next: n
    rows:
      - find: { member: AcmeNet.Link.name }
        when: { assigned: true }
      - find: { member: AcmeNet.Link.name }
        when: { forced: true }
    """, safety: "manual",
    before: """
      func f(_ link: Link) -> String {
        link.name = "a"
      //     ^^^^ acme.rule manual
        if let name = link.name { return name }
        return link.name!
      //            ^^^^ acme.rule manual
      }
      """, after: nil)
  #expect(found == [])
}

@Test func `a refusal keeps one place from the fix, with its own next step`() async throws {
  let found = try await failures(
    """
    find: { call: "AcmeNet.Link.read()" }
    put: "$base.title"
    refuse:
      - when: { discarded: true }
        next: remove the call
    """,
    before: """
      func f(_ link: Link) {
        print(link.read())
      //           ^^^^ acme.rule review
        link.read()
      //     ^^^^ acme.rule manual
      }
      """,
    after: """
      func f(_ link: Link) {
        print(link.title)
        link.read()
      }
      """)
  #expect(found == [])
}

@Test func `arguments are renamed, dropped and added where they stand`() async throws {
  let found = try await failures(
    """
    find: { call: "AcmeNet.Link.ping(_:quietly:tag:)" }
    put: { name: send, labels: { tag: note }, drop: [quietly], add: ["retry: false"] }
    """,
    before: """
      func f(_ link: Link) {
        link.ping(1, quietly: true, tag: "a")
      //     ^^^^ acme.rule review
        link.ping(2)
      //     ^^^^ acme.rule review
        link.ping(
      //     ^^^^ acme.rule review
          3,
          quietly: true
        )
      }
      """,
    after: """
      func f(_ link: Link) {
        link.send(1, note: "a", retry: false)
        link.send(2, retry: false)
        link.send(
          3,
          retry: false
        )
      }
      """)
  #expect(found == [])
}

@Test func `a label goes, and its value stays`() async throws {
  let found = try await failures(
    "find: { call: \"AcmeNet.Link.ping(_:quietly:tag:)\" }\nput: { labels: { tag: _ } }",
    before: """
      func f(_ link: Link) {
        link.ping(1, tag: "a" + "b")
      //     ^^^^ acme.rule review
        link.ping(1)
      }
      """,
    after: """
      func f(_ link: Link) {
        link.ping(1, "a" + "b")
        link.ping(1)
      }
      """)
  #expect(found == [])
}

@Test func `a statement goes with its line, and a value is left to a person`() async throws {
  let found = try await failures(
    "find: { call: \"AcmeNet.Link.flush()\" }\nput: { remove: statement }",
    before: """
      func f(_ link: Link) {
        link.ping(1)
        link.flush()
      //     ^^^^^ acme.rule review
        print(link.flush())
      //           ^^^^^ acme.rule manual
      }
      """,
    after: """
      func f(_ link: Link) {
        link.ping(1)
        print(link.flush())
      }
      """)
  #expect(found == [])
}

@Test func `only what stands around a name that stays is changed`() async throws {
  let found = try await failures(
    """
    rows:
      - find: { call: "AcmeNet.Link.read()" }
        put: { throws: false }
      - find: { member: AcmeNet.Link.title }
        put: { optional: false }
    """,
    before: """
      func f(_ link: Link) throws {
        _ = try link.read()
      //             ^^^^ acme.rule review
        _ = link.read()
        print(link.title ?? "")
      //           ^^^^^ acme.rule review
        print(link.title)
      }
      """,
    after: """
      func f(_ link: Link) throws {
        _ = link.read()
        _ = link.read()
        print(link.title)
        print(link.title)
      }
      """)
  #expect(found == [])
}
