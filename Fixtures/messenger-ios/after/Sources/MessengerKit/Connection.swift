import Foundation
import MessengerAPI
import GRPC
import NIOPosix
import NIOSSL

/// Where the messenger's server is.
public struct Server {
    public var host: String
    public var port: Int
    public var isLocal: Bool

    public static let production = Server(host: "chat.example.com", port: 443, isLocal: false)
}

/// Opens one connection for each server, and keeps it.
final class Connections {
    private var channels: [String: GRPCChannel] = [:]

    func messages(at server: Server) -> Messenger_V1_MessagesNIOClient {
        if let channel = channels[server.host] {
            return Messenger_V1_MessagesNIOClient(channel: channel, defaultCallOptions: CallOptions(
                timeLimit: .timeout(.seconds(600))))
        }
        let channel = (!server.isLocal
            ? ClientConnection.usingPlatformAppropriateTLS(
                for: MultiThreadedEventLoopGroup.singleton)
            : ClientConnection.insecure(group: MultiThreadedEventLoopGroup.singleton))
            .withKeepalive(
                ClientConnectionKeepalive(interval: .seconds(60), permitWithoutCalls: true))
            .withMaximumReceiveMessageLength(8_388_608)
            .connect(host: server.host, port: server.port)
        channels[server.host] = channel
        return Messenger_V1_MessagesNIOClient(channel: channel, defaultCallOptions: CallOptions(
            timeLimit: .timeout(.seconds(600))))
    }

    func closeAll() {
        for channel in channels.values { _ = channel.close() }
        channels = [:]
    }
}

/// A client for the accounts, with a limit of its own.
func makeAccounts() -> Messenger_V1_AccountsNIOClient {
    var accounts = Messenger_V1_AccountsNIOClient(
        channel: ClientConnection.usingPlatformAppropriateTLS(
            for: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "accounts.example.com", port: 443),
        defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600))))
    accounts.defaultCallOptions.timeLimit = .timeout(.seconds(30))
    return accounts
}

/// The same on the machine at hand, for the simulator.
func makeLocalAccounts() -> Messenger_V1_AccountsNIOClient {
    Messenger_V1_AccountsNIOClient(
        channel: ClientConnection.insecure(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "localhost", port: 50051),
        defaultCallOptions: CallOptions(
            customMetadata: ["user-agent": "messenger/2"],
            timeLimit: .timeout(.seconds(600))))
}

/// A client that trusts one certificate alone.
func makePinnedAccounts(certificate: String) throws -> Messenger_V1_AccountsNIOClient {
    return try Messenger_V1_AccountsNIOClient(
        channel: ClientConnection.usingTLSBackedByNIOSSL(on: MultiThreadedEventLoopGroup.singleton)
            .withTLS(
                trustRoots: .certificates(NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))))
            .withTLS(serverHostnameOverride: "pinned.example.com")
            .connect(host: "accounts.example.com", port: 443),
        defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600))))
}
