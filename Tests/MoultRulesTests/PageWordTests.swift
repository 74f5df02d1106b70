import Testing

/// A line of code with the caret line below it that marks a word.
private func found(_ word: String, in line: String, _ safety: String = "review") -> String {
  let range = line.firstRange(of: word)
  let column = range.map { line.distance(from: line.startIndex, to: $0.lowerBound) } ?? 0
  precondition(range != nil && column >= 2, "'\(word)' begins at the third column or behind it")
  let blanks = String(repeating: " ", count: column - 2)
  return "\(line)\n//\(blanks)\(String(repeating: "^", count: word.count)) acme.rule \(safety)"
}

/// What pages say of calls, types and members.
@Suite struct PageWordTests {
  @Test func `what is called goes with its receiver, and labels of closures change`() async throws {
    #expect(
      try await failures(
        """
        find: { call: "AcmeNet.Link.open(_:block:)" }
        put: { callee: openLink, labels: { block: body, $1: for } }
        """,
        before: """
          func f(_ link: Link) {
          \(found("open", in: #"  link.open("a", block: {})"#))
          }
          """,
        after: """
          func f(_ link: Link) {
            openLink(for: "a", body: {})
          }
          """) == [])
  }

  @Test func `a value is wrapped, with another argument that goes`() async throws {
    #expect(
      try await failures(
        """
        find: { call: "AcmeNet.Message.init(bytes:count:)" }
        put: { labels: { bytes: data }, wrap: { bytes: "Data($1, $2)" }, drop: [count] }
        """,
        before: found("Message", in: #"let m = Message(bytes: "a", count: 2)"#),
        after: #"let m = Message(data: Data("a", 2))"#) == [])
  }

  @Test func `a statement becomes another, with the type of what it fills`() async throws {
    #expect(
      try await failures(
        """
        find: { call: "AcmeNet.Link.fill(target:)" }
        put: { statement: "${1.variable} = try ${1.type}(from: $base)" }
        next: n
        """,
        before: """
          func f(_ link: Link, _ m: inout Message) throws {
          \(found("fill", in: "  try link.fill(target: &m)"))
          \(found("fill", in: "  try? link.fill(target: &m)", "manual"))
          }
          """,
        after: """
          func f(_ link: Link, _ m: inout Message) throws {
            m = try Message(from: link)
            try? link.fill(target: &m)
          }
          """) == [])
  }

  @Test func `a type has more arguments where it is written without`() async throws {
    #expect(
      try await failures(
        """
        find: { type: AcmeNet.Message }
        when: { written: true, specialized: false }
        put: { generic: [Int], name: Letter }
        """,
        before: """
          \(found("Message", in: "func f(_ m: Message) {"))
            _ = Message(bytes: "", count: 1)
          }
          """,
        after: """
          func f(_ m: Letter<Int>) {
            _ = Message(bytes: "", count: 1)
          }
          """) == [])
    #expect(
      try await failures(
        """
        find: { type: AcmeNet.Box }
        when: { specialized: true }
        put: { name: Pair, generic: [Int] }
        """,
        before: found("Box", in: "func f(_ box: Box<String>) {}"),
        after: "func f(_ box: Pair<String, Int>) {}") == [])
  }

  @Test func `a type is asked for what its values told`() async throws {
    #expect(
      try await failures(
        """
        find: { member: AcmeNet.Message.name }
        when: { static: false }
        put: { on: type }
        """,
        before: """
          \(found("name", in: "func f(_ m: Message) -> String { m.name }"))
          extension Message {
          \(found("name", in: "  func own() -> String { self.name }"))
          }
          """,
        after: """
          func f(_ m: Message) -> String { type(of: m).name }
          extension Message {
            func own() -> String { Self.name }
          }
          """) == [])
    #expect(
      try await failures(
        "find: { member: AcmeNet.Message.title }\nwhen: { static: false }\nnext: n",
        safety: "manual", before: "let title = Message.title", after: nil) == [])
  }

  @Test func `a static member becomes one of values`() async throws {
    #expect(
      try await failures(
        "find: { conformance: AcmeNet.Plug }\nput: { member: label(), static: false }",
        before: """
          \(found("Plug", in: "struct Own: Plug {"))
            static func label() -> String { "" }
            func flush() {}
          }
          struct Other: Plug { func flush() {} }
          """,
        after: """
          struct Own: Plug {
            func label() -> String { "" }
            func flush() {}
          }
          struct Other: Plug { func flush() {} }
          """) == [])
  }

  @Test func `what became optional has a value where nothing takes an optional`() async throws {
    #expect(
      try await failures(
        """
        find: { call: "AcmeNet.Link.read()" }
        put: { optional: true, else: "0" }
        """,
        before: """
          func f(_ link: Link) -> Int {
            let some: Int? = link.read()
          \(found("read", in: "  return link.read()"))
          }
          """,
        after: """
          func f(_ link: Link) -> Int {
            let some: Int? = link.read()
            return link.read() ?? 0
          }
          """) == [])
  }

  @Test func `a concrete type takes 'any' with it, and a conformance is refused`() async throws {
    #expect(
      try await failures(
        """
        find: { type: AcmeNet.Channel }
        when: { read: false, called: false }
        put: { text: "AcmeNet.Client<Wire.Posix>", concrete: true }
        refuse:
          - when: { conforming: true }
            next: "let '$conformer' be"
        """,
        before: """
          \(found("Channel", in: "func f(_ channel: any Channel) {"))
            _ = (any Channel).self
          }
          \(found("Channel", in: "struct Own: Channel {}", "manual"))
          """.replacing("  _ = (any Channel).self\n", with: ""),
        after: """
          func f(_ channel: Client<Wire.Posix>) {
          }
          struct Own: Channel {}
          """) == [])
  }

  @Test func `a conformance that lacks a member is told from one that has it`() async throws {
    for (member, body) in [
      ("flush()", "func flush() {}"), ("send(on:)", "func flush() {}; func send(on a: Int) {}"),
    ] {
      #expect(
        try await failures(
          "find: { conformance: AcmeNet.Plug }\nwhen: { lacks: \"\(member)\" }\nnext: n",
          safety: "manual",
          before: """
            \(found("Plug", in: "struct Own: Plug { func send() {} }", "manual"))
            struct Other: Plug { \(body) }
            """, after: nil) == [], "\(member)")
    }
  }

  @Test func `a row about files without an import is silent in others`() async throws {
    let row =
      "find: { call: \"AcmeNet.Link.read()\" }\nwhen: { imports-none: [XCTest, \"*Kit\"] }\nnext: n"
    let use = "func f(_ link: Link) -> Int { link.read() }"
    #expect(
      try await failures(
        row, safety: "manual", before: found("read", in: use, "manual"), after: nil)
        == [])
    for module in ["XCTest", "UIKit"] {
      #expect(
        try await failures(row, safety: "manual", before: "import \(module)\n\(use)", after: nil)
          == [], "\(module)")
    }
  }

  @Test func `the first row that fits a place takes it, and says why it needs review`() async throws
  {
    #expect(
      try await failures(
        """
        rows:
          - find: { call: "AcmeNet.Server.add(_:times:)" }
            when: { $1: { literal: true } }
            put: { name: join }
            safety: safe
          - find: { call: "AcmeNet.Server.add(_:times:)" }
            when: { $1: { known: true } }
            put: { name: enter }
            because: "the name is checked"
          - find: { call: "AcmeNet.Server.add(_:times:)" }
            next: n
            safety: manual
        """,
        before: """
          func f(_ server: Server, _ name: String) {
          \(found("add", in: #"  server.add("a")"#, "safe"))
          \(found("add", in: "  server.add(name)"))
          \(found("add", in: "  server.add(unknown)", "manual"))
          }
          """,
        after: """
          func f(_ server: Server, _ name: String) {
            server.join("a")
            server.enter(name)
            server.add(unknown)
          }
          """) == [])
  }
}

