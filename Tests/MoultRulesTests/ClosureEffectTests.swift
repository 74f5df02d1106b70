import Testing

/// Closures that get effects, and the project's own functions that they are passed to.

// MARK: - What follows a closure

@Test func `a function that calls its closure takes one that suspends, and suspends with it`()
  async throws
{
  try await expectRewrite(
    """
    func retrying<T>(_ times: Int, _ work: () throws -> T) throws -> T {
      do { return try work() } catch is E { use() }
      return try work()
    }
    func load() throws -> Int { link.ping(1) }
    func f() throws { use(try retrying(3) { try load() }) }
    func g() throws -> Int { try retrying(2) { 1 } }
    """,
    """
    func retrying<T>(_ times: Int, _ work: () async throws -> T) async throws -> T {
      do { return try await work() } catch is E { use() }
      return try await work()
    }
    func load() async throws -> Int { await link.reach(1) }
    func f() async throws { use(try await retrying(3) { try await load() }) }
    func g() async throws -> Int { try await retrying(2) { 1 } }
    """, "acme.ping review")
}

@Test func `a closure's type gets both effects, and only the ones it has not`() async throws {
  try await expectRewrite(
    """
    func twice(_ work: () -> Int) -> Int { work() + work() }
    func f() -> Int { twice { link.fetch(1) } }
    func g(_ work: (Int) async -> Int) async -> Int { await work(1) }
    func h() async -> Int { await g { link.fetch($0) } }
    """,
    """
    func twice(_ work: () async throws -> Int) async throws -> Int { try await work() + work() }
    func f() async throws -> Int { try await twice { try await link.get(1) } }
    func g(_ work: (Int) async throws -> Int) async throws -> Int { try await work(1) }
    func h() async throws -> Int { try await g { try await link.get($0) } }
    """, "acme.fetch review")
}

@Test func `a closure is followed where it is passed on`() async throws {
  try await expectRewrite(
    """
    func again(_ n: Int, _ work: () -> Int) -> Int { n == 0 ? work() : again(n - 1, work) }
    func outer(_ work: () -> Int) -> Int { again(3, work) }
    func around(_ work: () -> Int) -> Int { outer { work() + 1 } }
    func f() -> Int { around { link.ping(1) } }
    """,
    """
    func again(_ n: Int, _ work: () async -> Int) async -> Int { await n == 0 ? work() : again(n - 1, work) }
    func outer(_ work: () async -> Int) async -> Int { await again(3, work) }
    func around(_ work: () async -> Int) async -> Int { await outer { await work() + 1 } }
    func f() async -> Int { await around { await link.reach(1) } }
    """, "acme.ping review")
}

@Test func `what rethrows goes on doing so`() async throws {
  try await expectRewrite(
    """
    func run<T>(_ work: () throws -> T) rethrows -> T { try work() }
    func f() -> Int { run { link.ping(1) } }
    func g() -> Int { run { 1 } }
    """,
    """
    func run<T>(_ work: () async throws -> T) async rethrows -> T { try await work() }
    func f() async -> Int { await run { await link.reach(1) } }
    func g() async -> Int { await run { 1 } }
    """, "acme.ping review")
  try await expectRewrite(
    """
    func run<T>(_ work: () throws -> T) rethrows -> T { try work() }
    func f() -> Int { run { link.fetch(1) } }
    """,
    """
    func run<T>(_ work: () async throws -> T) async rethrows -> T { try await work() }
    func f() async throws -> Int { try await run { try await link.get(1) } }
    """, "acme.fetch review")
}

@Test func `a closure that a task calls changes its type alone`() async throws {
  try await expectRewrite(
    """
    func later(_ work: @escaping @Sendable () -> Void) { Task { work() } }
    func f() { later { use(link.ping(1)) } }
    """,
    """
    func later(_ work: @escaping @Sendable () async -> Void) { Task { await work() } }
    func f() { later { await use(link.reach(1)) } }
    """, "acme.ping review")
}

@Test func `of several closures the one is meant that has the effect`() async throws {
  try await expectRewrite(
    """
    struct S {
      init(_ make: () -> Int) { use(make()) }
      func choose(_ n: Int, first: () -> Int, second: () -> Int) -> Int { first() + second() }
    }
    func f(_ s: S) -> Int { s.choose(1) { 1 } second: { link.ping(1) } }
    func g(_ s: S) -> Int { s.choose(1, first: { 2 }) { 1 } }
    func h() { use(S { link.ping(2) }) }
    """,
    """
    struct S {
      init(_ make: () async -> Int) async { await use(make()) }
      func choose(_ n: Int, first: () -> Int, second: () async -> Int) async -> Int { await first() + second() }
    }
    func f(_ s: S) async -> Int { await s.choose(1) { 1 } second: { await link.reach(1) } }
    func g(_ s: S) async -> Int { await s.choose(1, first: { 2 }) { 1 } }
    func h() async { await use(S { await link.reach(2) }) }
    """, "acme.ping review")
}

