import Testing

// MARK: - Where the marks stand

@Test(arguments: [
  ("let x = link.ping(1)", "let x = await link.reach(1)"),
  ("let x = link.fetch(1)", "let x = try await link.get(1)"),
  ("let x = 1 + link.fetch(1)", "let x = try await 1 + link.get(1)"),
  ("let x = abs(link.ping(1)) == 2 ? 1 : 2", "let x = await abs(link.reach(1)) == 2 ? 1 : 2"),
  ("let x = [link.ping(1), 2].first!", "let x = await [link.reach(1), 2].first!"),
  ("var x = 1\n  x = link.ping(1)", "var x = 1\n  x = await link.reach(1)"),
  ("let x = \"a\\(link.fetch(1))\"", "let x = try await \"a\\(link.get(1))\""),
  ("let x = -link.ping(1) as Int", "let x = await -link.reach(1) as Int"),
  ("if link.ping(1) == 1 { use() }", "if await link.reach(1) == 1 { use() }"),
  ("for i in 0..<link.ping(1) { use(i) }", "for i in await 0..<link.reach(1) { use(i) }"),
  ("return link.fetch(link.ping(1))", "return try await link.get(link.reach(1))"),
  ("throw E(link.fetch(1))", "throw try await E(link.get(1))"),
  ("switch link.ping(1) { default: use() }", "switch await link.reach(1) { default: use() }"),
  ("let x = link.load + 1", "let x = try await link.weight + 1"),
  ("let x = one ?? link.check(1)", "let x = try one ?? link.verify(1)"),
])
func `marks stand left of the whole expression`(before: String, after: String) async throws {
  try await expectRewrite(
    "func f() async throws {\n  \(before)\n}\n", "func f() async throws {\n  \(after)\n}\n")
}

@Test(arguments: [
  ("let x = try await link.fetch(1)", "let x = try await link.get(1)"),
  ("let x = try other(link.fetch(1))", "let x = try await other(link.get(1))"),
  ("let x = await other(link.fetch(1))", "let x = try await other(link.get(1))"),
  ("let x = try? link.fetch(1)", "let x = try? await link.get(1)"),
])
func `a mark that covers the expression is not written again`(
  before: String, after: String
) async throws {
  try await expectRewrite(
    "func f() async throws {\n  \(before)\n}\n", "func f() async throws {\n  \(after)\n}\n")
}

@Test func `two expressions of one statement share their marks`() async throws {
  try await expectRewrite(
    "func f() async throws { use(link.ping(1), link.fetch(2)) }\n",
    "func f() async throws { try await use(link.reach(1), link.get(2)) }\n")
}

@Test func `what async let starts is marked where its name is used`() async throws {
  try await expectRewrite(
    "func f() async throws {\n  async let x = link.fetch(1)\n  use(await x)\n}\n",
    "func f() async throws {\n  async let x = link.get(1)\n  try use(await x)\n}\n")
}

// MARK: - How far the need climbs

@Test func `the enclosing function, its callers and theirs get the effects`() async throws {
  try await expectRewrite(
    """
    func a(_ x: Int) -> Int { link.fetch(x) }
    func b() -> Int { a(a(1)) }
    struct S { func c() { _ = b() } }
    func d(_ s: S?) throws { s?.c() }
    """,
    """
    func a(_ x: Int) async throws -> Int { try await link.get(x) }
    func b() async throws -> Int { try await a(a(1)) }
    struct S { func c() async throws { _ = try await b() } }
    func d(_ s: S?) async throws { try await s?.c() }
    """, "acme.fetch safe")
}

@Test func `an effect that is declared already is not written again`() async throws {
  try await expectRewrite(
    "func a() throws { _ = link.fetch(1) }\nfunc b() async { _ = link.fetch(1) }\n",
    "func a() async throws { _ = try await link.get(1) }\n"
      + "func b() async throws { _ = try await link.get(1) }\n")
}

