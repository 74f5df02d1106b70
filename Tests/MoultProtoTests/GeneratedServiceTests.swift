import MoultProto
import MoultSource
import Testing

@Suite struct GeneratedServiceTests {
  private func lines(_ era: GRPCSwiftEra) throws -> [String] {
    let file = Parsed(
      """
      syntax = "proto3"; package hello.v1;
      message Q {} message R {}
      service Greeter {
        rpc SayHello(Q) returns (R);
        rpc Upload(stream Q) returns (R);
        rpc Watch(Q) returns (stream R);
        rpc Chat(stream Q) returns (stream R);
      }
      """
    ).file
    let service = try #require(file.services.first)
    return generatedDeclarations(of: service, in: file, era: era)
      .split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
  }

  private func expect(_ expected: [String], in era: GRPCSwiftEra) throws {
    let lines = Set(try lines(era))
    for line in expected { #expect(lines.contains(line), "\(line)") }
  }

  private let q = "Hello_V1_Q"
  private let r = "Hello_V1_R"

  @Test func `era 0 has a client, a provider and a protocol for each call and session`() throws {
    let greeter = "Hello_V1_Greeter"
    let completion = "completion: ((SwiftGRPC.CallResult) -> Swift.Void)?"
    let metadata = "metadata customMetadata: SwiftGRPC.Metadata"
    try expect(
      [
        "public protocol \(greeter)Service: SwiftGRPC.ServiceClient {",
        "public final class \(greeter)ServiceClient: SwiftGRPC.ServiceClientBase, \(greeter)Service {",
        "public func sayHello(_ request: \(q)) throws -> \(r)",
        "public func sayHello(_ request: \(q), \(metadata)) throws -> \(r)",
        "func sayHello(_ request: \(q), \(metadata)) throws -> \(r)",
        "public func upload(\(completion)) throws -> \(greeter)UploadCall",
        "public func watch(_ request: \(q), \(metadata), \(completion)) throws -> \(greeter)WatchCall",
        "public func chat(\(metadata), \(completion)) throws -> \(greeter)ChatCall",
        "public protocol \(greeter)SayHelloCall: SwiftGRPC.ClientCallUnary {}",
        "public protocol \(greeter)WatchCall: SwiftGRPC.ClientCallServerStreaming {",
        "func closeAndReceive() throws -> \(r)",
        "public protocol \(greeter)Provider: SwiftGRPC.ServiceProvider {",
        "func sayHello(request: \(q), session: \(greeter)SayHelloSession) throws -> \(r)",
        "func upload(session: \(greeter)UploadSession) throws -> \(r)?",
        "func watch(request: \(q), session: \(greeter)WatchSession) throws -> SwiftGRPC.ServerStatus?",
        "func chat(session: \(greeter)ChatSession) throws -> SwiftGRPC.ServerStatus?",
        "public protocol \(greeter)ChatSession: SwiftGRPC.ServerSessionBidirectionalStreaming {",
        "public class \(greeter)ServiceTestStub: SwiftGRPC.ServiceClientTestStubBase, \(greeter)Service {",
        "public var watchCalls: [\(greeter)WatchCall]",
      ], in: .v0)
  }

  @Test func `era 1 has clients with futures and with async functions`() throws {
    let options = "callOptions: GRPC.CallOptions? = nil"
    let events = "NIOCore.EventLoopFuture<(GRPC.StreamEvent<\(q)>) -> Swift.Void>"
    try expect(
      [
        "public struct Hello_V1_GreeterNIOClient: Hello_V1_GreeterClientProtocol {",
        "public struct Hello_V1_GreeterAsyncClient: Hello_V1_GreeterAsyncClientProtocol {",
        "public func sayHello(_ request: \(q), \(options)) -> GRPC.UnaryCall<\(q), \(r)>",
        "func sayHello(_ request: \(q), callOptions: GRPC.CallOptions?) -> GRPC.UnaryCall<\(q), \(r)>",
        "public func watch(_ request: \(q), \(options), handler: @escaping (\(r)) -> Swift.Void) -> "
          + "GRPC.ServerStreamingCall<\(q), \(r)>",
        "public func upload(\(options)) -> GRPC.ClientStreamingCall<\(q), \(r)>",
        "public func sayHello(_ request: \(q), \(options)) async throws -> \(r)",
        "public func makeChatCall(\(options)) -> GRPC.GRPCAsyncBidirectionalStreamingCall<\(q), \(r)>",
        "public func watch(_ request: \(q), \(options)) -> GRPC.GRPCAsyncResponseStream<\(r)>",
        "func sayHello(request: \(q), context: any GRPC.StatusOnlyCallContext) -> "
          + "NIOCore.EventLoopFuture<\(r)>",
        "func upload(context: GRPC.UnaryResponseCallContext<\(r)>) -> \(events)",
        "func watch(request: \(q), responseStream: GRPC.GRPCAsyncResponseStreamWriter<\(r)>, context: "
          + "GRPC.GRPCAsyncServerCallContext) async throws",
        "public enum Hello_V1_GreeterClientMetadata {",
      ], in: .v1)
  }

  @Test func `era 2 has a namespace with protocols and a generic client`() throws {
    try expect(
      [
        "public enum Hello_V1_Greeter: Swift.Sendable {",
        "public protocol SimpleServiceProtocol: Hello_V1_Greeter.ServiceProtocol {",
        "public init(wrapping client: GRPCCore.GRPCClient<Transport>)",
        "public static let hello_v1_Greeter: GRPCCore.ServiceDescriptor",
        "func sayHello(request: \(q), context: GRPCCore.ServerContext) async throws -> \(r)",
        "func watch(request: \(q), response: GRPCCore.RPCWriter<\(r)>, context: GRPCCore.ServerContext) "
          + "async throws",
        "func upload(request: GRPCCore.RPCAsyncSequence<\(q), any Swift.Error>, context: "
          + "GRPCCore.ServerContext) async throws -> \(r)",
        "public func sayHello<Result>(_ message: \(q), metadata: GRPCCore.Metadata = [:], options: "
          + "GRPCCore.CallOptions = .defaults, onResponse handleResponse: @Sendable @escaping "
          + "(GRPCCore.ClientResponse<\(r)>) async throws -> Result = { response in try response.message }) "
          + "async throws -> Result where Result: Swift.Sendable",
      ], in: .v2)
  }

  @Test func `era 1 camel-cases the call's name, and repeats the function where that changed it`()
    throws
  {
    let file = Parsed(
      "service S { rpc GetId(Q) returns (R); rpc GetAll(Q) returns (R); } message Q {} message R {}"
    ).file
    let text = generatedDeclarations(of: try #require(file.services.first), in: file, era: .v1)
    #expect(text.contains("public func makeGetIDCall("))
    #expect(text.contains("public func makeGetIdCall("))
    #expect(text.split(separator: "public func makeGetAllCall(").count == 2)
  }

  @Test(arguments: GRPCSwiftEra.allCases)
  func `braces are balanced`(era: GRPCSwiftEra) throws {
    var depth = 0
    for line in try lines(era) {
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      #expect(depth >= 0)
    }
    #expect(depth == 0)
  }
}
