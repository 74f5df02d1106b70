import MoultSemantics
import MoultSyntax
import Testing

/// Which of several declarations is meant, and where nobody can say.
extension InferenceTests {
  @Test func `overloads that differ by suspending are told apart by what waits`() throws {
    try expectTypes(
      """
      struct Future<T> { func get() async throws -> T }
      struct Pipe {
        func write(_ text: String) -> Future<Int>
        func write(_ text: String) async throws -> Int
      }
      func f(_ p: Pipe) async throws {
        let a = «p.write("")»
        let b = try await «p.write("")»
        let c = try await «p.write("")».get()
        async let d = «p.write("")»
      }
      """, "Future<Int>", "Int", "Future<Int>", "Int")
  }

  @Test func `a requirement is met by the default for a concrete type and asked of a generic one`()
    throws
  {
    let subject = try Subject(
      """
      protocol P { func go() }
      extension P { func go() {} }
      struct S: P {}
      func f<T: P>(_ s: S, _ t: T) { «s.go()»; «t.go()» }
      """)
    let kinds = subject.nodes.map { node in
      subject.semantics.symbol(of: node)?.declaration?.ancestors
        .first { $0.kind == .extensionDecl || $0.kind == .protocolDecl }?.kind
    }
    #expect(kinds == [.extensionDecl, .protocolDecl])
  }

  @Test func `a disfavoured overload gives way`() throws {
    try expectTypes(
      """
      struct S {
        @_disfavoredOverload func f(_ n: Int) -> Int
        func f(_ n: Int, _ flag: Bool = false) -> String
      }
      func g(_ s: S) { use(«s.f(1)») }
      """, "String")
  }

  @Test func `a static value is meant where a case of its name is not called`() throws {
    try expectTypes(
      """
      enum Word { case go(Int); static var go: Word { .go(1) } }
      func f() { let w: Word = .go; use(«w», «Word.go», «Word.go(2)») }
      """, "Word", "Word", "Word")
  }

  @Test func `what a result builder makes of a closure is not known`() throws {
    try expectTypes(
      """
      @resultBuilder struct B {}
      func make<T>(@B _ content: () -> T) -> T
      func plain<T>(_ content: () -> T) -> T
      func f() { use(«make { 1 }», «plain { 1 }») }
      """, "_", "Int")
  }

  @Test func `what a property wrapper makes of a value is not known`() throws {
    try expectTypes(
      """
      struct S { @Wrapped var a = 1; @Wrapped var b: Int = 1 }
      func f(_ s: S) { use(«s.a», «s.b», «s.$b») }
      """, "_", "Int", "_")
  }

  @Test func `labels that fit no overload name another function`() throws {
    try expectSymbols(
      """
      struct S { func f(a: Int) {} }
      func g(_ s: S) { «s.f(b: 1)»; «s.f(a: 1)» }
      """, nil, "App.S.f(a:)")
  }
}
