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

  @Test func `an initialiser that nobody wrote`() throws {
    try expectSilence(
      """
      protocol P { init() }
      protocol Q { init(a: Int) }
      struct S: P { var a = 1 }
      struct T { var a = 1 }
      extension T: P {}
      struct G<T>: P { var a: T?; var b: [T] = [] }
      struct M: Q { var a: Int }
      final class C: P { var a = 1 }
      """)
    try expectErrors(
      """
      protocol P { init() }
      struct S: P { var a = 1; init(x: Int) {} }
      """, "requirement: 'S' does not have 'init()' as 'P' asks")
  }

  @Test func `a macro on an extension may write what is asked for`() throws {
    try expectSilence(
      """
      @attached(member, names: named(f)) macro Gen() = #externalMacro(module: "M", type: "G")
      protocol P { func f() }
      struct S {}
      @Gen extension S: P {}
      struct T: P {}
      @Gen extension T {}
      func use(_ s: S) { s.f(); s.g() }
      """)
  }
}
