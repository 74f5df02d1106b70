import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// How names are found.
struct NameTests {
  @Test func `scoped, testable and exported imports`() throws {
    try expectSymbols(
      """
      import struct Kit.Thing
      @testable import Lib
      func f(_ a: «Thing», _ b: «Hidden», _ c: «Deep», _ d: «Other») {}
      """, "Kit.Thing", "Lib.Hidden", "Base.Deep", nil,
      others: [
        "Kit/a.swift": "public struct Thing {}; public struct Other {}",
        "Lib/a.swift": "@_exported import Base; struct Hidden {}",
        "Base/a.swift": "public struct Deep {}",
      ], interfaces: [])
  }

  @Test func `an import names its module, a scoped one also its declaration`() throws {
    try expectSymbols(
      """
      import «SwiftGRPC»
      import class «SwiftGRPC».«Metadata»
      import «Unknown»
      """, "SwiftGRPC", "SwiftGRPC", "SwiftGRPC.Metadata", nil)
  }

  @Test func `names qualified by their module`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      struct Metadata {}
      func f(_ a: «SwiftGRPC.Metadata», _ b: [«App.Metadata»]) {
        _ = «SwiftGRPC.Metadata»()
        let c: Swift.Result<Int, «SwiftGRPC.RPCError»>? = nil
        if case .failure(let e)? = c { «e.callResult» }
      }
      """, "SwiftGRPC.Metadata", "App.Metadata", "SwiftGRPC.Metadata", "SwiftGRPC.RPCError",
      "SwiftGRPC.RPCError.callResult")
  }

  @Test func `members are found through extensions, superclasses and defaults of protocols`() throws
  {
    try expectSymbols(
      """
      protocol P { func needed() }
      extension P { func given() {} }
      class Base<T> { var value: T; init(value: T) { self.value = value } }
      class Derived: Base<Int>, P { func needed() {} }
      extension Derived { var extra: String { "" } }
      func f(_ d: Derived) {
        «d.given»(); «d.needed()»; «d.value»; «d.extra»; «d.absent»
      }
      """, "App.P.given()", "App.Derived.needed()", "App.Base.value", "App.Derived.extra", nil)
  }

  @Test func `types are nested in extensions of nested types`() throws {
    try expectSymbols(
      """
      extension Outer.Inner { struct Innermost { static let one = 1 } }
      extension Outer { struct Inner {} }
      struct Outer {}
      func f(_ a: «Outer.Inner.Innermost») { «Outer.Inner.Innermost.one» }
      """, "App.Outer.Inner.Innermost", "App.Outer.Inner.Innermost.one")
  }

  @Test func `type aliases, generic ones too, stand for their type`() throws {
    try expectTypes(
      """
      typealias Callback<T> = (T?, Failure) -> Void
      typealias Names = [String: Person]
      struct Person { typealias ID = Int; var id: ID }
      struct Failure {}
      func f(c: Callback<Person>, n: Names) {
        use(«c», «n», «n["a"]?.id», «n.values.first»)
      }
      """, "(Person?, Failure) -> Void", "[String: Person]", "Int?", "Person?")
  }

  @Test func `generic parameters have the members of what they conform to`() throws {
    try expectTypes(
      """
      protocol Named { associatedtype Tag; var name: String { get }; var tag: Tag { get } }
      struct Cat: Named { typealias Tag = Int; var name = ""; var tag = 1 }
      func f<T: Named, U>(t: T, u: U, c: Cat) where U: Named {
        use(«t.name», «u.name», «t.tag», «c.tag», «same(c).tag»)
      }
      func same<T: Named>(_ t: T) -> T { t }
      """, "String", "String", "T.Tag", "Int", "Int")
  }

  @Test func `a generic parameter whose bound asks about itself`() throws {
    try expectTypes(
      """
      protocol Source<Item> { associatedtype Item; associatedtype Rest: Source<Rest.Item>; var first: Item { get }; var rest: Rest { get } }
      struct Cats: Source { typealias Item = Int; typealias Rest = Cats; var first = 1; var rest: Cats { self } }
      func f<T: Source<T.Item>, U: Source<V.Item>, V: Source<U.Item>, W>(t: T, u: U, v: V, w: W)
      where W: Source<W.Item>, W: Source<T.Item> {
        use(«t.first», «u.first», «v.first», «w.first», «t.rest.first»)
      }
      func head<T: Source<T.Item> & Source<T.Rest.Item>>(_ t: T) -> T.Item { t.first }
      func g(cats: Cats) { use(«head(cats)») }
      """, "T.Item", "V.Item", "U.Item", "W.Item", "Self.Rest.Item", "Int")
  }

  @Test func `what a where clause says of an associated type holds for its values`() throws {
    try expectTypes(
      """
      protocol Source { associatedtype Item; var first: Item { get } }
      struct Cat { var name = "" }
      protocol Named { var age: Int { get } }
      func f<C>(_ c: C) where C: Source, C.Item == Cat { use(«c.first.name») }
      func g<C: Source>(_ c: C) where C.Item == Cat { use(«c.first.name») }
      func h<C>(_ c: C) where C.Item == Cat, C: Source { use(«c.first.name») }
      func i<C: Source>(_ c: C) where C.Item: Named { use(«c.first.age») }
      struct Box<C> where C: Source, C.Item == Cat { var c: C; func name() { use(«c.first.name») } }
      func j<C: Source, D: Source>(_ c: C, _ d: D) where C.Item == Cat { use(«d.first.name») }
      """, "String", "String", "String", "Int", "String", "_")
  }

  @Test func `associated types of concrete types are found`() throws {
    try expectTypes(
      """
      protocol Service { associatedtype Reply; func call() -> Reply }
      extension Service { func twice() -> [Reply] { [] } }
      struct Ping: Service { struct Reply {}; func call() -> Reply { Reply() } }
      func f(p: Ping) { use(«p.call()», «p.twice()») }
      func g<S: Service>(s: S) -> S.Reply { «s.call()» }
      func h(p: Ping) { use(«g(s: p)») }
      """, "Ping.Reply", "[Ping.Reply]", "S.Reply", "Ping.Reply")
  }

  @Test func `Self, self and super`() throws {
    try expectTypes(
      """
      class A { static func make() -> Self { fatalError() }; func me() -> A { «self» } ; var n = 1 }
      class B: A {
        override func me() -> A { use(«self», «super.n»); return «super.me()» }
        static func all() { use(«self.make()») }
      }
      struct S { static func make() -> Self { «Self()» } ; func copy() -> Self { «self» } }
      func f() { use(«B.make()», «S.make().copy()») }
      """, "A", "B", "Int", "A", "B", "S", "S", "B", "S")
  }

  @Test func `locals are known from their declaration to the end of their block`() throws {
    try expectTypes(
      """
      let x = ""
      func f(o: Int?) {
        use(«x»)
        let x = 1
        do { let x = 1.5; use(«x») }
        guard let o else { return use(«o») }
        use(«x», «o»)
        func inner(_ s: String) -> Bool { «s» == "" }
        use(«inner("")»)
      }
      """, "String", "Double", "Int?", "Int", "Int", "String", "Bool")
  }

  @Test func `types declared in a body hide those outside`() throws {
    try expectSymbols(
      """
      struct T { var outer = 1 }
      func f() {
        struct T { var inner = 2; func g() { «inner» } }
        let t: «T» = T()
        «t.inner»
        «t.outer»
      }
      """, "App.T.inner", "App.T", "App.T.inner", nil)
  }

  @Test func `references to a symbol are listed in source order`() throws {
    let subject = try Subject(
      """
      import SwiftGRPC
      func f(code: StatusCode) -> StatusCode? {
        let «local» = code
        return local == .ok ? local : nil
      }
      """)
    let local = try #require(subject.semantics.symbol(of: subject.nodes[0]))
    let uses = subject.semantics.references(to: local)
    #expect(uses.map(\.text) == ["local", "local"])
    let code = try #require(subject.model.symbol(named: "SwiftGRPC.StatusCode"))
    #expect(subject.semantics.references(to: code).map(\.text) == ["StatusCode", "StatusCode"])
    let ok = try #require(subject.model.symbol(named: "SwiftGRPC.StatusCode.ok"))
    #expect(subject.semantics.references(to: ok).map(\.text) == [".ok"])
  }

  @Test func `an extension of a type that nobody declares still has members`() throws {
    try expectTypes(
      """
      import UIKit
      import SwiftGRPC
      extension UIViewController { func client() -> Channel { Channel(address: "a") } }
      class VC: UIViewController { func f() { use(«client()», «self.client().timeout», «view») } }
      """, "Channel", "Double", "_")
  }

  @Test func `branches of a condition are all seen`() throws {
    try expectSymbols(
      """
      #if os(Linux)
      struct A { func one() {} }
      #else
      struct B {
        #if DEBUG
        func two() {}
        #endif
      }
      #endif
      func f(a: A, b: B) { «a.one()»; «b.two()» }
      """, "App.A.one()", "App.B.two()")
  }

  @Test func `names of symbols carry their labels`() throws {
    let subject = try Subject(
      "struct S { subscript(i: Int) -> Int { 0 } }\nfunc ==(a: S, b: S) -> Bool { true } // GRPC")
    for name in [
      "SwiftGRPC.Metadata.add(key:value:)", "SwiftGRPC.Metadata.init(_:)", "SwiftGRPC.Mutex.lock()",
      "SwiftGRPC.RPCError.callError", "SwiftGRPC.Channel.Argument",
      "SwiftGRPC.CallResult.statusCode",
      "App.S.subscript(_:)", "App.==(_:_:)", "App.S.init()",
    ] {
      #expect(subject.model.symbol(named: name) != nil, "\(name)")
    }
    #expect(subject.model.symbol(named: "SwiftGRPC.Metadata.add(key:)") == nil)
  }

  @Test func `subtypes are found through classes, protocols and extensions`() throws {
    let subject = try Subject("", others: generatedV0)
    let client = try #require(subject.model.symbol(named: "App.Hello_V1_GreeterServiceClient"))
    #expect(subject.model.isSubtype(client, of: "SwiftGRPC.ServiceClientBase"))
    #expect(subject.model.isSubtype(client, of: "SwiftGRPC.ServiceClient"))
    #expect(subject.model.isSubtype(client, of: "App.Hello_V1_GreeterService"))
    #expect(!subject.model.isSubtype(client, of: "SwiftGRPC.ServiceServer"))
    let request = try #require(subject.model.symbol(named: "App.Hello_V1_HelloRequest"))
    #expect(subject.model.isSubtype(request, of: "SwiftProtobuf.Message"))
  }

  @Test func `synthesized text is resolved like a file`() throws {
    let text = "public final class X_YNIOClient { public init(channel: Int) {} ; public var n = 1 }"
    let tree = parse(SourceText(path: "<x>", bytes: Array(text.utf8)))
    let subject = try Subject(
      "let c = «X_YNIOClient(channel: 1)»; let n = «c.n»",
      synthesized: [SynthesizedSource(tree: tree, module: "App", reason: "generator of era 1")])
    #expect(describe(subject.semantics.type(of: subject.nodes[1])) == "Int")
    let symbol = try #require(subject.semantics.symbol(of: subject.nodes[0]))
    #expect(symbol.origin == .synthesized(reason: "generator of era 1"))
  }

  @Test func `aliases, properties and types that need themselves are unknown, not a hang`() throws {
    try expectTypes(
      """
      typealias A = B
      typealias B = A
      struct S { var a = S.shared.b; var b = S.shared.a; static let shared = S() }
      class C: D {}
      class D: C {}
      func f(x: A, s: S, c: C) { use(«x», «s.a», «c.nothing») }
      """, "_", "_", "_")
  }
}

extension NameTests {
  @Test func `what one file of a module passes on, its other files see`() throws {
    try expectSymbols(
      """
      func f(_ m: «Metadata») {}
      """, "SwiftGRPC.Metadata", others: ["exports.swift": "@_exported import SwiftGRPC"])
  }

  @Test func `what another module keeps for itself hides nothing`() throws {
    try expectTypes(
      """
      import Core
      extension Thing { static var state: Int { 1 } }
      func f() { print(«Thing.state») }
      """, "Int",
      others: [
        "Core/thing.swift":
          "public struct Thing {}\nextension Thing { static var state: String { \"\" } }"
      ])
  }
}
