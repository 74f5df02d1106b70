import Foundation
import HelloAPI
import SwiftGRPC

/// Owns the connection to the greeter and hands out what talks to it.
public final class GreeterGateway {
    /// The generated client, for calls that nothing here wraps.
    public let client: Hello_V1_GreeterServiceClient

    private let userId: String

    /// Connects to a greeter on the local network, in plain text.
    public init(host: String, port: Int, userId: String) {
        self.client = Hello_V1_GreeterServiceClient(address: "\(host):\(port)", secure: false)
        self.userId = userId
    }

    private init(client: Hello_V1_GreeterServiceClient, userId: String) {
        self.client = client
        self.userId = userId
    }

    /// Connects to the public deployment.
    public static func production(userId: String) -> GreeterGateway {
        // TLS is what the client does when it is not told otherwise.
        let client = Hello_V1_GreeterServiceClient(address: "greeter.example.com:443")
        return GreeterGateway(client: client, userId: userId)
    }

    /// Connects to the deployment that testers use.
    public static func staging(userId: String) -> GreeterGateway {
        let client = Hello_V1_GreeterServiceClient(
            address: "staging.greeter.example.com:8443",
            secure: true
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
