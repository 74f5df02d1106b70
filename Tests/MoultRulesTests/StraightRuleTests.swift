import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// When calls of grpc-swift 0 go straight to 2, and when they do not.
@Suite struct StraightRuleTests {
  /// The rules about calls and headers that find something in a file, beside the sample service of era 0.
  private func found(
    _ code: String, off: Set<RuleID> = [], onlyByHand: Bool = false
  ) async throws -> [String] {
    let sample = try #require(embeddedTexts.first { $0.path == "grpc-swift/0/Generated.swift" })
    let files = [
      ProjectText(
        source: SourceText(path: "Sources/App/hello.grpc.swift", bytes: Array(sample.text.utf8)),
        surface: .swift, isGenerated: true),
      ProjectText(
        source: SourceText(
          path: "Sources/App/A.swift", bytes: Array(("import SwiftGRPC\n" + code).utf8)),
        surface: .swift, isGenerated: false),
    ]
    let options = AnalysisOptions(decision: { rule, _ in RuleDecision(isOff: off.contains(rule)) })
    let findings = await analyse(
      files, try Catalogue(embeddedTexts), options, cache: TreeCache()
    ).findings
    let others = [
      "import-swiftgrpc", "client-protocol", "straight-generated-file", "client-type",
    ]
    return findings.filter { !onlyByHand || $0.fix == nil }.map {
      String($0.rule.rawValue.dropFirst("grpc-swift.".count))
    }
    .filter { !others.contains($0) }
  }

  private static let collected = """
    func collect(_ client: Hello_V1_GreeterService) throws {
      let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
      while let reply = try call.receive() { print(reply) }
    }
    """

  @Test func `a stream is one rule's, at each of its places`() async throws {
    #expect(try await found(Self.collected) == ["straight-stream", "straight-stream"])
  }

  @Test func `without the straight rule a stream goes over grpc-swift 1`() async throws {
    let rules = try await found(Self.collected, off: [RuleID("grpc-swift.straight-stream")])
    #expect(rules == ["streaming-call"])
  }

  // Where the code may be 'ok', or goes to a function that takes it as well, it is that of a 'Status'.
  @Test(arguments: [
    ("", "log(result.statusCode)"),
    ("", "guard let reply = reply, isLoud else { log(result.statusCode); return }; print(reply)"),
    ("log(.ok)", "guard reply != nil else { log(result.statusCode); return }"),
    ("", "guard reply != nil else { note(result.statusCode); return }"),
  ])
  func `a code that may be ok is handed on as that of a status`(
    other: String, completion: String
  ) async throws {
    let rules = try await found(
      """
      func log(_ code: StatusCode) { print("ended \\(code)") }
      func note(_ code: StatusCode) { log(code) }
      func ask(_ client: Hello_V1_GreeterService, _ isLoud: Bool) throws {
        \(other)
        _ = try client.sayHello(Hello_V1_HelloRequest()) { reply, result in \(completion) }
      }
      """)
    #expect(rules.contains("straight-completion"))
    #expect(rules.filter { $0 == "straight-result" }.count == 2)
  }

  // A failure of one call would have to say what no error says.
  @Test(arguments: [
    "func log(_ code: StatusCode) { print(code); _ = Failure(code: code) }",
    "func log(_ code: StatusCode) { codes.insert(code) }",
    "func log(_ code: StatusCode) { print(code == other) }",
  ])
  func `a code that goes where an error's may be wanted stays with its call`(
    log: String
  ) async throws {
    let rules = try await found(
      """
      struct Failure { let code: StatusCode }
      var codes: Set<StatusCode> = []
      let other = StatusCode.unknown
      \(log)
      func fail(_ error: RPCError) -> Failure {
        Failure(code: error.callResult?.statusCode ?? .unknown)
      }
      func ask(_ client: Hello_V1_GreeterService) throws {
        _ = try client.sayHello(Hello_V1_HelloRequest()) { _, result in log(result.statusCode) }
      }
      """)
    #expect(rules.contains("completion-call"))
    #expect(!rules.contains("straight-result"))
  }

  @Test func `a stream that a queue reads is not kept where it is read as well`() async throws {
    let rules = try await found(
      """
      import Dispatch
      final class Feed {
        var call: Hello_V1_GreeterWatchCall?
        func start(_ client: Hello_V1_GreeterService) throws {
          let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
          self.call = call
          DispatchQueue.global().async { while let reply = try? call.receive() { print(reply) } }
        }
        func next() throws -> String? { try call?.receive()?.message }
      }
      """)
    #expect(rules == ["call-type", "streaming-call", "stream-message"])
  }

