import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// What becomes of the files, with all fixes but those that leave placeholders.
private func fixed(_ texts: [String: String]) async throws -> [String: String] {
  let outcome = try await fixProject(
    project(texts), try Catalogue(embeddedTexts), AnalysisOptions(),
    FixPolicy(allowed: [.safe, .review]), cache: TreeCache()
  ).outcome
  return texts.merging(outcome.changed.mapValues { String(decoding: $0, as: UTF8.self) }) { $1 }
}

/// Names and safeties of what is found: `grpc-swift.status review`.
private func found(_ texts: [String: String]) async throws -> [String] {
  let result = await analyse(
    project(texts), try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
  return result.findings.map { "\($0.rule) \($0.safety)" }
}

/// What grpc-swift 1 generates for a service, as far as clients need it.
private let generated = """
  // DO NOT EDIT.
  import GRPC
  import NIO
  import SwiftProtobuf
  public protocol Kite_FlyerAsyncClientProtocol: GRPCClient {
    static var serviceDescriptor: GRPCServiceDescriptor { get }
  }
  public protocol Kite_FlyerClientInterceptorFactoryProtocol: Sendable {}
  public struct Kite_FlyerAsyncClient: Kite_FlyerAsyncClientProtocol {
    public var channel: GRPCChannel
    public var defaultCallOptions: CallOptions
    public var interceptors: Kite_FlyerClientInterceptorFactoryProtocol?
    public init(channel: GRPCChannel, defaultCallOptions: CallOptions = CallOptions(), interceptors: Kite_FlyerClientInterceptorFactoryProtocol? = nil) {
      self.channel = channel
      self.defaultCallOptions = defaultCallOptions
      self.interceptors = interceptors
    }
  }

  """

/// What grpc-swift 0 generates for a service whose messages are in another package.
private let generatedOfGRPC0 = """
  // DO NOT EDIT.
  import SwiftGRPC
  internal protocol Kite_FlyerFlyCall: ClientCallUnary {}
  internal protocol Kite_FlyerWatchCall: ClientCallServerStreaming {
    func receive() throws -> Kite_Wind?
  }
  internal protocol Kite_FlyerService: ServiceClient {
    func fly(_ request: Kite_Wind, metadata customMetadata: Metadata) throws -> Kite_Wind
    func fly(_ request: Kite_Wind, metadata customMetadata: Metadata, completion: @escaping (Kite_Wind?, CallResult) -> Void) throws -> Kite_FlyerFlyCall
    func watch(_ request: Kite_Wind, metadata customMetadata: Metadata, completion: ((CallResult) -> Void)?) throws -> Kite_FlyerWatchCall
  }
  internal extension Kite_FlyerService {
    func fly(_ request: Kite_Wind) throws -> Kite_Wind {
      return try self.fly(request, metadata: self.metadata)
    }
    func watch(_ request: Kite_Wind, completion: ((CallResult) -> Void)?) throws -> Kite_FlyerWatchCall {
      return try self.watch(request, metadata: self.metadata, completion: completion)
    }
  }
  internal final class Kite_FlyerServiceClient: ServiceClientBase, Kite_FlyerService {}

  """

struct FixesOfAProjectTests {
  @Test func `a blocking call of a message that another package declares is found`() async throws {
    let result = try await found([
      "Sources/App/kite.grpc.swift": generatedOfGRPC0,
      "Sources/App/A.swift": """
      import KiteMessages
      import SwiftGRPC
      func fly(_ client: Kite_FlyerServiceClient) throws { print(try client.fly(Kite_Wind())) }

      """,
    ])
    #expect(
      result.contains { finding in
        ["grpc-swift.straight-call", "grpc-swift.blocking-unary-call"]
          .contains { finding.hasPrefix($0) }
      })
  }

  @Test(arguments: [
    ("", "the 'do' and its 'catch' go"), ("print(1)", "its 'catch' is never reached"),
    ("try check()", ""),
  ])
  func `a 'catch' that nothing reaches once the call is in a task is said, or goes`(
    beside: String, said: String
  ) async throws {
    let text = """
      import SwiftGRPC
      func check() throws {}
      func tell(_ client: Kite_FlyerService, _ done: @escaping (Bool) -> Void) {
        do {
          \(beside)
          _ = try client.fly(Kite_Wind(), metadata: Metadata()) { reply, _ in done(reply != nil) }
        } catch {
          done(false)
        }
      }

      """
    let texts = [
      "Sources/App/kite.grpc.swift": generatedOfGRPC0,
      "Sources/App/Kite_Wind.swift": "struct Kite_Wind {}\n", "Sources/App/A.swift": text,
    ]
    let result = await analyse(
      project(texts), try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
    let call = result.findings.first { $0.rule == RuleID("grpc-swift.straight-completion") }
    let told = call?.evidence.map(\.text).filter { $0.contains("'catch'") } ?? []
    #expect(told.count == (said.isEmpty ? 0 : 1), "\(told)")
    #expect(said.isEmpty || told.first?.contains(said) == true, "\(told)")
  }

  @Test(arguments: [true, false])
  func `headers in options that a closure is given are said not to be sent`(areSet: Bool)
    async throws
  {
    let generated = """
      // DO NOT EDIT.
      // Generated by the protocol buffer compiler.
      // Source: kite.proto
      import GRPC
      struct Kite_Wind {}
      protocol Kite_FlyerClientProtocol: GRPCClient {
        func fly(_ request: Kite_Wind, callOptions: CallOptions?) -> UnaryCall<Kite_Wind, Kite_Wind>
      }
      struct Kite_FlyerNIOClient: Kite_FlyerClientProtocol {
        var channel: GRPCChannel
        var defaultCallOptions: CallOptions
        func fly(_ request: Kite_Wind, callOptions: CallOptions? = nil) -> UnaryCall<Kite_Wind, Kite_Wind>
      }

      """
    let text = """
      import GRPC
      import NIOCore
      final class Retries {
        func run(_ task: (CallOptions) -> EventLoopFuture<Kite_Wind>) -> EventLoopFuture<Kite_Wind> {
          var options = CallOptions()
          \(areSet ? "options.customMetadata.replaceOrAdd(name: \"token\", value: \"t\")" : "options.cacheable = true")
          return task(options)
        }
      }
      func fly(_ client: Kite_FlyerNIOClient, _ retries: Retries) -> EventLoopFuture<Kite_Wind> {
        retries.run { options in client.fly(Kite_Wind(), callOptions: options).response }
      }

      """
    let result = await analyse(
      project(["Sources/App/kite.grpc.swift": generated, "Sources/App/A.swift": text]),
      try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
    let call = result.findings.first { $0.rule == RuleID("grpc-swift.future-call") }
    let isSaid = call?.evidence.contains { $0.text.contains("are not sent until") }
    #expect(isSaid == areSet)
  }

  @Test func `a call that no fix carries on from grpc-swift 1 stays, with what there is to do`()
    async throws
  {
    let text = """
      import Dispatch
      import SwiftGRPC
      func show(_ client: Kite_FlyerService, _ wind: Kite_Wind) throws {
        let call = try client.watch(wind, completion: nil)
        DispatchQueue.global().async {
          while let next = try? call.receive() { print(next) }
          print("over")
        }
      }

      """
    let texts = [
      "Sources/App/kite.grpc.swift": generatedOfGRPC0,
      "Sources/App/Kite_Wind.swift": "struct Kite_Wind {}\n", "Sources/App/A.swift": text,
    ]
    let outcome = try await fixProject(
      project(texts), try Catalogue(embeddedTexts), AnalysisOptions(),
      FixPolicy(allowed: [.safe, .review]), cache: TreeCache()
    ).outcome
    let after = outcome.changed["Sources/App/A.swift"].map { String(decoding: $0, as: UTF8.self) }
    #expect(after?.contains("let call = try client.watch(wind, completion: nil)") != false)
    #expect(outcome.refused.contains { $0.isDeadEnd && $0.finding.path == "Sources/App/A.swift" })
    let left = outcome.remaining.filter { $0.rule == RuleID("grpc-swift.streaming-call") }
    #expect(left.map { $0.nextStep?.contains("grpc-swift 2") } == [true])
  }

  @Test func `a cycle where a part of a hop is held back keeps nothing else from being written`()
    async throws
  {
    let generated = generatedOfGRPC0.replacing(
      "Kite_FlyerService {}\n",
      with: """
        Kite_FlyerService {
          internal func fly(_ request: Kite_Wind, metadata customMetadata: Metadata) throws -> Kite_Wind
        }

        """)
    let texts = [
      "Sources/App/kite.grpc.swift": generated,
      "Sources/App/Kite_Wind.swift": "struct Kite_Wind {}\n",
      "Sources/App/Flying.swift": """
      import SwiftGRPC
      protocol Flying {
        func fly(_ request: Kite_Wind, metadata customMetadata: Metadata) throws -> Kite_Wind
      }

      """,
      "Sources/App/Client.swift": "extension Kite_FlyerServiceClient: Flying {}\n",
      "Sources/App/Refusal.swift": """
      import SwiftGRPC
      func refusal() -> Error {
        RPCError.callError(
          CallResult(
            success: false, statusCode: StatusCode.unknown, statusMessage: "calm",
            resultData: nil, initialMetadata: nil, trailingMetadata: nil))
      }

      """,
    ]
    let result = try await fixed(texts)
    #expect(result["Sources/App/Flying.swift"]?.hasPrefix("import GRPCCore\n") == true)
    #expect(result["Sources/App/Refusal.swift"]?.contains("RPCError(") == true)
    #expect(result["Sources/App/Refusal.swift"]?.hasPrefix("import GRPCCore\n") == true)
    let after = await analyse(
      project(texts.merging(result) { $1 }), try Catalogue(embeddedTexts), AnalysisOptions(),
      cache: TreeCache())
    #expect(after.findings.contains { $0.path == "Sources/App/Client.swift" })
  }

  @Test(arguments: [true, false])
  func `a client that is made by an alias changes with the alias, or not at all`(
    hasInterceptors: Bool
  ) async throws {
    let options = hasInterceptors ? ", interceptors: interceptors" : ""
    let texts = [
      "Sources/App/kite.grpc.swift": generated,
      "Sources/App/Names.swift": "typealias FlyerClient = Kite_FlyerAsyncClient\n",
      "Sources/App/Gateway.swift": """
      import GRPC
      func gateway(_ channel: GRPCChannel, _ interceptors: Kite_FlyerClientInterceptorFactoryProtocol) -> FlyerClient {
        FlyerClient(channel: channel\(options))
      }

      """,
      "Sources/App/Probe.swift": """
      import GRPC
      func probe(_ channel: GRPCChannel) { _ = FlyerClient(channel: channel) }

      """,
    ]
    let result = try await fixed(texts)
    let (names, probe) = (result["Sources/App/Names.swift"], result["Sources/App/Probe.swift"])
    #expect(names?.contains("Kite_Flyer.Client<") == !hasInterceptors)
    #expect(probe?.contains("FlyerClient(wrapping: channel)") == !hasInterceptors)
  }

  @Test(arguments: [
    ("Moya", "_Concurrency.Task {"), ("SwiftCLI", "_Concurrency.Task {"),
    ("Alamofire", "\n  Task {"),
  ])
  func `a task is spelled with its module where an import has a 'Task' of its own`(
    module: String, task: String
  ) async throws {
    let source = """
      import GRPC
      import \(module)
      func open() throws {
        let channel = try GRPCChannelPool.with(
          target: .host("localhost", port: 1), transportSecurity: .plaintext,
          eventLoopGroup: PlatformSupport.makeEventLoopGroup(loopCount: 1))
        print(channel)
      }

      """
    let result = try await fixed(["Sources/App/A.swift": source])
    #expect(result["Sources/App/A.swift"]?.contains(task) == true)
  }

  @Test(arguments: [
    ("value.isNaN", []), ("value == 0", []), ("value.map { $0 > 1 } ?? false", ["review"]),
    ("value.isNilOrZero", ["manual"]),
  ])
  func `what is asked of a value as of no optional shows that it is none`(
    use: String, safeties: [String]
  ) async throws {
    let source = """
      import SwiftProtobuf
      extension Optional where Wrapped == Double {
        var isNilOrZero: Bool { self == nil || self == 0 }
      }
      func check(_ json: Google_Protobuf_Value) -> Bool {
        let value = json.numberValue
        return \(use)
      }

      """
    let expected = safeties.map { "swift-protobuf.json-value \($0)" }
    #expect(try await found(["Sources/App/A.swift": source]) == expected)
  }
}
