import MoultSemantics
import Testing

/// What types expressions have.
struct InferenceTests {
  @Test func `literals take the type that is wanted, or their own`() throws {
    try expectTypes(
      """
      let a: Double = «1»
      let b = «1», c = «1.5», d = «"x\\(b)"», e = «true»
      let f: String? = «nil»
      let g = «[1, 2]», h = «["a": 1]», i: Set<Int> = «[1]», j = «[String: [Int]]()», k = «[Int]()»
      let l: [Double?] = «[1, nil]»
      """, "Double", "Int", "Double", "String", "Bool", "String?", "[Int]", "[String: Int]",
      "Set<Int>", "[String: [Int]]", "[Int]", "[Double?]")
  }

  @Test func `overloads are chosen by labels, by number and by type`() throws {
    try expectTypes(
      """
      func f(_ a: Int) -> Int { 0 }
      func f(_ a: String) -> String { "" }
      func f(a: Int) -> Bool { true }
      func f(_ a: Int, b: Int = 1, _ c: () -> Void) -> Double { 0 }
      func f(_ a: Any..., z: Int) -> Character { "c" }
      let s = ""
      let r1 = «f(1)», r2 = «f("")», r3 = «f(a: 1)», r4 = «f(1) { }», r5 = «f(1, b: 2) { }»
      let r6 = «f(s)», r7 = «f(1, 2, 3, z: 4)», r8 = «f(unknown)»
      """, "Int", "String", "Bool", "Double", "Double", "String", "Character", "_")
  }

  @Test func `overloads that stay apart are all candidates`() throws {
    let subject = try Subject(
      """
      func f(_ a: Int) -> Int { 0 }
      func f(_ a: String) -> String { "" }
      let r = «f(unknown)»
      """)
    #expect(subject.semantics.symbol(of: subject.nodes[0])?.qualifiedName == "App.f(_:)")
    #expect(subject.semantics.candidates(of: subject.nodes[0]).count == 2)
  }

  @Test func `initialisers: memberwise, failable, raw value, inherited`() throws {
    try expectTypes(
      """
      struct P { let x: Int; var y = 2; var z: String?; let w = 3 }
      enum E: String, CaseIterable { case a, b }
      class Base { init?(name: String) {} ; init(id: Int) {} }
      class Derived: Base { var q = 1 }
      let r = «P(x: 1)», s = «P(x: 1, y: 2, z: "")», t = «E(rawValue: "a")», u = «E.a.rawValue»
      let v = «E.allCases», w = «Derived(name: "")», x = «Derived(id: 1)», y = «P.init(x: 1).y»
      """, "P", "P", "E?", "String", "[E]", "Derived?", "Derived", "Int")
  }

  @Test func `implicit members take the type from where they stand`() throws {
    try expectSymbols(
      """
      enum Color { case red, green(Int); static let sky = Color.red; static func mix(_ a: Color) -> Color { a } }
      struct Pen { var color: Color?; init(color: Color? = nil) {} }
      func paint(_ c: Color = «.red», with pen: Pen) -> Color { return «.green»(1) }
      let a: Color = «.sky»
      let p = Pen(color: «.red»)
      func f(c: Color, o: Color?) -> [Color] {
        paint(«.mix(«.red»)», with: «.init(color: «.sky»)»)
        var p = Pen()
        p.color = «.red»
        if o == «.red» || «.sky» == c {}
        let t = o ?? «.red»
        let u = true ? «.red» : c
        return [«.red», c]
      }
      """, "App.Color.red", "App.Color.green", "App.Color.sky", "App.Color.red",
      "App.Color.mix(_:)", "App.Color.red", "App.Pen.init(color:)", "App.Color.sky",
      "App.Color.red", "App.Color.red", "App.Color.sky", "App.Color.red", "App.Color.red",
      "App.Color.red")
  }

