import GRPCCore

/// Answers on the other side. `Metadata`, `RPCError` and `ServerContext` are today's.
struct Greeter: Hello_V1_Greeter.ServiceProtocol {
  func sayHello(
    request: ServerRequest<Hello_V1_HelloRequest>, context: ServerContext
  ) async throws -> ServerResponse<Hello_V1_HelloReply> {
    guard let user = request.metadata[stringValues: "user-id"].first(where: { _ in true }) else {
      let trailers: Metadata = ["www-authenticate": "Bearer"]
      throw RPCError(code: .unauthenticated, message: "no user", metadata: trailers)
    }
    return ServerResponse(message: .with { $0.message = "Hello \(request.message.name), \(user)" })
  }
}