private let moved = """
  find:
    statements: |
      $server.start()
      …
      $server.add($names…)
    where: { server: AcmeNet.Server }
  put:
    statements: |
      $server.add($names…)
      …
      $server.start()
  """

/// What pages say of several statements.
@Suite struct StatementPatternTests {
  @Test func `two statements change places around what stands between them`() async throws {
    #expect(
      try await failures(
        moved,
        before: """
          func f(_ server: Server) {
          \(found("start", in: "  server.start()"))
            // Names come from the configuration.
            let name = "a"
            server.add(name, times: 2)  // once
          }
          """,
        after: """
          func f(_ server: Server) {
            server.add(name, times: 2)
            // Names come from the configuration.
            let name = "a"
            server.start()  // once
          }
          """) == [])
  }

  @Test func `a statement that stands twice, stands elsewhere or is another's is left alone`()
    async throws
  {
    #expect(
      try await failures(
        moved,
        before: """
          func twice(_ server: Server) {
            server.start()
            server.add("a")
            server.start()
          }
          func deeper(_ server: Server) {
            server.start()
            if true { server.add("a") }
          }
          func others(_ server: Server, _ other: Server) {
            server.start()
            other.add("a")
          }
          func before(_ server: Server) {
            server.add("a")
            server.start()
          }
          struct Own { func start() {}; func add(_ a: String) {} }
          func own(_ server: Own) {
            server.start()
            server.add("a")
          }
          """, after: nil) == [])
  }

  @Test func `a statement goes, and a variable that is used only there`() async throws {
    #expect(
      try await failures(
        """
        find:
          statements: |
            let $server = Server()
            $server.start()
            …
            $server.stop()
        when: { $server: { only-here: true } }
        put:
          statements: |
            serve()
            …
        """.replacing("serve()", with: "let $server: Void = serve()"),
        before: """
          func f() {
          \(found("Server", in: "  let server = Server()"))
            server.start()
            print("up")
            // The end.
            server.stop()
          }
          func g() {
            let server = Server()
            server.start()
            print(server)
            server.stop()
          }
          """,
        after: """
          func f() {
            let server: Void = serve()
            print("up")
            // The end.
          }
          func g() {
            let server = Server()
            server.start()
            print(server)
            server.stop()
          }
          """) == [])
  }

  @Test func `a comment between statements that become one is left to a person`() async throws {
    #expect(
      try await failures(
        """
        find:
          statements: |
            $server.start()
            $server.stop()
          where: { server: AcmeNet.Server }
        put: { statements: $server.restart() }
        next: n
        """,
        before: """
          func f(_ server: Server) {
          \(found("start", in: "  server.start()"))
            server.stop()
          }
          func g(_ server: Server) {
          \(found("start", in: "  server.start()", "manual"))
            // It is up.
            server.stop()
          }
          """,
        after: """
          func f(_ server: Server) {
            server.restart()
          }
          func g(_ server: Server) {
            server.start()
            // It is up.
            server.stop()
          }
          """) == [])
  }
}
