import Foundation
import HelloAPI
import GRPC
import NIOPosix

/// Owns the connection to the greeter and hands out what talks to it.
public final class GreeterGateway {
    /// The generated client, for calls that nothing here wraps.
    public let client: Hello_V1_GreeterNIOClient

    private let userId: String

    /// Connects to a greeter on the local network, in plain text.
    public init(host: String, port: Int, userId: String) {
        self.client = Hello_V1_GreeterNIOClient(
            channel: ClientConnection.insecure(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: host, port: port),
            defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600)))
        )
        self.userId = userId
    }

    private init(client: Hello_V1_GreeterNIOClient, userId: String) {
        self.client = client
        self.userId = userId
    }

    /// Connects to the public deployment.
    public static func production(userId: String) -> GreeterGateway {
        // TLS is what the client does when it is not told otherwise.
        let client = Hello_V1_GreeterNIOClient(
            channel: ClientConnection.usingPlatformAppropriateTLS(
                for: MultiThreadedEventLoopGroup.singleton
            )
                .connect(host: "greeter.example.com", port: 443),
            defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600)))
        )
        return GreeterGateway(client: client, userId: userId)
    }

    /// Connects to the deployment that testers use.
    public static func staging(userId: String) -> GreeterGateway {
        let client = Hello_V1_GreeterNIOClient(
            channel: ClientConnection.usingPlatformAppropriateTLS(
                for: MultiThreadedEventLoopGroup.singleton
            )
                .connect(host: "staging.greeter.example.com", port: 8443),
            defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600)))
        )
        return GreeterGateway(client: client, userId: userId)
    }

    public var greetings: Greetings {
        return Greetings(client: client, metadata: CallMetadata(userId: userId, traceId: nil))
    }

    public var profiles: ProfileStore {
        return ProfileStore(client: client, reporter: ErrorReporter())
    }

    public var feed: GreetingFeed {
        return GreetingFeed(client: client)
    }
}