  // A task in the place of the closure would keep what the closure did not.
  @Test(arguments: [
    (
      "Hello_V1_HelloRequest()",
      "{ [weak self] in while let r = try? call.receive() { self?.show(r) } }"
    ),
    (".with { $0.name = self.name }", "{ while let reply = try? call.receive() { print(reply) } }"),
  ])
  func `a stream that a queue reads does not keep its owner`(
    request: String, reader: String
  ) async throws {
    let rules = try await found(
      """
      import Dispatch
      final class Feed {
        let client: Hello_V1_GreeterServiceClient
        var call: Hello_V1_GreeterWatchCall?
        var name = ""
        init(_ client: Hello_V1_GreeterServiceClient) { self.client = client }
        func start() throws {
          let call = try client.watch(\(request), completion: nil)
          self.call = call
          DispatchQueue.global().async \(reader)
        }
        func show(_ reply: Hello_V1_HelloReply) { print(name, reply) }
        deinit { call?.cancel() }
      }
      """)
    #expect(!rules.contains("straight-stream"))
    #expect(rules.contains("streaming-call"))
  }

  @Test func `a code that may be ok does not become that of an error`() async throws {
    let byHand = try await found(
      """
      final class Keeper {
        let client: Hello_V1_GreeterServiceClient
        var last: StatusCode = .unknown
        var codes: [StatusCode] = []
        init(_ client: Hello_V1_GreeterServiceClient) { self.client = client }
        func run(completion: @escaping (StatusCode) -> Void) throws {
          try client.sayHello(Hello_V1_HelloRequest()) { _, result in
            self.last = result.statusCode
            self.codes.append(result.statusCode)
            completion(result.statusCode)
          }
        }
        func show() throws {
          try run { code in
            let names: [StatusCode: String] = [.ok: "fine", .notFound: "none"]
            print(names[code] ?? "other", code.isRetryable)
          }
          try run(completion: finish)
        }
        func finish(_ code: StatusCode) { if case .ok = code { print("done") } }
      }
      extension StatusCode { var isRetryable: Bool { self == .unavailable } }
      func isFatal(_ code: StatusCode) -> Bool { code == .dataLoss }
      struct Failure { let code: StatusCode }
      func failed(_ error: RPCError) -> Failure? {
        guard case .callError(let result) = error else { return nil }
        return Failure(code: result.statusCode)
      }
      """, onlyByHand: true)
    // Those of the keeper and the extension, but not what only errors give a code.
    #expect(byHand.filter { $0 == "status-code-type" }.count == 6)
  }

  @Test func `a handler that sets headers keeps its session, as grpc-swift 2 returns them`()
    async throws
  {
    let rules = try await found(
      """
      final class Greeter {
        func sayHello(
          request: Hello_V1_HelloRequest, session: Hello_V1_GreeterSayHelloSession
        ) throws -> Hello_V1_HelloReply {
          session.initialMetadata = headers
          return Hello_V1_HelloReply()
        }
      }
      """)
    #expect(rules == ["server-session", "server-session"])
  }

  @Test(arguments: [
    // A test looks at an error that no client is told of, at another status than 'ok', or at headers.
    ("SayHello", "do { _ = try provider.sayHello(request: r, session: s) } catch OwnError.bad {}"),
    (
      "SayHello",
      "XCTAssertThrowsError(try provider.sayHello(request: r, session: s)) { p($0 as? OwnError) }"
    ),
    ("SayHello", "_ = try provider.sayHello(request: r, session: s); print(s.initialMetadata)"),
    ("Watch", "let x = try provider.watch(request: r, session: s); print(x?.code == .notFound)"),
    ("Watch", "if try provider.watch(request: r, session: s)?.code == .ok { print(s.outputs) }"),
    // The double is filled step by step, behind a condition, or given to two calls.
    ("Chat", "s.inputs = []; s.inputs.append(r); _ = try provider.chat(session: s)"),
    ("Upload", "if isLoud { s.inputs = [r] }; _ = try provider.upload(session: s)"),
    ("Watch", "for _ in 0..<2 { _ = try provider.watch(request: r, session: s) }"),
    ("Upload", "_ = try provider.upload(session: s); _ = try provider.upload(session: s)"),
  ])
  func `the double of a session stays with what a client is not told`(
    method: String, body: String
  ) async throws {
    let rules = try await found(
      """
      enum OwnError: Error { case bad }
      func p(_ error: OwnError?) {}
      func f(_ provider: Hello_V1_GreeterProvider, _ r: Hello_V1_HelloRequest, isLoud: Bool) throws {
        let s = Hello_V1_Greeter\(method)SessionTestStub()
        \(body)
      }
      """, onlyByHand: true)
    #expect(rules.contains("call-test-stub"))
    #expect(!rules.contains("straight-session-double"))
  }

  @Test func `the double of a session stays in what does not wait for a task`() async throws {
    let rules = try await found(
      """
      func f(_ provider: Hello_V1_GreeterProvider, _ r: Hello_V1_HelloRequest) {
        measure {
          _ = try? provider.sayHello(request: r, session: Hello_V1_GreeterSayHelloSessionTestStub())
        }
      }
      """)
    #expect(rules.contains("call-test-stub"))
    #expect(!rules.contains("straight-session-double"))
  }

