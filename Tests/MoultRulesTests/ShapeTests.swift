import Testing

private func caret(_ line: String, _ word: String, _ safety: String = "review") -> String {
  let range = line.firstRange(of: word)
  let column = range.map { line.distance(from: line.startIndex, to: $0.lowerBound) } ?? 0
  precondition(column >= 2, "'\(word)' begins at the third column or behind it")
  return line + "\n//" + String(repeating: " ", count: column - 2)
    + String(repeating: "^", count: word.count) + " acme.rule \(safety)"
}

private let manual = "next: do it by hand"

/// Statements with blocks inside of them.
@Suite struct NestedStatementTests {
  private let row = """
    find:
      statements: |
        $server.start()
        defer {
          …
          $server.stop()
        }
      where: { server: AcmeNet.Server }
    put:
      statements: |
        $server.run()
        defer {
          …
          $server.end()
        }
    """

  @Test func `what stands in a block between what was found stays, with its comments`() async throws
  {
    #expect(
      try await failures(
        row,
        before: """
          func f(_ server: Server) {
          \(caret("  server.start()  // up", "start"))
            defer {
              // First the rest.
              if true { print("rest") }

              server.stop()  // down
            }
            print("done")
          }
          """,
        after: """
          func f(_ server: Server) {
            server.run()  // up
            defer {
              // First the rest.
              if true { print("rest") }

              server.end()  // down
            }
            print("done")
          }
          """) == [])
  }

  @Test func `a block holds as a whole, and a statement stands in it once`() async throws {
    #expect(
      try await failures(
        row,
        before: """
          func behind(_ server: Server) {
            server.start()
            defer {
              server.stop()
              print("more")
            }
          }
          func twice(_ server: Server) {
            server.start()
            defer {
              server.stop()
              server.stop()
            }
          }
          func deeper(_ server: Server) {
            server.start()
            defer { if true { server.stop() } }
          }
          """, after: nil) == [])
  }

  @Test func `statements are carried into a block, as far from the margin as they are then`()
    async throws
  {
    #expect(
      try await failures(
        """
        find:
          statements: |
            $server.start()
            $work…
            $server.stop()
          where: { server: AcmeNet.Server }
        put:
          statements: |
            $server.run {
              $work…
            }
        \(manual)
        """,
        before: """
          func f(_ server: Server) {
          \(caret("  server.start()", "start"))
            // It is up.
            let text = \"\"\"
              kept
              \"\"\"
            print(text)
            server.stop()
          }
          func g(_ server: Server) {
          \(caret("  server.start()", "start"))
            server.stop()
          }
          """,
        after: """
          func f(_ server: Server) {
            server.run {
              // It is up.
              let text = \"\"\"
                kept
                \"\"\"
              print(text)
            }
          }
          func g(_ server: Server) {
            server.run {
            }
          }
          """) == [])
  }

  @Test func `what Swift writes with a dollar sign is Swift's`() async throws {
    #expect(
      try await failures(
        """
        find:
          statements: |
            $server.start()
            $all.forEach { $server.add($0) }
          where: { server: AcmeNet.Server }
        put:
          statements: |
            $server.run()
            $all.forEach { $server.join($0) }
        """,
        before: """
          func f(_ server: Server, _ all: [String]) {
          \(caret("  server.start()", "start"))
            all.forEach { server.add($0) }
          }
          """,
        after: """
          func f(_ server: Server, _ all: [String]) {
            server.run()
            all.forEach { server.join($0) }
          }
          """) == [])
  }

  @Test func `tabs stay tabs, and a block on one line stays on it`() async throws {
    #expect(
      try await failures(
        """
        find:
          statements: |
            $server.start()
            $work…
            $server.stop()
          where: { server: AcmeNet.Server }
        put:
          statements: |
            $server.run {
              $work…
            }
        """,
        before: """
          func f(_ server: Server) {
          \t\(caret("server.start()", "start").replacing("\n//", with: "\n// "))
          \tprint("a")
          \tserver.stop()
          }
          """,
        after: """
          func f(_ server: Server) {
          \tserver.run {
          \t\tprint("a")
          \t}
          }
          """) == [])
  }
}

/// Calls of which a page says the shape, and what is rewritten inside of them.
@Suite struct ShapeTests {
  private let open =
    #"find: { call: "AcmeNet.Link.open(_:block:)", like: "$link.open($name) { $work… }" }"#