@Test func `an error climbs no further than what handles it`() async throws {
  try await expectRewrite(
    """
    func a() { _ = try? link.check(1) }
    func b() { do { _ = link.check(1) } catch { use(error) } }
    func c() { do { _ = link.check(1) } catch let e { use(e) } }
    """,
    """
    func a() { _ = try? link.verify(1) }
    func b() { do { _ = try link.verify(1) } catch { use(error) } }
    func c() { do { _ = try link.verify(1) } catch let e { use(e) } }
    """)
}

@Test func `a catch of some errors lets the others climb`() async throws {
  try await expectRewrite(
    "func a() { do { _ = link.check(1) } catch is E { use() } }\n",
    "func a() throws { do { _ = try link.verify(1) } catch is E { use() } }\n")
}

@Test func `accessors and initialisers say their effects`() async throws {
  try await expectRewrite(
    """
    struct S {
      let n: Int
      init() { n = link.fetch(1) }
      var short: Int { link.fetch(n) }
      var long: Int { get { link.ping(n) } }
      subscript(i: Int) -> Int { link.check(i) }
    }
    func f() { use(S().short, S().long, S()[1]) }
    """,
    """
    struct S {
      let n: Int
      init() async throws { n = try await link.get(1) }
      var short: Int { get async throws { try await link.get(n) } }
      var long: Int { get async { await link.reach(n) } }
      subscript(i: Int) -> Int { get throws { try link.verify(i) } }
    }
    func f() async throws { try await use(S().short, S().long, S()[1]) }
    """)
}

@Test func `a requirement follows its witness, and other witnesses and fakes stay`() async throws {
  let files = [
    "P.swift": "protocol Net { func go(_ n: Int) -> Int }\n",
    "Real.swift": """
    import AcmeNet
    struct Real: Net { let link = Link()
      func go(_ n: Int) -> Int { link.fetch(n) } }

    """,
    "Fake.swift": "struct Fake: Net { func go(_ n: Int) -> Int { n } }\nlet n = Fake().go(1)\n",
    "Use.swift": "func use(_ net: Net) { print(net.go(1)) }\n",
    "main.swift": "use(Fake())\n",
  ]
  let result = try await Rewritten(files)
  #expect(result.texts["P.swift"] == "protocol Net { func go(_ n: Int) async throws -> Int }\n")
  #expect(
    result.texts["Real.swift"]?.contains("func go(_ n: Int) async throws -> Int { try await")
      == true)
  #expect(result.texts["Fake.swift"] == files["Fake.swift"])
  #expect(
    result.texts["Use.swift"]
      == "func use(_ net: Net) async throws { try await print(net.go(1)) }\n")
  #expect(result.texts["main.swift"] == "try await use(Fake())\n")
  #expect(result.found == ["acme.fetch safe"])
}

@Test func `a requirement of a property is told as its getter`() async throws {
  try await expectRewrite(
    "protocol P { var n: Int { get } }\nstruct S: P { var n: Int { link.ping(1) } }\n",
    "protocol P { var n: Int { get async } }\nstruct S: P { var n: Int { get async { await link.reach(1) } } }\n"
  )
}

@Test func `an overridden method follows, and other overrides stay`() async throws {
  try await expectRewrite(
    """
    class A { func go() {} }
    class B: A { override func go() { super.go(); _ = link.ping(1) } }
    class C: A { override func go() {} }
    func f(_ a: A, _ c: C) { a.go(); c.go() }
    """,
    """
    class A { func go() async {} }
    class B: A { override func go() async { await super.go(); _ = await link.reach(1) } }
    class C: A { override func go() {} }
    func f(_ a: A, _ c: C) async { await a.go(); c.go() }
    """)
}

@Test func `recursion ends, and a local function is followed`() async throws {
  try await expectRewrite(
    """
    func f(_ n: Int) -> Int {
      func g(_ m: Int) -> Int { m == 0 ? link.ping(m) : f(m - 1) }
      return g(n)
    }
    """,
    """
    func f(_ n: Int) async -> Int {
      func g(_ m: Int) async -> Int { await m == 0 ? link.reach(m) : f(m - 1) }
      return await g(n)
    }
    """)
}

