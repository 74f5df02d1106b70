import Testing

/// A service whose methods are the first to be rewritten, and interceptors that a factory makes for a client.
private func project(
  ignoring rule: String = "grpc-swift.unknown", in place: String = ""
) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(".moult.yml", "targets: { grpc-swift: \"2\" }\n")
  try folder.write(
    "Sources/App/hello.proto",
    """
    syntax = "proto3";
    package hello.v1;
    service Greeter {
      rpc SayHello (HelloRequest) returns (HelloReply);
    }
    message HelloRequest { string name = 1; }
    message HelloReply { string message = 1; }

    """)
  for (name, text) in texts {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      !place.isEmpty && line.contains(place)
        ? "\(line) // moult:ignore:this[\(rule)] later" : String(line)
    }
    try folder.write("Sources/App/\(name).swift", lines.joined(separator: "\n"))
  }
  return folder
}

private let texts = [
  "Greeter": """
  import GRPC
  final class Greeter: Hello_V1_GreeterAsyncProvider {
    func sayHello(request: Hello_V1_HelloRequest, context: GRPCAsyncServerCallContext) async throws -> Hello_V1_HelloReply {
      throw GRPCStatus(code: .unimplemented, message: "no")
    }
  }

  """,
  "Interceptors": """
  import GRPC
  import NIOCore
  final class TokenInterceptor<Request, Response>: ClientInterceptor<Request, Response>, @unchecked Sendable {
    private let token: String
    init(token: String) { self.token = token }
    override func send(
      _ part: GRPCClientRequestPart<Request>, promise: EventLoopPromise<Void>?,
      context: ClientInterceptorContext<Request, Response>
    ) {
      if case .metadata(var headers) = part {
        headers.add(name: "token", value: token)
        context.send(.metadata(headers), promise: promise)
      } else {
        context.send(part, promise: promise)
      }
    }
  }

  """,
  "Client": """
  import GRPC
  import NIOCore
  struct Factory: Hello_V1_GreeterClientInterceptorFactoryProtocol {
    let token: String
    func makeSayHelloInterceptors() -> [ClientInterceptor<Hello_V1_HelloRequest, Hello_V1_HelloReply>] { [TokenInterceptor(token: token)] }
  }
  func greet(_ group: any EventLoopGroup) throws {
    let channel = try GRPCChannelPool.with(target: .host("a", port: 1), transportSecurity: .plaintext, eventLoopGroup: group)
    _ = Hello_V1_GreeterAsyncClient(channel: channel, interceptors: Factory(token: "first"))
  }

  """,
]

@Test func `services and interceptors are rewritten whole where nothing is ignored`() throws {
  let folder = try project()
  let run = try folder.moult("fix", "--review")
  #expect(run.code == 0, "\(run.output)")
  #expect(try folder.moult("lint").code == 0)
}

@Test(arguments: [
  ("grpc-swift.async-provider", "class Greeter", ["Greeter"]),
  ("grpc-swift.server-context", "func sayHello", ["Greeter"]),
  ("grpc-swift.interceptor", "class TokenInterceptor", ["Interceptors", "Client"]),
  ("grpc-swift.interceptor", "context: ClientInterceptorContext", ["Interceptors", "Client"]),
  ("grpc-swift.headers", "headers.add", ["Interceptors", "Client"]),
  ("grpc-swift.interceptor-factory", "struct Factory", ["Interceptors", "Client"]),
  ("grpc-swift.interceptor", "func makeSayHello", ["Interceptors", "Client"]),
  ("grpc-swift.client-connection", "let channel", ["Interceptors", "Client"]),
])
func `what is ignored keeps all that would change with it`(
  rule: String, place: String, files: [String]
) throws {
  let folder = try project(ignoring: rule, in: place)
  let before = try files.map { try folder.read("Sources/App/\($0).swift") }
  let lint = try folder.moult("lint")
  #expect(lint.output.contains(" suppressed"), "\(lint.output)")
  let run = try folder.moult("fix", "--review")
  #expect(try files.map { try folder.read("Sources/App/\($0).swift") } == before, "\(run.output)")
}