  @Test func `optional chains are optional as a whole`() throws {
    try expectTypes(
      """
      struct A { var b: B?; func c() -> Int? { 1 } ; var d: Int = 1 }
      struct B { var a: A; var list: [A] ; var f: (() -> A)? }
      func f(a: A, o: A?) {
        use(«a.b?.a», «a.b?.a.d», «a.b!.a.d», «o?.c()», «o?.b?.list.first?.d», «a.b?.list[0].d»)
        use(«a.b?.f?()», «(a.b?.a)!.d», «a.b.map { $0.a }», «a.b.flatMap { $0.a.b }», «o.d»)
      }
      """, "A?", "Int?", "Int", "Int?", "Int?", "Int?", "A?", "Int", "A?", "B?", "_")
  }

  @Test func `values declared with an exclamation mark are unwrapped where needed`() throws {
    try expectTypes(
      """
      class A { var n = 1; var next: A!; func go() -> A! { self } }
      func f(a: A!) { use(«a», «a.n», «a.next.next.n», «a.go().n»); let b = a; use(«b?.n») }
      """, "A?", "Int", "Int", "Int", "Int?")
  }

  @Test func `conditions unwrap`() throws {
    try expectTypes(
      """
      func f(a: Int?, b: Int??, c: Any, s: [Int?]) {
        if let a { use(«a») } else { use(«a») }
        if let x = b, let y = x { use(«x», «y») }
        while let z = a { use(«z») }
        if let n = c as? String { use(«n») }
        if case let v? = a { use(«v») }
        if case .some(let v) = a { use(«v») }
        for case let v? in s { use(«v») }
        if case let t as Int = c { use(«t») }
      }
      """, "Int", "Int?", "Int?", "Int", "Int", "String", "Int", "Int", "Int", "Int")
  }

  @Test func `casts and tries`() throws {
    try expectTypes(
      """
      func t() throws -> Int { 1 }
      func o() throws -> Int? { 1 }
      func f(a: Any) async {
        use(«a as? Int», «a as! String», «1 as Double», «a is Int», «try? t()», «try? o()», «try! t()»)
        use(«await g()», «try? t() + 1»)
      }
      func g() async -> Bool { true }
      """, "Int?", "String", "Double", "Bool", "Int?", "Int?", "Int", "Bool", "Int?")
  }

  @Test func `loops know the elements of their sequences`() throws {
    try expectTypes(
      """
      struct P { var n: Int }
      func f(a: [P], d: [String: P], s: Set<P>) async {
        for x in a { use(«x.n») }
        for (k, v) in d { use(«k», «v») }
        for e in d { use(«e.key», «e.value.n») }
        for x in s where «x.n» > 1 {}
        for (i, x) in a.enumerated() { use(«i», «x») }
        for i in 0..<3 { use(«i») }
        for x in a.reversed() { use(«x») }
        for c in "abc" { use(«c») }
        for x in unknown { use(«x») }
      }
      """, "Int", "String", "P", "String", "Int", "Int", "Int", "P", "Int", "P", "Character", "_")
  }

  @Test func `closures take their parameters from the callee and give back their result`() throws {
    try expectTypes(
      """
      struct P { var n: Int; var name: String? }
      func run<T>(_ body: (P) throws -> T) rethrows -> T { fatalError() }
      func done(_ f: @escaping (P?, Error?) -> Void) {}
      func f(a: [P], d: [String: P]) {
        use(«a.map { $0.n }», «a.compactMap { $0.name }», «a.map(\\.n)», «run { $0.name }»)
        use(«a.filter { $0.n > 1 }.first?.name», «a.map { p in «p.n» + 1 }», «d.mapValues { $0.n }»)
        done { p, e in use(«p?.n», «e») }
        done { (p, _) -> Void in use(«p») }
        use(«a.reduce(0) { $0 + $1.n }», «a.sorted { «$0.n» < $1.n }»)
        use(«run { p -> Bool in let x = p; return x.n == 1 }», «run { p in let n = p.n; return n }»)
        let g = { (x: Int) in «x» }
        use(«g(1)», «{ 1 }()»)
      }
      """, "[Int]", "[String]", "[Int]", "String?", "String?", "[Int]", "Int", "[String: Int]",
      "Int?", "Error?", "P?", "Int", "[P]", "Int", "Bool", "Int", "Int", "Int", "Int")
  }

