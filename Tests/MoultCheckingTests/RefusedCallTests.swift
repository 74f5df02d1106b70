import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Calls that no overload takes.
struct RefusedCallTests {
  @Test func `labels and numbers that nobody takes`() throws {
    try expectErrors(
      """
      import GRPC
      struct Box { var a: Int; var b = 2; func open(wide: Bool, _ n: Int = 1) {} }
      func free(_ a: Int, b: Int) {}
      func f(_ box: Box) {
        box.open(wyde: true)
        box.open(wide: true, 1, 2)
        free(1, c: 2)
        print(Box(), Box(b: 2), GRPCStatus(code: .ok, text: ""), CallOptions(retries: 3))
      }
      """, "noOverload: no 'open' takes the arguments '(wyde:)'",
      "noOverload: no 'open' takes the arguments '(wide:_:_:)'",
      "noOverload: no 'free' takes the arguments '(_:c:)'",
      "noOverload: no 'Box' takes the arguments '()'",
      "noOverload: no 'Box' takes the arguments '(b:)'",
      "noOverload: no 'GRPCStatus' takes the arguments '(code:text:)'",
      "noOverload: no 'CallOptions' takes the arguments '(retries:)'")
  }

  @Test func `a client that is generated later is made of a connection alone, or by an extension`()
    throws
  {
    let generated = """
      import GRPCCore
      public enum Kite_Flyer {
        public struct Client<Transport> where Transport: GRPCCore.ClientTransport {
          public init(wrapping client: GRPCCore.GRPCClient<Transport>)
        }
      }
      """
    try expectErrors(
      """
      import GRPCCore
      extension Kite_Flyer.Client {
        init(flying client: GRPCClient<Transport>) { self.init(wrapping: client) }
      }
      func make<T: ClientTransport>(_ client: GRPCClient<T>) {
        print(Kite_Flyer.Client(wrapping: client), Kite_Flyer.Client(flying: client))
        print(Kite_Flyer.Client(channel: client), Kite_Flyer.Client(wrapping: client, options: 1))
      }
      """, "noOverload: no 'Client' takes the arguments '(channel:)'",
      "noOverload: no 'Client' takes the arguments '(wrapping:options:)'",
      synthesized: [
        SynthesizedSource(
          tree: parse(SourceText(path: "generated", bytes: Array(generated.utf8))), module: "App",
          reason: "what a generator makes")
      ])
  }

  @Test func `closures behind the parentheses`() throws {
    try expectErrors(
      """
      func run(_ n: Int = 1, then: () -> Void, finally: (() -> Void)? = nil) {}
      func f() {
        run { }; run(2) { } finally: { }; run(then: { }); run(2, then: { }) { }
        run { } after: { }
      }
      """, "noOverload: no 'run' takes the arguments '(_:after:)'")
  }

  @Test func `what the compiler makes and what protocols give takes its arguments`() throws {
    try expectSilence(
      """
      import GRPC
      enum Mode: Int, Codable { case a = 1 }
      struct Box: Codable { let id = 1; var a: Int?; var b: String }
      class Base { let n: Int; init(n: Int) { self.n = n } }
      final class Derived: Base { var more = 1 }
      struct Many { init(_ n: Int...) {} ; func callAsFunction(x: Int) {} }
      protocol P {}
      extension P { func open(_ a: Int = 1, b: Int = 2) {} }
      struct Q: P {}
      func f<each T>(_ values: repeat each T) {}
      func g(_ decoder: any Decoder, _ many: Many, _ t: [Int]) throws {
        print(Mode(rawValue: 1), try Box(from: decoder), Box(b: ""), Box(a: 1, b: ""))
        print(Derived(n: 1), Many(), Many(1, 2), GRPCStatus(code: .ok, message: nil))
        many(x: 1); Q().open(); Q().open(b: 1); f(1, 2, 3)
        let handler: (Int) -> Void = { _ in }
        handler(1)
      }
      """)
  }

  @Test func `overloads that nobody described may take it`() throws {
    try expectSilence(
      """
      import Foundation
      import SomeKit
      class Screen: SomeView { func show(_ n: Int) {} }
      extension Data { init(hex: String) { self.init() } }
      func f(_ screen: Screen) { screen.show(animated: true); print(Data(odd: 1), Screen(frame: 1)) }
      """)
  }

  @Test func `a name with labels takes arguments without`() throws {
    try expectSilence(
      """
      func f(x: Int, y: Int) -> Int { x }
      struct S { func g(x: Int) -> Int { x } }
      func use(_ s: S) { print(f(x:y:)(1, 2), s.g(x:)(1), S.g(x:)(s)(1)) }
      """)
  }

  @Test func `a further trailing closure may have no label`() throws {
    try expectSilence(
      """
      func run(_ a: () -> Void, _ b: () throws -> Void) {}
      struct S { func go(_ a: () -> Void, _ b: () -> Void) {} }
      func t() throws {}
      func use(_ s: S) { run {} _: {}; s.go {} _: {}; run {} _: { try t() } }
      """)
  }
}