  @Test func `a code goes to a function where the call has failed`() async throws {
    let rules = try await found(
      """
      func log(_ code: StatusCode) { print("ended \\(code)") }
      func ask(_ client: Hello_V1_GreeterService) throws {
        _ = try client.sayHello(Hello_V1_HelloRequest()) { reply, result in
          guard reply != nil else { log(result.statusCode); return }
        }
      }
      """)
    #expect(rules.contains("straight-completion"))
  }

  @Test func `without the straight rule headers become options`() async throws {
    let code = "let headers = try Metadata([\"a\": \"b\"])"
    #expect(try await found(code) == ["straight-metadata"])
    let rules = try await found(code, off: [RuleID("grpc-swift.straight-metadata")])
    #expect(rules == ["metadata-value"])
  }

  @Test(
    arguments: [
      // The call is handed on, read twice, read in another closure, or stored.
      """
      func keep(_ call: Hello_V1_GreeterWatchCall) {}
      func f(_ client: Hello_V1_GreeterService) throws {
        let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
        keep(call)
        while let reply = try call.receive() { print(reply) }
      }
      """,
      """
      func f(_ client: Hello_V1_GreeterService) throws {
        let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
        if let first = try call.receive() { print(first) }
        while let reply = try call.receive() { print(reply) }
      }
      """,
      """
      func f(_ client: Hello_V1_GreeterService, _ run: (() throws -> Void) throws -> Void) throws {
        let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
        try run { while let reply = try call.receive() { print(reply) } }
      }
      """,
      // What is sent changes a variable of the function, or leaves the function.
      """
      func f(_ client: Hello_V1_GreeterService) throws -> Int {
        var sent = 0
        let call = try client.upload(completion: nil)
        for _ in 0..<3 {
          sent += 1
          try call.send(Hello_V1_HelloRequest())
        }
        _ = try call.closeAndReceive()
        return sent
      }
      """,
      """
      func f(_ client: Hello_V1_GreeterService, _ names: [String]) throws {
        let call = try client.upload(completion: nil)
        for name in names {
          if name.isEmpty { return }
          try call.send(.with { $0.name = name })
        }
        _ = try call.closeAndReceive()
      }
      """,
      // The loop changes what is somebody else's, or goes on with a loop around it.
      """
      func f(_ client: Hello_V1_GreeterService, _ count: inout Int) throws {
        let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
        while let reply = try call.receive() { count += reply.message.count }
      }
      """,
      """
      struct Counter {
        var count = 0
        mutating func f(_ client: Hello_V1_GreeterService) throws {
          let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
          while let reply = try call.receive() { count += reply.message.count }
        }
      }
      """,
      """
      func f(_ client: Hello_V1_GreeterService) throws {
        outer: for _ in 0..<3 {
          let call = try client.watch(Hello_V1_HelloRequest(), completion: nil)
          while let reply = try call.receive() { if reply.message.isEmpty { continue outer } }
        }
      }
      """,
      // A completion hands its code on to what nobody declares, asks for what a status does not hold, or fills a variable.
      """
      func f(_ client: Hello_V1_GreeterService, codes: CodeCounter) throws {
        _ = try client.sayHello(Hello_V1_HelloRequest()) { _, result in codes.add(result.statusCode) }
      }
      """,
      """
      func f(_ client: Hello_V1_GreeterService) throws {
        _ = try client.sayHello(Hello_V1_HelloRequest()) { _, result in print(result.resultData as Any) }
      }
      """,
      """
      func f(_ client: Hello_V1_GreeterService) throws {
        var text = ""
        _ = try client.sayHello(Hello_V1_HelloRequest()) { reply, _ in text = reply?.message ?? "" }
        print(text)
      }
      """,
      // The function cannot suspend.
      """
      final class Greeting {
        let client: Hello_V1_GreeterService
        init(client: Hello_V1_GreeterService) { self.client = client }
        @objc func text() throws -> String { try client.sayHello(Hello_V1_HelloRequest()).message }
      }
      """,
    ])
  func `what is not understood as a whole goes over grpc-swift 1`(_ code: String) async throws {
    let rules = try await found(code)
    #expect(rules.contains { !$0.hasPrefix("straight") })
    #expect(!rules.contains { $0.hasPrefix("straight") }, "\(rules)")
  }

  @Test func `a page is silent only where a rule runs that there is`() throws {
    let page = CatalogueText(
      path: "acme/old.md",
      text: """
        ---
        id: acme.old
        find: { type: AcmeNet.Old }
        safety: manual
        unless: acme.nothing
        message: old
        next: take the new one
        ---
        # Old
        """)
    #expect(throws: PageError.self) { try Catalogue([page]) }
  }
}