  @Test func `a call is found by its symbol and its shape`() async throws {
    #expect(
      try await failures(
        """
        \(open)
        put: "$link.use($name) { link in $work… }"
        """,
        before: """
          func f(_ link: Link) {
          \(caret(#"  link.open("a") {"#, "open"))
              // Nothing yet.
            }
          \(caret(#"  link.open("b") { print(1) }"#, "open"))
            link.open("c", block: { print(2) })
            link.open("d", block: print)
          }
          struct Own { func open(_ a: String, block: () -> Void) {} }
          func own(_ link: Own) { link.open("a") { print(1) } }
          """.replacing(", block: print)", with: ", block: { })"),
        after: """
          func f(_ link: Link) {
            link.use("a") { link in
              // Nothing yet.
            }
            link.use("b") { link in print(1) }
            link.open("c", block: { print(2) })
            link.open("d", block: { })
          }
          struct Own { func open(_ a: String, block: () -> Void) {} }
          func own(_ link: Own) { link.open("a") { print(1) } }
          """) == [])
  }

  @Test func `pieces change inside of what a hole holds, and a return is its own closure's`()
    async throws
  {
    #expect(
      try await failures(
        """
        \(open)
        put:
          text: "$link.use($name) { done in $work… }"
          inside:
            $work: { return: "return done()", "print($text)": "log(text: $text)" }
        """,
        before: """
          func f(_ link: Link) {
          \(caret(#"  link.open("a") {"#, "open"))
              if true { return }
              let each = { print("b" /* two */); return }
              each()
              func inner() { return }
              print("c")
            }
          }
          """,
        after: """
          func f(_ link: Link) {
            link.use("a") { done in
              if true { return done() }
              let each = { log(text: "b" /* two */); return }
              each()
              func inner() { return }
              log(text: "c")
            }
          }
          """) == [])
  }

  @Test func `every use of a variable becomes another, or a person does it`() async throws {
    #expect(
      try await failures(
        """
        find: { type: AcmeNet.Server }
        when: { called: true }
        put:
          text: AcmeNet.Service
          uses: { "$variable.add($names…)": "$variable.join($names…)", "$variable.stop()": "$variable.end()" }
        \(manual)
        """,
        before: """
          func f() {
          \(caret("  let server = Server()", "Server"))
            [1].forEach { times in server.add("a", times: times) }
            do {
              let server = 1
              print(server)
            }
            defer { server.stop() /* last */ }
          }
          func g() {
          \(caret("  let server = Server()", "Server", "manual"))
            server.stop()
            print(server)
          }
          """,
        after: """
          func f() {
            let server = Service()
            [1].forEach { times in server.join("a", times: times) }
            do {
              let server = 1
              print(server)
            }
            defer { server.end() /* last */ }
          }
          func g() {
            let server = Server()
            server.stop()
            print(server)
          }
          """) == [])
  }

  @Test func `a member and a conformance are added once, as visible as their type`() async throws {
    #expect(
      try await failures(
        """
        find: { conformance: AcmeNet.Plug }
        when: { lacks: "reset()" }
        put: { declare: "func reset() {\\n  flush()\\n}", conform: "@unchecked Sendable" }
        """,
        before: """
          \(caret("public struct Own: Plug {", "Plug"))
          \tpublic func flush() {}  // all
          }
          \(caret("final class Other: Plug, Sendable { func flush() {} }", "Plug"))
          struct Done: Plug { func flush() {}; func reset() {} }
          protocol More: Plug {}
          """,
        after: """
          public struct Own: Plug, @unchecked Sendable {
          \tpublic func flush() {}  // all

          \tpublic func reset() {
          \t\tflush()
          \t}
          }
          final class Other: Plug, Sendable { func flush() {}

          \tfunc reset() {
          \t\tflush()
          \t}
          }
          struct Done: Plug { func flush() {}; func reset() {} }
          protocol More: Plug {}
          """) == [])
  }
}

/// What rows wait for.
@Suite struct ValueConditionTests {
  private func silent(_ condition: String, loud: String, quiet: String) async throws -> [String] {
    try await failures(
      "find: { call: \"AcmeNet.Server.add(_:times:)\" }\nwhen: { \(condition) }\nput: { name: join }",
      before: "\(loud)\n\(quiet)",
      after:
        "\(loud.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n").replacing(".add(", with: ".join("))\n\(quiet)"
    )
  }

  @Test func `a value is pure that calls, assigns and awaits nothing`() async throws {
    #expect(
      try await silent(
        "$1: { pure: true }",
        loud: "func f(_ s: Server, _ a: String) {\n"
          + caret(#"  s.add("a" + "b")"#, "add") + "\n" + caret("  s.add(a)", "add") + "\n}",
        quiet: "func g(_ s: Server, _ a: () -> String) { s.add(a()) }") == [])
  }

  @Test func `a value throws where a try is let out of it`() async throws {
    #expect(
      try await silent(
        "$1: { throws: true }",
        loud: "func f(_ s: Server, _ a: () throws -> String) throws {\n"
          + caret("  s.add(try a())", "add") + "\n}",
        quiet:
          "func g(_ s: Server, _ a: @escaping () throws -> String) { s.add((try? a()) ?? \"\"); s.add(String(describing: { try a() })) }"
      ) == [])
  }

  @Test func `a variable is captured that a closure or a function uses`() async throws {
    #expect(
      try await silent(
        "$base: { captured: true }",
        loud: "func f() {\n  let s = Server()\n" + caret(#"  s.add("a")"#, "add")
          + "\n  _ = { s.stop() }\n}",
        quiet: """
          func g() {
            _ = {
              let s = Server()
              s.add("a")
            }
          }
          """) == [])
  }
}
