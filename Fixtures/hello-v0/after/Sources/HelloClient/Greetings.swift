import HelloAPI
import GRPC

/// The calls that wait for their reply. Never call them on the main queue.
public final class Greetings {
    private let client: Hello_V1_GreeterClientProtocol
    private let metadata: CallMetadata

    init(client: Hello_V1_GreeterClientProtocol, metadata: CallMetadata) {
        self.client = client
        self.metadata = metadata
    }

    /// Greets `name` and returns the words to show.
    public func greet(_ name: String) throws -> String {
        var request = Hello_V1_HelloRequest()
        request.name = name
        let reply = try client.sayHello(request).response.wait()
        return reply.message
    }

    /// Greets `name` on behalf of the signed-in user.
    public func greetAsUser(_ name: String) throws -> String {
        let request = Hello_V1_HelloRequest.with { $0.name = name }
        let metadata = try self.metadata.forUser()
        let reply = try client.sayHello(request, callOptions: metadata).response.wait()
        return reply.message
    }

    /// Greets `name` on behalf of somebody else.
    public func greet(_ name: String, onBehalfOf userId: String) throws -> String {
        let metadata = CallOptions(
            customMetadata: ["user-id": userId],
            timeLimit: .timeout(.seconds(600))
        )
        return try client.sayHello(.with { $0.name = name }, callOptions: metadata).response.wait().message
    }

    /// Greets `name` without saying who asks.
    public func greetAnonymously(_ name: String) throws -> String {
        return try client.sayHello(.with { $0.name = name }).response.wait().message
    }

    /// Greets `name`, or returns nil if that is not possible right now.
    public func greetIfPossible(_ name: String) -> String? {
        guard let reply = try? client.sayHello(.with { $0.name = name }).response.wait() else {
            return nil
        }
        return reply.message
    }

    /// Greets each of `names` and leaves out those that failed.
    public func greetAll(_ names: [String]) -> [String] {
        return names.compactMap { name in
            try? client.sayHello(.with { $0.name = name }).response.wait().message
        }
    }

    /// Opens the connection, so that the first real call is quick.
    public func warmUp() throws {
        _ = try client.sayHello(Hello_V1_HelloRequest(), callOptions: metadata.traced()).response.wait()
    }
}