  @Test func `captures`() throws {
    try expectTypes(
      """
      class C {
        var n = 1
        func f() {
          run { [weak self] in use(«self?.n»); guard let self = self else { return }; use(«self.n») }
          run { [weak self, n] in guard let self else { return }; use(«self.n», «n») }
          run { [m = n] in use(«m», «n») }
        }
      }
      func run(_ f: () -> Void) {}
      """, "Int?", "Int", "Int", "Int", "Int", "Int")
  }

  @Test func `tuples`() throws {
    try expectTypes(
      """
      func pair() -> (Int, name: String) { (1, "") }
      func f() {
        let (a, b) = pair()
        let t = pair()
        use(«a», «b», «t.0», «t.name», «t.1», «(1, x: "")», «(t).name»)
        if case (let c, _) = t { use(«c») }
        switch t { case let (x, y): use(«x», «y») }
      }
      """, "Int", "String", "Int", "String", "String", "(Int, x: String)", "String", "Int", "Int",
      "String")
  }

  @Test func `patterns bind the values of their cases`() throws {
    try expectTypes(
      """
      enum E: Error { case a(Int, label: String), b(P), c((Int, String)), d }
      struct P { var n: Int }
      func f(e: E, r: Result<P, E>) {
        switch e {
        case .a(let n, let s): use(«n», «s»)
        case let .b(p) where «p.n» > 1: use(«p»)
        case .c(let (x, y)): use(«x», «y»)
        case .a(let both): use(«both»)
        default: break
        }
        switch r { case .success(let p): use(«p») case .failure(.b(let p)): use(«p») case .failure(let e): use(«e») }
        do {} catch E.b(let p) { use(«p») } catch let e as E { use(«e») } catch is P { use(«error») } catch { use(«error») }
      }
      """, "Int", "String", "Int", "P", "Int", "String", "(Int, label: String)", "P", "P", "E", "P",
      "E", "_", "Error")
  }

  @Test func `subscripts`() throws {
    try expectTypes(
      """
      struct S { subscript(i: Int) -> String { "" }; subscript(name n: String) -> Int? { 1 }; static subscript(k: Bool) -> Double { 1 } }
      func f(a: [Int], d: [String: S], s: S) {
        use(«a[0]», «d["x"]», «d["x"]?[0]», «s[0]», «s[name: ""]», «S[true]», «d["", default: S()]», «a[0..<1]»)
      }
      """, "Int", "S?", "String?", "String", "Int?", "Double", "S", "ArraySlice<Int>")
  }

  @Test func `properties take their type from their initial value, in any file`() throws {
    try expectTypes(
      """
      class C {
        let client = Net.shared.client
        lazy var other = client
        let text = "a".uppercased(), list = [Client()]
        static let made = Client.make()
        var closure: () -> Client = { Client() }
        let called: Client = { let c = Client(); return c }()
        let inferred = { Client() }()
      }
      func f(c: C) {
        use(«c.client», «c.other», «c.text», «c.list», «C.made», «c.closure()», «c.called», «c.inferred», «global.n»)
      }
      """, "Client", "Client", "String", "[Client]", "Client?", "Client", "Client", "Client", "Int",
      others: [
        "net.swift": """
        struct Net { static let shared = Net(); let client = Client() }
        class Client { static func make() -> Client? { nil }; var n = 1 }
        let global = Client()
        """
      ])
  }