@Test func `tests may suspend and throw`() async throws {
  try await expectRewrite(
    """
    import XCTest
    final class T: XCTestCase {
      override func setUp() { _ = link.fetch(1) }
      func testPing() { XCTAssertEqual(link.check(1), 1) }
      func testFetch() { let x = link.fetch(1); use(x) }
    }
    """,
    """
    import XCTest
    final class T: XCTestCase {
      override func setUp() async throws { _ = try await link.get(1) }
      func testPing() { XCTAssertEqual(try link.verify(1), 1) }
      func testFetch() async throws { let x = try await link.get(1); use(x) }
    }
    """)
}

// MARK: - Closures

@Test func `a closure that may suspend or throw takes the effect`() async throws {
  try await expectRewrite(
    """
    func run(_ work: () async throws -> Void) {}
    func f() { run { _ = link.fetch(1) } }
    func g() { Task { _ = link.fetch(1) } }
    """,
    """
    func run(_ work: () async throws -> Void) {}
    func f() { run { _ = try await link.get(1) } }
    func g() { Task { _ = try await link.get(1) } }
    """)
}

@Test func `what rethrows throws with its closure`() async throws {
  try await expectRewrite(
    "func f(_ a: [Int]) -> [Int] { a.map { link.check($0) } }\n",
    "func f(_ a: [Int]) throws -> [Int] { try a.map { try link.verify($0) } }\n")
}

@Test func `what suspends in a closure that cannot goes into a task`() async throws {
  let before = """
    func later(_ work: @escaping () -> Void) {}
    func f() { later { _ = link.fetch(1) } }

    """
  let after = """
    func later(_ work: @escaping () -> Void) {}
    func f() { later { Task { _ = try await link.get(1) } } }

    """
  try await expectRewrite(before, after, "acme.fetch review")
}

@Test func `a value that is used where nothing can suspend is left to a person`() async throws {
  for text in [
    "func f(_ a: [Int]) -> [Int] { a.map { link.ping($0) } }\n",
    "func f(_ a: Int?) async -> Int { a ?? link.ping(1) }\n",
    "struct S { var n = link.ping(1) }\n",
    "func f(_ n: Int = link.ping(1)) {}\n",
    "class C { deinit { _ = link.ping(1) } }\n",
    "struct S { var n: Int { get { link.ping(1) } set {} } }\n",
    "struct S: Equatable { static func == (a: S, b: S) -> Bool { link.ping(1) == 1 } }\n",
    "func f(_ a: [Int]) { defer { use(link.check(1)) }; use() }\n",
  ] {
    try await expectRewrite(
      text, text, text.contains("check") ? "acme.check manual" : "acme.ping manual")
  }
}

// MARK: - Autoclosures

@Test func `an autoclosure that cannot suspend is left to a person, its statement too`()
  async throws
{
  for text in [
    "func f() { assert(link.ping(1) == 1) }\n",
    "func f() async { precondition(link.ping(1) == 1, \"\\(link.name ?? \"\")\") }\n",
    "import XCTest\nclass T: XCTestCase { func testF() { XCTAssertEqual(link.ping(1), 1) } }\n",
    "func check(_ a: @autoclosure () -> Int) {}\nfunc f() { check(link.ping(1)) }\n",
    "func f(_ a: Bool) async { _ = a && link.ping(1) == 1 }\n",
    "func f(_ a: Int?) { _ = a ?? link.ping(1) }\n",
  ] {
    let result = try await Rewritten(["A.swift": "import AcmeNet\nlet link = Link()\n" + text])
    let after = try #require(result.texts["A.swift"])
    #expect(!after.contains("await") && !after.contains("Task"), "\(after)")
    #expect(result.found.contains { $0.hasPrefix("acme.ping manual") }, "\(result.found)")
  }
}

@Test func `an autoclosure that may throw keeps its error`() async throws {
  try await expectRewrite(
    "func log(_ a: @autoclosure () throws -> Int) {}\nfunc f() { log(link.check(1)) }\n",
    "func log(_ a: @autoclosure () throws -> Int) {}\nfunc f() { log(try link.verify(1)) }\n",
    "acme.check safe")
}

