import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// What is left of an era in files whose imports, and whose generated code, are of a later one already.
@Suite struct ErasLeftBehindTests {
  @Test func `types of grpc-swift 0 are found under an import of grpc-swift 1`() async throws {
    let text = """
      import GRPC
      func serve(_ providers: [ServiceProvider]) {
        let server = ServiceServer(address: "h:1", serviceProviders: providers)
        server.start()
      }
      func isFatal(_ code: StatusCode) -> Bool { code == .dataLoss }
      func status(_ error: Error) -> String? { (error as? RPCError)?.callResult?.statusMessage }
      """
    #expect(
      try await foundLeftBehind(in: text).filter { !$0.hasSuffix("import-grpc") } == [
        "2 raw-server", "3 service-server", "4 service-server", "6 status-code-type",
        "7 rpc-error-type", "7 rpc-error-call-result", "7 call-result-member",
      ])
  }

  @Test func `labels and nested types tell where another module may have a type of that name`()
    async throws
  {
    let text = """
      import Commander
      import GRPC
      func connect(address: String) throws {
        let channel = Channel(address: address, secure: false)
        let arguments: [Channel.Argument] = [.sslTargetNameOverride("h")]
        let call = try channel.makeCall("/a.B/C")
        let other = Channel(name: "x")
        let group: Channel.Group? = nil
        let third: Channel? = nil
      }
      """
    #expect(
      try await foundLeftBehind(in: text).filter { !$0.hasSuffix("import-grpc") } == [
        "4 channel-construction", "5 channel-argument", "5 channel-argument", "6 channel-member",
      ])
  }

  @Test func `what is asked of a type tells where another module may have one of that name`()
    async throws
  {
    let text = """
      import CameraKit
      import GRPCCore
      func configure(_ target: ConnectionTarget, _ group: EventLoopGroup) {
        let settings = Server.Configuration.default(target: target, eventLoopGroup: group, serviceProviders: [])
        let server = Server.start(configuration: settings)
        let other = Server.launch()
      }
      """
    #expect(
      try await foundLeftBehind(in: text) == ["3 runtime-type", "4 runtime-type", "5 bound-server"])
  }

  @Test
  func `a value is found that no longer conforms to what the project made its type conform to`()
    async throws
  {
    let text = """
      import GRPC
      protocol ChannelProtocol: AnyObject {}
      protocol Other {}
      extension Channel: ChannelProtocol {}
      func take(_ channel: ChannelProtocol) {}
      func leave(_ channel: Other) {}
      func call(_ channel: GRPCChannel) {
        take(channel)
        leave(channel)
      }
      """
    let found = try await foundLeftBehind(in: text).filter { $0.hasSuffix("channel-type") }
    #expect(found == ["4 channel-type", "8 channel-type"])
  }

  @Test func `such a value is found where another file says what its type was`() async throws {
    let other = """
      import GRPC
      protocol ChannelProtocol: AnyObject {}
      extension Channel: ChannelProtocol {}
      func take(_ channel: ChannelProtocol) {}
      """
    let text = """
      import GRPC
      func call(_ channel: GRPCChannel) { take(channel) }
      """
    func channels(beside other: String) async throws -> [String] {
      try await foundLeftBehind(in: text, beside: other).filter { $0.hasSuffix("channel-type") }
    }
    #expect(try await channels(beside: other) == ["2 channel-type"])
    let settled = other.replacing("extension Channel", with: "extension GRPCChannel")
    #expect(try await channels(beside: settled) == [])
  }

  @Test func `members and cases that a type no longer has are found on the type in their place`()
    async throws
  {
    let text = """
      import GRPC
      func code(_ error: GRPCStatus) -> Int {
        if case .callError(let result) = error { return result.statusCode.rawValue }
        return error.statusCode.rawValue
      }
      """
    #expect(
      try await foundLeftBehind(in: text).filter {
        !$0.hasSuffix("import-grpc") && !$0.hasSuffix(" status")
      }
        == ["3 rpc-error-case", "3 call-result-member", "4 call-result-member"])
  }

  @Test func `calls of grpc-swift 0 are found on a client that was generated again`() async throws {
    let text = """
      import GRPC
      func call(_ client: Hello_V1_GreeterNIOClient, _ request: Hello_V1_HelloRequest) throws {
        print(try client.sayHello(request).message)
        let reply = try client.sayHello(request)
        _ = try client.sayHello(request) { reply, result in print(result.statusCode) }
        let stream = try client.watch(request) { result in print(result.statusCode) }
        client.timeout = 3
        let stub = Hello_V1_GreeterServiceTestStub()
        let other = Hello_V1_GreeterServiceClient(address: "h:1")
      }
      """
    let lines = Set(
      try await foundLeftBehind(in: text, besideGeneratedCodeOf: "1")
        .filter { $0 != "1 import-grpc" }.compactMap { $0.split(separator: " ").first })
    #expect(lines.isSuperset(of: ["3", "4", "5", "6", "7", "8", "9"]), "\(lines)")
  }

  @Test func `the same client's calls of grpc-swift 1 are of grpc-swift 1`() async throws {
    let text = """
      import GRPC
      func call(_ client: Hello_V1_GreeterNIOClient, _ request: Hello_V1_HelloRequest) throws {
        print(try client.sayHello(request).response.wait().message)
        let call = client.watch(request) { print($0.message) }
        call.status.whenSuccess { print($0.code) }
        _ = try call.status.wait()
      }
      """
    let found = try await foundLeftBehind(in: text, besideGeneratedCodeOf: "1")
    #expect(!found.contains { $0.contains("unary-call") || $0.contains("streaming-call") })
    #expect(!found.contains { $0.hasSuffix("call-result-member") })
  }

  @Test func `a provider with sessions keeps its finding beside the new protocol of its name`()
    async throws
  {
    let text = """
      import GRPC
      final class Greeter: Hello_V1_GreeterProvider {
        func sayHello(request: Hello_V1_HelloRequest, session: Hello_V1_GreeterSayHelloSession)
          throws -> Hello_V1_HelloReply { throw ServerStatus(code: .notFound, message: "no") }
      }
      """
    let found = try await foundLeftBehind(in: text, besideGeneratedCodeOf: "1")
    #expect(found.contains("3 server-session"))
    #expect(found.contains("4 server-status"))
  }

  @Test func `what only the generator of grpc-swift 1 declared is found after it ran again`()
    async throws
  {
    let text = """
      import GRPCCore
      struct Net {
        let async: Hello_V1_GreeterAsyncClient
        let client: Hello_V1_Greeter.ClientProtocol
        func call(_ request: Hello_V1_HelloRequest) async throws {
          print(try client.sayHello(request).response.wait().message)
          let stream = client.watch(request)
          let upload = client.makeUploadCall()
          do { try await run() } catch GRPCError.RPCTimedOut {}
        }
      }
      final class Greeter: Hello_V1_GreeterAsyncProvider {}
      func serve(_ providers: [CallHandlerProvider]) {}
      let group = PlatformSupport.makeEventLoopGroup(loopCount: 1)
      func headers(_ context: ServerContext) { print(context.request.headers) }
      """
    let lines = Set(
      try await foundLeftBehind(in: text, besideGeneratedCodeOf: "2")
        .compactMap { $0.split(separator: " ").first })
    #expect(lines == ["3", "6", "7", "8", "9", "12", "13", "14", "15"])
  }

  @Test func `code that resolves in the era of its imports has no finding of an earlier one`()
    async throws
  {
    let text = """
      import GRPCCore
      import Synchronization
      final class Greeter: Hello_V1_Greeter.SimpleServiceProtocol {
        let count = Mutex(0)
        func sayHello(request: Hello_V1_HelloRequest, context: ServerContext) async throws
          -> Hello_V1_HelloReply
        {
          throw RPCError(code: .notFound, message: "no")
        }
      }
      func call<T: ClientTransport>(_ client: GRPCClient<T>, _ metadata: Metadata) async throws {
        let greeter = Hello_V1_Greeter.Client(wrapping: client)
        print(try await greeter.sayHello(.with { $0.name = "a" }, metadata: metadata).message)
        async let reply = greeter.sayHello(Hello_V1_HelloRequest())
        try await greeter.watch(.init()) { response in
          for try await message in response.messages { print(message) }
        }
        print(try await reply.message)
      }
      """
    #expect(try await foundLeftBehind(in: text, besideGeneratedCodeOf: "2") == [])
  }

  @Test func `a name of one word is nobody's beside a module that nobody knows`() async throws {
    let text = """
      import GRPC
      import Transit
      func handle(_ handler: Handler, _ metadata: Metadata, _ server: Server) {}
      func serve(_ server: ServiceServer) {}
      """
    #expect(
      try await foundLeftBehind(in: text)
        .filter { !$0.hasSuffix("import-grpc") && !$0.hasPrefix("3 server-type") }
        == ["4 service-server"])
  }

  @Test func `a name that another module of the same era declares lacks an import`() async throws {
    let text = """
      import GRPCInProcessTransport
      func isFatal(_ error: any Error) -> Bool { error is RPCError }
      """
    #expect(try await foundLeftBehind(in: text) == [])
  }

  @Test func `generated code that waits for its generator brings no name back`() async throws {
    let text = """
      import GRPCCore
      final class Calls {
        var running: [ClientCall] = []
      }
      """
    #expect(try await foundLeftBehind(in: text, besideGeneratedCodeOf: "0") == ["3 runtime-type"])
  }

  @Test func `a member is found without 'self' in an extension of the type in its place`()
    async throws
  {
    let text = """
      import GRPCCore
      extension RPCError {
        var isFatal: Bool { !isOk && code != .cancelled }
        static var fine: RPCError { ok }
      }
      """
    #expect(try await foundLeftBehind(in: text) == ["3 status", "4 status"])
  }

  @Test func `a type that kept its name is of the earlier era where only that one fits`()
    async throws
  {
    let text = """
      import Foundation
      import GRPC
      protocol Callable { func close(completion: (() -> Void)?) throws }
      extension Call: Callable {
        func open(_ data: Data) throws { try start(.unary, metadata: CallOptions(), message: data) }
      }
      final class Raw { var call: Call? }
      func hang(_ call: Call) {}
      extension Call { var isStream: Bool { false } }
      func both<A, B>(_ call: Call<A, B>) {}
      """
    #expect(
      try await foundLeftBehind(in: text).filter { $0.hasSuffix(" raw-call") }
        == ["4 raw-call", "5 raw-call", "7 raw-call", "8 raw-call"])
  }

  @Test func `a protocol that became a generic type is no superclass`() async throws {
    let text = """
      import GRPCCore
      class Session: GRPCClient {}
      func run<T: ClientTransport>(_ client: GRPCClient<T>) {}
      extension GRPCClient { var name: String { "" } }
      """
    let lines = try await foundLeftBehind(in: text).compactMap { $0.split(separator: " ").first }
    #expect(lines == ["2"])
  }

  @Test func `a protocol that became a generic type is no constraint, and no type to ask for`()
    async throws
  {
    let text = """
      import GRPCCore
      struct Box<Client> where Client: GRPCClient {}
      func all<C: GRPCClient>(_ c: C) -> C { c }
      typealias Client = any GRPCClient
      let one: (some GRPCClient)? = nil
      func isClient(_ x: Any) -> Bool { x is GRPCClient }
      func named(_ x: Any) -> Bool { (x as? GRPCClient) != nil }
      func run<T: ClientTransport>(_ x: Any, _ t: T) -> Bool { x is GRPCClient<T> }
      struct Kept<T: ClientTransport> where T: Sendable { let client: GRPCClient<T> }
      """
    let lines = try await foundLeftBehind(in: text).compactMap { $0.split(separator: " ").first }
    #expect(lines == ["2", "3", "4", "5", "6", "7"])
  }

  @Test func `a client of the project's own is still made from an address`() async throws {
    let text = """
      import GRPC
      class Session: GRPCClient {
        let channel: GRPCChannel
        var defaultCallOptions = CallOptions()
        init(channel: GRPCChannel) { self.channel = channel }
      }
      let session = Session(address: "h:1", secure: false)
      """
    #expect(try await foundLeftBehind(in: text).contains("7 client-construction"))
  }

  @Test func `calls on 'self' are found after the generator ran again`() async throws {
    let text = """
      import GRPCCore
      extension Hello_V1_Greeter.Client {
        func greet(_ request: Hello_V1_HelloRequest) throws -> Hello_V1_HelloReply {
          try sayHello(request, callOptions: defaultCallOptions).response.wait()
        }
        func sayHello(_ request: Hello_V1_HelloRequest, _ options: CallOptions) throws {
          _ = try sayHello(request, callOptions: options).response.wait()
        }
      }
      """
    let found = try await foundLeftBehind(in: text, besideGeneratedCodeOf: "2")
    #expect(found.contains("4 future-call"))
    #expect(found.contains("7 future-call"))
  }

  @Test func `a member of a bound is found where the type has an alias of the bound's name`()
    async throws
  {
    let text = """
      import SwiftGRPC
      protocol Request { var style: CallStyle { get } }
      final class Stream<R: Request> {
        typealias Request = R
        let request: Request
        init(_ request: Request) { self.request = request }
        var isBoth: Bool { request.style == .bidiStreaming }
      }
      """
    #expect(try await foundLeftBehind(in: text).contains("7 raw-call"))
  }

  @Test func `a type that a protocol of today bounds has no initialiser of yesterday's class`()
    async throws
  {
    let text = """
      import GRPC
      func make<C: GRPCClient>(over channel: GRPCChannel) -> C { C(channel: channel) }
      """
    #expect(try await !foundLeftBehind(in: text).contains("2 client-construction"))
  }

  @Test func `an initialiser that a type no longer has for others is found`() async throws {
    let text = """
      import GRPCCore
      import NIOCore
      func options() {
        let plain = CallOptions()
        let limited = CallOptions(timeLimit: .deadline(.now() + .seconds(1)))
        let now = CallOptions.defaults
      }
      """
    #expect(try await foundLeftBehind(in: text) == ["4 call-options", "5 call-options"])
  }

  @Test func `the newest era is looked into first where generated code is of an older one`()
    async throws
  {
    let catalogue = try Catalogue(embeddedTexts)
    let text = "import GRPCCore\nimport Api\nfunc stop(_ server: Server) {}\n"
    let files = [
      ProjectText(
        source: SourceText(path: "Sources/App/App.swift", bytes: Array(text.utf8)),
        surface: .swift, isGenerated: false),
      ProjectText(
        source: SourceText(
          path: "Sources/Api/hello.grpc.swift",
          bytes: Array((catalogue.samples["grpc-swift/1"] ?? "").utf8)),
        surface: .swift, isGenerated: true),
      ProjectText(
        source: SourceText(path: "Package.swift", bytes: Array("import PackageDescription".utf8)),
        surface: .manifest, isGenerated: false),
    ]
    let result = await analyse(files, catalogue, AnalysisOptions(), cache: TreeCache())
    let rules = Set(result.findings.filter { $0.path == "Sources/App/App.swift" }.map(\.rule))
    #expect(!rules.contains(RuleID("grpc-swift.raw-server")))
    #expect(!rules.isEmpty)
  }
}
