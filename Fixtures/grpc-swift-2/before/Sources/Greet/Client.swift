import GRPCCore
import GRPCNIOTransportHTTP2

/// Greets with the third generation of the API, whose names are partly those of the first.
struct Client {
  let userID: String

  private var metadata: Metadata {
    var metadata: Metadata = ["user-id": "\(userID)"]
    metadata.addString("hello-cli", forKey: "client")
    return metadata
  }

  func greet(_ name: String, at host: String, port: Int) async throws -> String {
    try await withGRPCClient(
      transport: .http2NIOPosix(
        target: .dns(host: host, port: port), transportSecurity: .plaintext)
    ) { client in
      let greeter = Hello_V1_Greeter.Client(wrapping: client)
      do {
        return try await greeter.sayHello(.with { $0.name = name }, metadata: metadata).message
      } catch let error as RPCError where error.code == .notFound {
        return "nobody is called \(name)"
      }
    }
  }

  func code(of error: any Error) -> RPCError.Code? {
    guard let rpcError = error as? RPCError else { return nil }
    return rpcError.code
  }

  func isMissing(_ status: Status) -> Bool {
    status.code == .notFound
  }
}
