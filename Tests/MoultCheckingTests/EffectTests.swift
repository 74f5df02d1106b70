import Testing

/// Calls that throw or suspend.
struct EffectTests {
  private let service = """
    func load() async throws -> Int { 1 }
    func read() throws -> Int { 1 }
    func wait() async {}
    struct Box { var value: Int { get async throws { 1 } } }

    """

  @Test func `marks that are missing`() throws {
    try expectErrors(
      service + """
        func f(_ box: Box) async throws {
          print(load())
          print(try load(), await read())
          wait()
          _ = try box.value
        }
        """, "effect: 'load' is async and not marked with 'await'",
      "effect: 'load' throws and is not marked with 'try'",
      "effect: 'load' is async and not marked with 'await'",
      "effect: 'read' throws and is not marked with 'try'",
      "effect: 'wait' is async and not marked with 'await'",
      "effect: 'value' is async and not marked with 'await'")
  }

  @Test func `functions that cannot do so`() throws {
    try expectErrors(
      service
        + """
        func f() { _ = try? await load() }
        func g() async { print(try await load()) }
        var h: Int { try read() }
        struct S { var stored = try read() }
        """,
      "effect: 'await' stands in 'f', which is not async",
      "effect: what 'try' lets through is neither caught nor thrown by 'g'",
      "effect: what 'try' lets through is neither caught nor thrown by a getter",
      "effect: what 'try' lets through is neither caught nor thrown by the initial value of a property"
    )
  }

  @Test func `closures that cannot do so`() throws {
    try expectErrors(
      service + """
        func each(_ body: (Int) -> Void) {}
        func f() async throws { each { _ in wait() }; each { _ in print(try read()) } }
        """, "effect: 'wait' is async and not marked with 'await'",
      "effect: 'wait' is async, and a closure is not",
      "effect: what 'try' lets through is neither caught nor thrown by a closure")
  }

  @Test func `what is marked, caught or passed on is right`() throws {
    try expectSilence(
      service + """
        func each(_ body: (Int) async throws -> Void) async rethrows {}
        func f(_ box: Box) async throws {
          print(try await load() + read(), try await box.value)
          do { print(try read()) } catch { print(error) }
          async let one = load()
          print(try await one)
          try await each { _ in print(try await load()) }
          await each { _ in await wait() }
          let task = Task { try await load() }
          print(try await task.value, (try? read()) ?? 0)
          try [1].forEach { _ in print(try read()) }
          for _ in 0..<(try read()) {}
        }
        func g() { Task { await wait() }; do { try read() } catch is CancellationError {} catch {} }
        """)
  }

  @Test func `of overloads all must do so`() throws {
    try expectSilence(
      """
      struct Client {}
      extension Client { func get(_ n: Int, options: Int? = nil) -> Int { n } }
      extension Client { func get(_ n: Int) throws -> String { "" } }
      func f(_ client: Client) -> Int { client.get(1) }
      func each(_ body: () -> Void) {}
      func g<E: Error>(_ body: () throws(E) -> Void) throws(E) { try body() }
      func h() { g {} }
      """)
  }

  @Test func `the library's own calls`() throws {
    try expectErrors(
      """
      import GRPCCore
      func f<T: ServerTransport>(_ server: GRPCServer<T>) { server.serve() }
      """, "effect: 'serve' is async and not marked with 'await'",
      "effect: 'serve' is async, and 'f' is not",
      "effect: 'serve' throws and is not marked with 'try'",
      "effect: 'serve' throws, and 'f' does not")
  }

  @Test(arguments: [
    "let error as NSError", "let error as any Error", "let error as Swift.Error", "_ as Error",
    "(let error as Error)", "_ as any Swift.Error", "is any Error",
  ])
  func `a pattern that takes every error catches everything`(_ pattern: String) throws {
    try expectSilence(
      service + "func f() { do { print(try read()) } catch \(pattern) { print(1) } }")
  }

  @Test func `a pattern for one type of errors lets the others through`() throws {
    try expectErrors(
      service + """
        enum Failure: Error { case a }
        func f() { do { print(try read()) } catch let error as Failure { print(error) } }
        func g() { do { print(try read()) } catch _ as Failure {} }
        """, "effect: what 'try' lets through is neither caught nor thrown by 'f'",
      "effect: what 'try' lets through is neither caught nor thrown by 'g'")
  }

  @Test(arguments: [
    "Scripts/tool.swift", "Sources/App/main.swift", "Sources/App/App.swift",
  ])
  func `the globals of a script can throw`(_ path: String) throws {
    try expectSilence(service + "let x = try read()\nprint(x)", others: ["B.swift": ""], path: path)
  }

  @Test func `the only file of a target may be a script`() throws {
    try expectSilence(service + "let x = try read()")
    try expectErrors(
      service + "let x = try read()",
      """
      effect: what 'try' lets through is neither caught nor thrown by the initial value of a \
      global variable
      """, others: ["B.swift": "func other() {}"])
  }
}
