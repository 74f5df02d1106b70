import Testing

/// Conformances that lack something.
struct RequirementTests {
  private let service = """
    public protocol Service {
      associatedtype Reply
      var name: String { get }
      init(port: Int)
      func call(_ request: Int, context: String) async throws -> String
      func end()
    }
    extension Service { public func end() {} }

    """

  @Test func `labels, effects and types that do not fit`() throws {
    try expectErrors(
      service + """
        struct A: Service {
          let name = ""
          init(port: Int) {}
          func call(request: Int, context: String) -> String { "" }
        }
        struct B: Service {
          init(host: Int) {}
          func call(_ request: Int, context: Int) -> String { "" }
        }
        protocol Plain { func run() }
        struct C: Plain { func run() async {} }
        struct D {}
        extension D: Plain { func run() throws {} }
        """,
      "requirement: 'A' does not have 'call(_:context:)' as 'Service' asks",
      "requirement: 'B' does not have 'call(_:context:)' as 'Service' asks",
      "requirement: 'B' does not have 'init(port:)' as 'Service' asks",
      "requirement: 'B' does not have 'name' as 'Service' asks",
      "requirement: 'C' does not have 'run()' as 'Plain' asks",
      "requirement: 'D' does not have 'run()' as 'Plain' asks")
  }

  @Test func `what meets a requirement`() throws {
    try expectSilence(
      service + """
        struct A: Service {
          typealias Reply = Int
          var name: String; init(port: Int) { name = "" }
          func call(_ r: Int, context c: String) -> String { "" }
        }
        class Base { required init(port: Int) {} ; var name = "" }
        final class B: Base, Service {
          typealias Reply = Int
          func call<S: StringProtocol>(_ r: Int, context: S) async throws -> String { "" }
          func call(_ r: Int, context: String) async throws -> String { "" }
        }
        protocol Kinds { static var first: Self { get } ; static func second(_ n: Int) -> Self }
        enum K: Kinds { case first, second(Int) }
        protocol Shape: Hashable, Codable, Error { var id: Int { get } }
        struct S: Shape { let id = 1 }
        """)
  }

  @Test func `what may be met out of sight`() throws {
    try expectSilence(
      """
      import SomeKit
      protocol Plain { func run() }
      final class Screen: SomeView, Plain {}
      @Macro struct M: Plain {}
      struct U: Plain, UnknownProtocol {}
      """)
  }
}
