import Foundation
import MessengerAPI
import SwiftGRPC

/// Where the messenger's server is.
public struct Server {
    public var host: String
    public var port: Int
    public var isLocal: Bool

    public static let production = Server(host: "chat.example.com", port: 443, isLocal: false)
}

/// Opens one connection for each server, and keeps it.
final class Connections {
    private var channels: [String: Channel] = [:]

    func messages(at server: Server) -> Messenger_V1_MessagesServiceClient {
        if let channel = channels[server.host] {
            return Messenger_V1_MessagesServiceClient(channel: channel)
        }
        let channel = Channel(
            address: "\(server.host):\(server.port)",
            secure: !server.isLocal,
            arguments: [
                .keepAliveTime(60),
                .keepAlivePermitWithoutCalls(true),
                .maxReceiveMessageLength(8_388_608),
            ])
        channels[server.host] = channel
        return Messenger_V1_MessagesServiceClient(channel: channel)
    }

    func closeAll() {
        for channel in channels.values { channel.shutdown() }
        channels = [:]
    }
}

/// A client for the accounts, with a limit of its own.
func makeAccounts() -> Messenger_V1_AccountsServiceClient {
    let accounts = Messenger_V1_AccountsServiceClient(address: "accounts.example.com:443")
    accounts.timeout = 30
    return accounts
}

/// The same on the machine at hand, for the simulator.
func makeLocalAccounts() -> Messenger_V1_AccountsServiceClient {
    Messenger_V1_AccountsServiceClient(
        address: "localhost:50051", secure: false, arguments: [.primaryUserAgent("messenger/2")])
}

/// A client that trusts one certificate alone.
func makePinnedAccounts(certificate: String) throws -> Messenger_V1_AccountsServiceClient {
    return Messenger_V1_AccountsServiceClient(
        address: "accounts.example.com:443", certificates: certificate,
        arguments: [.sslTargetNameOverride("pinned.example.com")])
}
