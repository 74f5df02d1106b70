import MoultSemantics
import Testing

/// The shapes of real code that use v0 and do not look like it (A of the list of idioms).
struct OldShapes {
  @Test func `the function of the article`() throws {
    try expectTypes(
      """
      import SwiftGRPC
      private func getStatusCode(_ error: Error) -> StatusCode? {
        guard let rpcError = «error as? RPCError» else { return nil }
        guard let statusCode = «rpcError.callResult?.statusCode» else { return nil }
        return «statusCode»
      }
      """, "RPCError?", "StatusCode?", "StatusCode")
  }

  @Test func `a file without an import uses generated names`() throws {
    try expectSymbols(
      """
      func run() throws {
        let client = «Hello_V1_GreeterServiceClient(address: "0.0.0.0:1", secure: false)»
        print(try «««client.sayHello»(Hello_V1_HelloRequest())».message»)
      }
      """, "SwiftGRPC.ServiceClientBase.init(address:secure:arguments:)",
      "App.Hello_V1_HelloReply.message", "App.Hello_V1_GreeterService.sayHello(_:)",
      "App.Hello_V1_GreeterService.sayHello(_:)", others: generatedV0)
  }

  @Test func `a generated client that lives in another module`() throws {
    let acme = generatedV0.reduce(into: [String: String]()) {
      $0["AcmeProtos/" + $1.key] = $1.value
    }
    try expectTypes(
      """
      import AcmeProtos
      let c = Hello_V1_GreeterServiceClient(address: "0.0.0.0:1", secure: false)
      print(«try c.sayHello(Hello_V1_HelloRequest())», «try c.sayHello(.init()).message»)
      """, "Hello_V1_HelloReply", "String", others: acme)
  }

  @Test func `an error caught by the pattern of its case`() throws {
    try expectTypes(
      """
      import SwiftGRPC
      func run() {
        do { try ping() }
        catch RPCError.callError(let r) where «r.statusCode» == .notFound { use(«r») }
        catch { use(«error») }
      }
      """, "StatusCode", "CallResult", "Error")
  }

  @Test func `a case bound by guard case let`() throws {
    try expectTypes(
      """
      import SwiftGRPC
      func run(e: Error) {
        guard case let .callError(r) = e as! RPCError else { return }
        use(«r»)
        check(.unknown, «(e as! RPCError).callResult!.statusCode»)
        switch «(e as? RPCError)?.callResult?.statusCode» { case .notFound: break; default: break }
        if let s = (e as? SwiftGRPC.RPCError)?.callResult { use(«s») }
      }
      """, "CallResult", "StatusCode", "StatusCode?", "CallResult")
  }

