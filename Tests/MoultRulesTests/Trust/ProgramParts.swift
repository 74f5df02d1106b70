/// Pieces of programs that use the sample service; `%` stands for a number that keeps names apart.
struct ProgramParts {
  let imports: [String]

  /// The members that the statements use: a client, a method's parameters.
  let members: String

  /// Statements that can stand anywhere in a throwing method, without indentation.
  let statements: [String]

  /// Declarations of their own: servers, extensions, fakes, helpers.
  let declarations: [String]
}

/// What can stand around statements; `@` stands for them.
let surroundings = [
  "@",
  "if isReady {\n@\n}",
  "if isReady {\n@\n} else {\n  print(\"not ready\")\n}",
  "guard isReady else { return }\n@",
  "do {\n@\n} catch {\n  print(\"failed: \\(error)\")\n}",
  "for number in 0..<3 where number != 1 {\n@\n}",
  "while isReady {\n@\n  break\n}",
  "switch names.count {\ncase 0:\n  break\ncase 1, 2:\n@\ndefault:\n  print(names)\n}",
  "try run% {\n@\n}",
  "defer { print(\"done %\") }\n@",
  "#if DEBUG\n@\n#endif",
]

extension ProgramParts {
  static let ofEra0 = ProgramParts(
    imports: ["import Foundation", "import SwiftGRPC"],
    members: """
        private let client: Hello_V1_GreeterServiceClient
        private var calls: [ClientCall] = []
        var isReady = true

        init(address: String) {
          client = Hello_V1_GreeterServiceClient(address: address, secure: false)
        }
      """,
    statements: [
      "let reply% = try client.sayHello(request)\nprint(reply%.message)",
      "print(try client.sayHello(request).message)",
      "let metadata% = try Metadata([\"user-id\": \"%\"])\n_ = try client.sayHello(request, metadata: metadata%)",
      "client.metadata = try Metadata([\"token\": \"%\"])",
      "client.timeout = 5",
      "_ = try client.sayHello(request) { reply, result in\n  print(reply?.message ?? \"\", result.statusCode)\n}",
      "let call% = try client.sayHello(request) { reply, result in\n  if result.statusCode == .ok, let reply = reply {\n    print(reply.message)\n  } else {\n    print(result.statusMessage ?? \"\")\n  }\n}\ncalls.append(call%)\ncall%.cancel()",
      "let feed% = try client.watch(request) { result in print(result.success) }\nwhile let reply = try feed%.receive() {\n  print(reply.message)\n}",
      "let feed% = try client.watch(request, completion: nil)\ntry feed%.receive { result in\n  if let reply = result.result { print(reply as Any) } else { print(result.error as Any) }\n}",
      "let upload% = try client.upload(completion: nil)\nfor name in names {\n  var part = Hello_V1_HelloRequest()\n  part.name = name\n  try upload%.send(part)\n}\nprint(try upload%.closeAndReceive().message)",
      "let upload% = try client.upload { result in print(result.trailingMetadata as Any) }\ntry upload%.send(request) { error in print(error as Any) }\nupload%.waitForSendOperationsToFinish()\ntry upload%.closeAndReceive { reply in print(reply) }",
      "let chat% = try client.chat { result in print(result.description) }\ntry chat%.send(request)\ntry chat%.closeSend()\nprint(try chat%.receive()?.message ?? \"\")\nchat%.cancel()",
      "do {\n  _ = try client.sayHello(request)\n} catch RPCError.callError(let result) {\n  print(result.statusCode, result.statusMessage ?? \"\")\n} catch let error as RPCError {\n  print(error)\n}",
      "let channel% = Channel(address: \"localhost:%\", secure: false)\nchannel%.addConnectivityObserver { state in print(state) }\nlet other% = Hello_V1_GreeterServiceClient(channel: channel%)\nprint(try other%.sayHello(request).message)",
      "print(client.channel.connectivityState(), client.host)",
      "if let key = try Metadata([\"a\": \"%\"]).dictionaryRepresentation[\"a\"] { print(key) }",
      "gRPC.initialize()",
    ],
    declarations: [
      """
      final class Greeter%: Hello_V1_GreeterProvider {
        func sayHello(
          request: Hello_V1_HelloRequest, session: Hello_V1_GreeterSayHelloSession
        ) throws -> Hello_V1_HelloReply {
          guard let user = session.requestMetadata["user-id"] else {
            throw ServerStatus(code: .unauthenticated, message: "who?")
          }
          session.initialMetadata = try Metadata(["seen": user])
          var reply = Hello_V1_HelloReply()
          reply.message = request.name
          return reply
        }

        func upload(session: Hello_V1_GreeterUploadSession) throws -> Hello_V1_HelloReply? {
          var names: [String] = []
          while let request = try session.receive() { names.append(request.name) }
          var reply = Hello_V1_HelloReply()
          reply.message = names.joined()
          return reply
        }

        func watch(
          request: Hello_V1_HelloRequest, session: Hello_V1_GreeterWatchSession
        ) throws -> ServerStatus? {
          try session.send(Hello_V1_HelloReply()) { error in print(error as Any) }
          session.waitForSendOperationsToFinish()
          return .ok
        }

        func chat(session: Hello_V1_GreeterChatSession) throws -> ServerStatus? {
          while let request = try session.receive() {
            var reply = Hello_V1_HelloReply()
            reply.message = request.name
            try session.send(reply)
          }
          return nil
        }
      }
      """,
      """
      func serve%(_ provider: Hello_V1_GreeterProvider) {
        let server = ServiceServer(address: "localhost:%", serviceProviders: [provider])
        server.shouldLogRequests = false
        server.start()
      }
      """,
      """
      func describe%(_ error: Error) -> String {
        switch error {
        case RPCError.timedOut: return "late"
        case RPCError.invalidMessageReceived: return "broken"
        case RPCError.callError(let result) where result.statusCode == .unavailable: return "gone"
        case RPCError.callError(let result): return result.statusMessage ?? "failed"
        default: return "\\(error)"
        }
      }
      """,
      """
      extension CallResult {
        var isFatal%: Bool { !success && statusCode != .cancelled }
      }
      """,
      """
      final class Fake%: Hello_V1_GreeterServiceTestStub {
        var last: Hello_V1_HelloRequest? { sayHelloRequests.last }

        func prepare() {
          var reply = Hello_V1_HelloReply()
          reply.message = "%"
          sayHelloResponses.append(reply)
        }
      }
      """,
      """
      func isRetried%(_ code: StatusCode) -> Bool {
        code == .unavailable || code == .deadlineExceeded
      }
      """,
    ])

