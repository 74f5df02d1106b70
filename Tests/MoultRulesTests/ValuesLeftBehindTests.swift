import Testing

/// Values of an era in files whose imports are of a later one already, where only they say what is meant.
@Suite struct ValuesLeftBehindTests {
  @Test func `a value of an earlier era is found where today's function is given it`()
    async throws
  {
    let text = """
      import GRPCCore
      func client(_ group: EventLoopGroup) {
        let channel = ClientConnection(configuration: .default(target: .host("h", port: 1), eventLoopGroup: group))
        let client = Hello_V1_Greeter.Client(wrapping: channel)
      }
      final class Greeter: Hello_V1_GreeterAsyncProvider {}
      func serve(_ transport: some ServerTransport, _ greeter: Greeter) {
        let server = GRPCServer(transport: transport, services: [greeter])
      }
      """
    #expect(
      try await foundLeftBehind(in: text, besideGeneratedCodeOf: "2") == [
        "3 client-connection", "4 connection-type", "6 async-provider", "8 async-provider",
      ])
  }

  @Test func `a call is found whose arguments mean something of its receiver's era alone`()
    async throws
  {
    let text = """
      import GRPCCore
      func send(_ context: ClientInterceptorContext<String, String>, _ part: GRPCClientRequestPart<String>) {
        context.send(part, promise: nil)
        context.send(.end, promise: nil)
        context.send(part)
      }
      """
    #expect(
      try await foundLeftBehind(in: text) == [
        "2 interceptor", "2 interceptor", "3 interceptor", "4 interceptor",
      ])
  }

  @Test func `the first use in a chain is found that alone gives another part a meaning`()
    async throws
  {
    let text = """
      import GRPCCore
      final class Feed {
        private var call: ServerStreamingCall<String, String>?
        private var unary: UnaryCall<String, String>
        func stop() { call?.cancel(promise: nil) }
        func stopThis() { self.call?.cancel(promise: nil) }
        func wait() throws { try unary.response.map { Optional($0) }.recover { _ in nil }.and(unary.status).wait() }
        func status() throws { try unary.status.map { $0 }.recover { _ in return .init() }.wait() }
        func plain() { unary.response.whenComplete { _ in } }
        func isDone() -> Bool { unary.progress == .done || unary.progress == nil }
        func finish() { unary.progress = .done; unary.progress = nil }
      }
      """
    let found = try await foundLeftBehind(in: text)
    #expect(
      found == [
        "3 runtime-type", "4 runtime-type", "5 kept-call", "6 kept-call", "7 kept-call",
        "7 kept-call", "8 kept-call", "9 kept-call", "10 runtime-type", "11 runtime-type",
      ])
  }

  @Test func `a 'try' before a call may be for its argument's sake`() async throws {
    let text = """
      import GRPCCore
      func headers() throws -> Metadata { [:] }
      func greet<T: ClientTransport>(_ client: Hello_V1_Greeter.Client<T>) throws {
        let call = try client.sayHello(Hello_V1_HelloRequest(), callOptions: CallOptions(customMetadata: headers()))
      }
      """
    #expect(try await foundLeftBehind(in: text, besideGeneratedCodeOf: "2") == ["4 future-call"])
  }

  @Test func `values of today's era are nobody's finding`() async throws {
    let text = """
      import GRPCCore
      final class Greeter: Hello_V1_GreeterAsyncProvider {}
      struct Other: RegistrableRPCService {
        func registerMethods<T: ServerTransport>(with router: inout RPCRouter<T>) {}
      }
      func serve(_ transport: some ServerTransport, _ other: Other) {
        let server = GRPCServer(transport: transport, services: [other])
      }
      func use<T: ClientTransport>(_ client: GRPCClient<T>) {
        let greeter = Hello_V1_Greeter.Client(wrapping: client)
      }
      """
    #expect(try await foundLeftBehind(in: text, besideGeneratedCodeOf: "2") == ["2 async-provider"])
  }
}