  @Test func `the cases in a switch over an optional status code`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      func run(e: Error) {
        switch (e as? RPCError)?.callResult?.statusCode {
        case «.notFound»: break
        case «.some(.aborted)»: break
        case «.none»: break
        default: break
        }
      }
      """, "SwiftGRPC.StatusCode.notFound", "Swift.Optional.some", "Swift.Optional.none")
  }

  @Test func `a trailing closure takes its parameter from the callee`() throws {
    try expectTypes(
      """
      func run(svc: Hello_V1_GreeterServiceClient, req: Hello_V1_HelloRequest) throws {
        let call = try svc.watch(req, completion: { r in
          «r.statusCode» == .ok || r.statusCode == .cancelled ? done() : fail(«r.statusMessage!») })
        while let m = try «call.receive()» { use(«m») }
        while let m = «try? call.receive()» { use(«m») }
        try svc.sayHello(req) { statusCode, callResult in
          use(«statusCode», «callResult.statusCode», «$0»)
        }
        try svc.watch(req) { use(«$0.trailingMetadata») }
      }
      """, "StatusCode", "String", "Hello_V1_HelloReply?", "Hello_V1_HelloReply",
      "Hello_V1_HelloReply?", "Hello_V1_HelloReply", "Hello_V1_HelloReply?", "StatusCode", "_",
      "Metadata?", others: generatedV0)
  }

  @Test func `the implicit members that results are compared with`() throws {
    try expectSymbols(
      """
      func run(svc: Hello_V1_GreeterServiceClient) throws {
        try svc.watch(.init(), completion: { r in
          r.statusCode == «.ok» || «.cancelled» != r.statusCode })
      }
      """, "SwiftGRPC.StatusCode.ok", "SwiftGRPC.StatusCode.cancelled", others: generatedV0)
  }

  @Test func `the call itself is the old API, through properties`() throws {
    try expectSymbols(
      """
      final class Service {
        let service = Hello_V1_GreeterServiceClient(address: "a", secure: false)
        lazy var other: Hello_V1_GreeterService = service
        func run(_ req: Hello_V1_HelloRequest) throws {
          let x = try «service.sayHello(req)»
          guard let y = try? «other.sayHello(req)» else { return }
          _ = try «self.service.sayHello(req, metadata: Metadata())»
        }
        func value() -> (Hello_V1_HelloRequest) throws -> Hello_V1_HelloReply {
          return «service.sayHello»
        }
      }
      """, "App.Hello_V1_GreeterService.sayHello(_:)", "App.Hello_V1_GreeterService.sayHello(_:)",
      "App.Hello_V1_GreeterServiceClient.sayHello(_:metadata:)",
      "App.Hello_V1_GreeterService.sayHello(_:)", others: generatedV0)
  }

  @Test func `facades and fakes that repeat generated signatures`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      protocol PingNet {
        func ping(_ r: Request, metadata customMetadata: «Metadata») throws -> Response
      }
      final class FakeNet: PingNet {
        func ping(_ r: Request, metadata customMetadata: Metadata) throws -> Response {
          throw «RPCError.callError(«CallResult(
            success: false, statusCode: «.notFound», statusMessage: nil, resultData: nil,
            initialMetadata: nil, trailingMetadata: nil)»)»
        }
      }
      """, "SwiftGRPC.Metadata", "SwiftGRPC.RPCError.callError",
      "SwiftGRPC.CallResult.init(success:statusCode:statusMessage:resultData:initialMetadata:trailingMetadata:)",
      "SwiftGRPC.StatusCode.notFound")
  }

  @Test func `extensions and subclasses of runtime types`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      extension ServiceClientBase {
        convenience init(cfg: Config) {
          «self.init(address: cfg.address, secure: false)»
          «metadata» = try! «Metadata(["k": cfg.value])»
          «timeout» = 60
        }
      }
      open class Session: ServiceClientBase {
        func run() { «channel».shutdown(); «metadata».add(key: "a", value: "b") }
      }
      """, "SwiftGRPC.ServiceClientBase.init(address:secure:arguments:)",
      "SwiftGRPC.ServiceClientBase.metadata", "SwiftGRPC.Metadata.init(_:)",
      "SwiftGRPC.ServiceClientBase.timeout", "SwiftGRPC.ServiceClientBase.channel",
      "SwiftGRPC.ServiceClientBase.metadata")
  }

  @Test func `old types inside the application's own types`() throws {
    try expectTypes(
      """
      import SwiftGRPC
      enum Failure: Error { case failed(statusCode: StatusCode, message: String) }
      struct Box<T> { var result: Result<T?, RPCError>; var channels: [Int: Channel] }
      func run(box: Box<Int>, f: Failure, arguments: [SwiftGRPC.Channel.Argument]) {
        switch box.result { case .success(let value): use(«value»); case .failure(let e): use(«e») }
        for (id, channel) in box.channels { use(«id», «channel») }
        if case .failed(let code, let message) = f { use(«code», «message») }
        use(«box.channels[1]»)
        for argument in arguments { use(«argument») }
      }
      """, "Int?", "RPCError", "Int", "Channel", "StatusCode", "String", "Channel?",
      "Channel.Argument")
  }

  @Test func `a result or an error`() throws {
    try expectTypes(
      """
      import SwiftGRPC
      func run(r: ResultOrRPCError<Reply?>, done: (Int?, CallResult) -> Void) {
        switch r { case .result(let value): use(«value»); case .error(let e): use(«e.callResult») }
        use(«r.result», «r.error»)
        use(«done»)
      }
      struct Reply {}
      """, "Reply?", "CallResult?", "Reply??", "RPCError?", "(Int?, CallResult) -> Void")
  }
}

/// Shapes that look like v0 and are not (B of the list of idioms).
struct InnocentShapes {
  @Test func `the project's own type of the name wins, in whatever file`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      func f(_ a: «RPCError», b: «SwiftGRPC.RPCError», c: «Channel», d: «CallResult») {
        «Channel.self».go()
      }
      """, "App.RPCError", "SwiftGRPC.RPCError", "App.Channel", "App.CallResult", nil,
      others: [
        "own.swift": """
        struct RPCError: Error { var code: Int }
        protocol Channel {}
        struct CallResult {}
        """
      ])
  }

  @Test func `a private type of another file does not hide what is imported`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      func f(_ a: «Metadata») {}
      """, "SwiftGRPC.Metadata", others: ["own.swift": "private struct Metadata {}"])
  }

  @Test func `a name is nobody's without any import in the module`() throws {
    try expectSymbols(
      """
      func f(_ a: «RPCError», _ b: «Metadata», _ c: «StatusCode») { «a.callResult» }
      """, nil, nil, nil, nil)
  }

  @Test func `a type seen through another file's import is uncertain`() throws {
    let subject = try Subject(
      "func f(_ a: «RPCError») {}", others: ["other.swift": "import SwiftGRPC"])
    let node = subject.nodes[0]
    #expect(subject.semantics.symbol(of: node)?.qualifiedName == "SwiftGRPC.RPCError")
    #expect(!subject.semantics.isCertain(node))
    #expect(subject.semantics.evidence(for: node).first == "'import SwiftGRPC' in other.swift:1")
  }

  @Test func `an alias left over from a migration stands for the new type`() throws {
    let subject = try Subject(
      """
      import GRPC
      typealias Channel = GRPC.GRPCChannel
      func f(_ c: «Channel») { use(«c») }
      """)
    #expect(subject.semantics.symbol(of: subject.nodes[0])?.qualifiedName == "App.Channel")
    #expect(describe(subject.semantics.type(of: subject.nodes[1])) == "GRPCChannel")
  }

  @Test func `a generic parameter and a nested type hide what is imported`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      struct Box<Channel> {
        var c: «Channel»
        struct Metadata {}
        func f(_ m: «Metadata») -> «Call» { fatalError() }
        enum Call {}
      }
      func g<Server>(_ s: «Server») {}
      """, "App.Box.Channel", "App.Box.Metadata", "App.Box.Call", "App.g(_:).Server")
  }

  @Test func `names in other modules of the project do not leak`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      func f(_ m: «Metadata») {}
      """, "SwiftGRPC.Metadata", others: ["Other/own.swift": "public struct Metadata {}"])
  }

  @Test func `a local variable hides a member and a global`() throws {
    try expectTypes(
      """
      import SwiftGRPC
      class C: ServiceClientBase {
        func f() { let metadata = 1; use(«metadata»); if let channel = Int("1") { use(«channel») } }
        func g(timeout: String) { use(«timeout»); use(«metadata») }
      }
      """, "Int", "Int", "String", "Metadata")
  }

  @Test func `two imports that both declare the name leave it open`() throws {
    let subject = try Subject(
      """
      import SwiftGRPC
      import NIOCore
      func f(_ c: «Channel») {}
      """)
    #expect(subject.semantics.symbol(of: subject.nodes[0]) == nil)
    #expect(subject.semantics.candidates(of: subject.nodes[0]).count == 2)
  }

  @Test func `the project's module wins over the interface of the same name`() throws {
    try expectSymbols(
      """
      import SwiftGRPC
      func f(_ m: «Metadata», _ c: «CallResult») {}
      """, "SwiftGRPC.Metadata", nil,
      others: ["SwiftGRPC/own.swift": "public struct Metadata {}"])
  }
}