@Test func `a closure is followed into another file`() async throws {
  let result = try await Rewritten([
    "A.swift": """
    import AcmeNet
    func f(_ link: Link) -> Int { twice { link.ping(1) } }

    """,
    "B.swift":
      "func twice(_ work: () -> Int) -> Int {\n  let first = work()\n  return first + work()\n}\n",
  ])
  #expect(
    result.texts["A.swift"] == """
      import AcmeNet
      func f(_ link: Link) async -> Int { await twice { await link.reach(1) } }

      """)
  #expect(
    result.texts["B.swift"] == """
      func twice(_ work: () async -> Int) async -> Int {
        let first = await work()
        return await first + work()
      }

      """)
}

// MARK: - Where nothing can follow

@Test func `what the next cases differ from is followed`() async throws {
  try await expectRewrite(
    "struct S { init(_ work: () -> Int) { use(work()) } }\nfunc f() { use(S({ link.ping(1) })) }\n",
    "struct S { init(_ work: () async -> Int) async { await use(work()) } }\nfunc f() async { await use(S({ await link.reach(1) })) }\n",
    "acme.ping review")
  try await expectRewrite(
    "class S { func go(_ work: () -> Int) async { use(work()) } }\nfunc f(_ s: S) async { await s.go { let n = link.ping(1); return n } }\n",
    "class S { func go(_ work: () async -> Int) async { await use(work()) } }\nfunc f(_ s: S) async { await s.go { let n = await link.reach(1); return n } }\n",
    "acme.ping review")
}

@Test(arguments: [
  "struct S { let work: () -> Int; init(_ work: @escaping () -> Int) { self.work = work } }",
  "struct S { init(_ work: @escaping () -> Int) { mystery(work) } }",
  "struct S { init(_ work: @escaping () -> Int) { let all = [work]; use(all) } }",
  "struct S { init(_ work: @escaping () -> Int) { mystery { [work] in work() } } }",
  "struct S { init(_ work: () -> Int) { use([1].map { $0 + work() }) } }",
  "struct S { init(_ work: () -> Int) { defer { use(work()) }; use() } }",
  "struct S { init(_ work: () -> Int, _ n: Int? = nil) { use(n ?? work()) } }",
  "struct S { init(_ work: () -> Int) { func inner() { use(work()) }; inner() } }",
  "struct S { init(_ work: () -> Int) {} }",
  "struct S { init(_ work: (() -> Int)?) { use(work?()) } }",
  "struct S { init(_ work: @autoclosure () -> Int) { use(work()) } }",
  "typealias Work = () -> Int\nstruct S { init(_ work: Work) { use(work()) } }",
  "class S { @objc init(_ work: () -> Int) { use(work()) } }",
  "struct S { init(_ work: () -> Int) { use(work()) } }\nlet all = [S.init]",
  "protocol P { init(_ work: () -> Int) }\nstruct S: P { init(_ work: () -> Int) { use(work()) } }",
])
func `a closure that is not just called keeps its type`(declaration: String) async throws {
  let text = "\(declaration)\nfunc f() { use(S({ link.ping(1) })) }\n"
  try await expectRewrite(text, text, "acme.ping manual")
}

@Test(arguments: [
  "class A { func go(_ work: () -> Int) {} }\nclass S: A { override func go(_ work: () -> Int) { use(work()) } }",
  "class S { func go(_ work: () -> Int) { use(work()) } }\nclass B: S { override func go(_ work: () -> Int) {} }",
  "protocol P { func go(_ work: () -> Int) async }\nstruct S: P { func go(_ work: () -> Int) async { use(work()) } }",
])
func `a method whose type is asked for elsewhere keeps it`(declaration: String) async throws {
  let text =
    "\(declaration)\nfunc f(_ s: S) async { await s.go { let n = link.ping(1); return n } }\n"
  try await expectRewrite(text, text, "acme.ping manual")
}

@Test func `where a function's callers cannot suspend, a task in the closure does it`()
  async throws
{
  try await expectRewrite(
    """
    func perform(_ work: @escaping () -> Void) { work() }
    class C { deinit { perform { use(link.ping(1)) } } }
    """,
    """
    func perform(_ work: @escaping () -> Void) { work() }
    class C { deinit { perform { Task { await use(link.reach(1)) } } } }
    """, "acme.ping review")
}

@Test func `generated code takes the closures that it takes`() async throws {
  let files = [
    "A.swift": "import AcmeNet\nfunc f(_ link: Link) -> Int { twice { link.ping(1) } }\n",
    "B.pb.swift": "func twice(_ work: () -> Int) -> Int { work() + work() }\n",
  ]
  let result = try await Rewritten(files)
  #expect(result.texts == files)
  #expect(result.found.first?.hasPrefix("acme.ping manual") == true)
}