  @Test func `operators`() throws {
    try expectTypes(
      """
      struct V { static func + (a: V, b: V) -> V { a }; static func * (a: V, b: Int) -> Double { 1 } }
      infix operator <>
      func <> (a: V, b: V) -> String { "" }
      func f(a: Int, b: Double, v: V, o: Int?) {
        use(«a + 1», «b * 2», «a == 1», «!true», «-a», «v + v», «v * 2», «v <> v», «o ?? 1», «a...2», «"a" + "b"», «o ?? o»)
      }
      """, "Int", "Double", "Bool", "Bool", "Int", "V", "Double", "String", "Int",
      "ClosedRange<Int>", "String", "Int?")
  }

  @Test func `generics`() throws {
    try expectTypes(
      """
      struct Box<T> { var value: T; init(_ v: T) { value = v }; func map<U>(_ f: (T) -> U) -> Box<U> { fatalError() }; static func make(_ t: T) -> Box<T> { Box(t) } }
      func first<T>(_ a: T, _ b: [T]) -> T? { nil }
      func decode<T>(_ type: T.Type) -> T { fatalError() }
      func f(b: Box<Int>) {
        use(«Box(1)», «Box("").value», «b.map { _ in "" }», «first(1, [2])», «decode(String.self)», «Box<Double>(1)», «b.value», «Box.make(1)»)
      }
      extension Box { func inside() { use(«value», «self») } }
      """, "Box<Int>", "String", "Box<String>", "Int?", "String", "Box<Double>", "Int", "Box<Int>",
      "T", "Box<T>")
  }

  @Test func `types nested in generic types know the outer arguments`() throws {
    try expectTypes(
      """
      struct Box<T> { struct Inner { var value: T }; var inner: Inner; enum E { case e(T) }; func g() { use(«inner») } }
      func f(b: Box<Int>, i: Box<String>.Inner, e: Box<Bool>.E) {
        use(«b.inner.value», «i.value», «Box<Double>.Inner(value: 1).value»)
        if case .e(let x) = e { use(«x») }
      }
      """, "Box.Inner<T>", "Int", "String", "Double", "Bool")
  }

