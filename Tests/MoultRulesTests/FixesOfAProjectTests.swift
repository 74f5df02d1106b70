import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

private func project(_ texts: [String: String]) -> [ProjectText] {
  texts.sorted { $0.key < $1.key }.compactMap { path, text in
    ProjectText(path: path, bytes: Array(text.utf8))
  }
}

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

struct FixesOfAProjectTests {
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