  static let ofEra1 = ProgramParts(
    imports: ["import Foundation", "import GRPC", "import NIO"],
    members: """
        private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        private let client: Hello_V1_GreeterNIOClient
        var isReady = true

        init(host: String) {
          let connection = ClientConnection.insecure(group: group).connect(host: host, port: 80)
          client = Hello_V1_GreeterNIOClient(channel: connection)
        }
      """,
    statements: [
      "let reply% = try client.sayHello(request).response.wait()\nprint(reply%.message)",
      "let options% = CallOptions(customMetadata: [\"user-id\": \"%\"], timeLimit: .timeout(.seconds(5)))\n_ = try client.sayHello(request, callOptions: options%).response.wait()",
      "client.sayHello(request).response.whenComplete { result in\n  switch result {\n  case .success(let reply): print(reply.message)\n  case .failure(let error): print(error)\n  }\n}",
      "let feed% = client.watch(request) { reply in print(reply.message) }\nprint(try feed%.status.wait().code)",
      "let upload% = client.upload()\nupload%.sendMessage(request, promise: nil)\nupload%.sendEnd(promise: nil)\nprint(try upload%.response.wait().message)",
      "let chat% = client.chat { reply in print(reply.message) }\nchat%.sendMessage(request, promise: nil)\nchat%.sendEnd(promise: nil)\nchat%.cancel(promise: nil)",
      "do {\n  _ = try client.sayHello(request).response.wait()\n} catch let status as GRPCStatus where status.code == .notFound {\n  print(status.message ?? \"\")\n}",
      "try client.channel.close().wait()",
      "print(try client.sayHello(request).trailingMetadata.wait().first(name: \"a\") ?? \"\")",
    ],
    declarations: [
      """
      final class Greeter%: Hello_V1_GreeterAsyncProvider {
        func sayHello(
          request: Hello_V1_HelloRequest, context: GRPCAsyncServerCallContext
        ) async throws -> Hello_V1_HelloReply {
          guard context.request.headers.contains(name: "user-id") else {
            throw GRPCStatus(code: .unauthenticated, message: "who?")
          }
          return Hello_V1_HelloReply()
        }

        func watch(
          request: Hello_V1_HelloRequest,
          responseStream: GRPCAsyncResponseStreamWriter<Hello_V1_HelloReply>,
          context: GRPCAsyncServerCallContext
        ) async throws {
          try await responseStream.send(Hello_V1_HelloReply())
        }

        func upload(
          requestStream: GRPCAsyncRequestStream<Hello_V1_HelloRequest>,
          context: GRPCAsyncServerCallContext
        ) async throws -> Hello_V1_HelloReply {
          for try await request in requestStream { print(request.name) }
          return Hello_V1_HelloReply()
        }

        func chat(
          requestStream: GRPCAsyncRequestStream<Hello_V1_HelloRequest>,
          responseStream: GRPCAsyncResponseStreamWriter<Hello_V1_HelloReply>,
          context: GRPCAsyncServerCallContext
        ) async throws {}
      }
      """,
      """
      func serve%(_ provider: CallHandlerProvider, on group: EventLoopGroup) throws {
        let server = try Server.insecure(group: group).withServiceProviders([provider])
          .bind(host: "localhost", port: 80).wait()
        try server.onClose.wait()
      }
      """,
      """
      func describe%(_ error: Error) -> String {
        guard let status = error as? GRPCStatus else { return "\\(error)" }
        return status.isOk ? "fine" : status.message ?? "failed"
      }
      """,
    ])
}