  @Test func `autoclosures and assertions take what they are given`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      import XCTest
      func check<T>(_ a: @autoclosure () -> T, _ b: T) -> T { «a»() }
      final class T: XCTestCase {
        func test(e: Error) throws {
          XCTAssertEqual(«.unknown», (e as! RPCError).callResult!.statusCode)
          XCTAssertEqual(try «XCTUnwrap(e as? RPCError).callResult»?.statusCode, «.ok»)
          check(«.aborted», StatusCode.ok)
          XCTAssertThrowsError(try go()) { error in «(error as? RPCError)?.callResult» }
        }
      }
      """, "a", "SwiftGRPC.StatusCode.unknown", "SwiftGRPC.RPCError.callResult",
      "SwiftGRPC.StatusCode.ok", "SwiftGRPC.StatusCode.aborted", "SwiftGRPC.RPCError.callResult")
  }

  @Test func `macros of swift-testing give what they require, and others what nobody knows`() throws
  {
    let body = """
      func f(_ a: Int?, _ b: Bool) throws {
        let c = try «#require(a)»
        let d = «#expect(b)»
        let e = try «#require(b)»
        use(try #require(«a»), «c», «#other(a)»)
      }
      """
    try expectTypes("import Testing\n" + body, "Int", "()", "()", "Int?", "Int", "_")
    try expectTypes(body, "_", "_", "_", "Int?", "_", "_")
  }

  @Test func `a default implementation with fewer arguments is called beside its requirement`()
    throws
  {
    try expectTypes(
      """
      protocol Client { func call(_ a: Int, options: String?) -> Double }
      extension Client { func call(_ a: Int, options: String? = nil) -> Double { 1 } }
      struct Real: Client {}
      func f(r: Real, c: Client) {
        use(«r.call(1)», «c.call(1)», «c.call(1, options: "")», «r.call(1, options: nil)»)
      }
      """, "Double", "Double", "Double", "Double")
  }

  @Test func `literals of own types know their elements`() throws {
    try expectSymbols(
      """
      struct Map: ExpressibleByDictionaryLiteral {
        enum Name { case same(String), other }
        init(dictionaryLiteral elements: (Int, Name)...) {}
      }
      struct Flags: OptionSet {
        let rawValue: Int
        static let one = Flags(rawValue: 1), two = Flags(rawValue: 2)
      }
      let m: Map = [1: «.same("a")», 2: «.other»]
      let f: Flags = [«.one», «.two»]
      let g = «f.contains(«.one»)»
      """, "App.Map.Name.same", "App.Map.Name.other", "App.Flags.one", "App.Flags.two",
      "Swift.SetAlgebra.contains(_:)", "App.Flags.one")
  }

  @Test func `sequences of the project give their elements`() throws {
    try expectTypes(
      """
      struct Row { var n: Int }
      struct Rows: Sequence { func makeIterator() -> Cursor { Cursor() } }
      struct Cursor: IteratorProtocol { mutating func next() -> Row? { nil } }
      struct Table: Collection {
        var startIndex: Int { 0 }
        var endIndex: Int { 1 }
        subscript(position: Int) -> Row { Row(n: position) }
      }
      func f(r: Rows, t: Table) {
        for x in r { use(«x.n») }
        use(«t.first?.n», «t.map { $0.n }», «r.filter { $0.n > 1 }»)
      }
      """, "Int", "Int?", "[Int]", "[Row]")
  }

  @Test func `slices and ranges of arrays and strings`() throws {
    try expectTypes(
      """
      func f(a: [Int], s: String) {
        use(«a[...]», «a[..<2].filter { $0 > 1 }», «a[1...].first», «[1] + a[2...]», «s[s.startIndex...]», «a[0]»)
      }
      """, "ArraySlice<Int>", "[Int]", "Int?", "[Int]", "Substring", "Int")
  }

  @Test func `conditional expressions`() throws {
    try expectTypes(
      """
      func f(b: Bool, o: Int?) {
        let x = if b { 1 } else { 2 }
        let y = switch b { case true: "a"; case false: "b" }
        use(«x», «y», «b ? o : 1», «b ? nil : o»)
      }
      """, "Int", "String", "Int?", "Int?")
  }

  @Test func `of two classes a condition chooses the one that the other inherits`() throws {
    try expectTypes(
      """
      class Builder { class Secure: Builder {}; class Plain: Builder {} }
      func f(b: Bool, s: Builder.Secure, p: Builder.Plain, o: Builder) {
        use(«b ? s : o», «b ? o : s», «b ? s : s», «b ? s : p»)
      }
      """, "Builder", "Builder", "Builder.Secure", "_")
  }

  @Test func `accessors, observers and default values see what they should`() throws {
    try expectTypes(
      """
      struct S {
        var a: Int { get { 1 } set { use(«newValue») } }
        var b: String = "" { didSet { use(«oldValue», «b») } willSet(next) { use(«next») } }
        var c: [Int] { b.isEmpty ? [] : [«a»] }
        init(x: Int = 1) { use(«x», «self.c») }
        subscript(i: Int) -> String { use(«i»); return b }
        static let d = 1
        static func g(y: Int = «d») {}
      }
      """, "Int", "String", "String", "String", "Int", "Int", "[Int]", "Int", "Int")
  }

  @Test func `what cannot be known is unknown`() throws {
    try expectTypes(
      """
      import Somewhere
      @Wrapper var w = 1
      func f(x: Foreign, y: some Foreign) {
        use(«x», «x.statusCode», «x.map { $0 }», «make()», «w», «#stringify(1)», «[x.a, 1]», «x ?? 1», «.ok»)
      }
      """, "_", "_", "_", "_", "_", "_", "[_]", "_", "_")
  }
}