@Test func `an autoclosure that throws nothing keeps errors out`() async throws {
  let text = "func log(_ a: @autoclosure () -> Int) {}\nfunc f() throws { log(link.check(1)) }\n"
  try await expectRewrite(text, text, "acme.check manual: the argument is an autoclosure")
}

@Test func `an autoclosure that may suspend takes the mark`() async throws {
  try await expectRewrite(
    "func log(_ a: @autoclosure () async -> Int) async {}\nfunc f() async { await log(link.ping(1)) }\n",
    "func log(_ a: @autoclosure () async -> Int) async {}\nfunc f() async { await log(await link.reach(1)) }\n",
    "acme.ping safe")
}

@Test func `an argument of a function that is not known asks for a look`() async throws {
  try await expectRewrite(
    "func f() async { expect(link.ping(1)).to(equal(1)) }\n",
    "func f() async { await expect(link.reach(1)).to(equal(1)) }\n", "acme.ping review")
}

// MARK: - Limits

@Test func `a caller that cannot suspend starts a task`() async throws {
  try await expectRewrite(
    """
    func go() { _ = link.ping(1) }
    class V { @objc func tap() { go() } }
    """,
    """
    func go() async { _ = await link.reach(1) }
    class V { @objc func tap() { Task { await go() } } }
    """, "acme.ping review")
}

@Test func `a function that is used as a value is not changed under its users`() async throws {
  let text = "func go() -> Int { link.ping(1) }\nlet all = [go]\n"
  try await expectRewrite(
    text, text, "acme.ping manual: 'go' is used by generated code or as a value")
}

@Test func `a public function changes for review`() async throws {
  try await expectRewrite(
    "public func go() { _ = link.ping(1) }\n",
    "public func go() async { _ = await link.reach(1) }\n",
    "acme.ping review")
}

@Test func `generated code that calls a function keeps it as it is`() async throws {
  let source = "import AcmeNet\nfunc go(_ link: Link) -> Int { link.ping(1) }\n"
  let result = try await Rewritten([
    "A.swift": source, "B.pb.swift": "func x(_ l: Link) { go(l) }\n",
  ])
  #expect(result.texts["A.swift"] == source)
  #expect(result.found.first?.hasPrefix("acme.ping manual") == true)
}

@Test func `a climb that changes too much is left to a person`() async throws {
  let chain = (1...80).map { "func f\($0)() { f\($0 - 1)() }\n" }.joined()
  let text = "func f0() { _ = link.ping(1) }\n" + chain
  try await expectRewrite(text, text, "acme.ping manual: more than 64 functions")
}

@Test func `a member behind a receiver of unknown type asks for a look`() async throws {
  let text = "struct S { func go() { _ = link.ping(1) } }\nfunc f() { mystery.go() }\n"
  let result = try await Rewritten(["A.swift": "import AcmeNet\nlet link = Link()\n" + text])
  #expect(result.found == ["acme.ping review"])
}

@Test func `the value of an assertion is asked for in a statement before`() async throws {
  try await expectRewrite(
    """
    import XCTest
    func two() -> Int { link.ping(1) }
    func three() throws -> Int { link.ping(1) }
    final class Tests: XCTestCase {
      func testNumbers() {
        XCTAssertEqual(two(), 2)
        XCTAssertGreaterThan(3, two())
      }
      func testThree() {
        XCTAssertEqual(try three() + 1, 4)
      }
    }

    """,
    """
    import XCTest
    func two() async -> Int { await link.reach(1) }
    func three() async throws -> Int { await link.reach(1) }
    final class Tests: XCTestCase {
      func testNumbers() async {
        let twoReply = await two()
        XCTAssertEqual(twoReply, 2)
        let twoReply2 = await two()
        XCTAssertGreaterThan(3, twoReply2)
      }
      func testThree() async throws {
        let threeReply = try await three() + 1
        XCTAssertEqual(threeReply, 4)
      }
    }

    """)
}
