import Foundation
import RelayAPI
import GRPC
import NIOPosix

/// Opens the connection that the command line asks for.
func makeClient(_ options: Options) throws -> Relay_V1_RelayNIOClient {
    var client = Relay_V1_RelayNIOClient(
        channel: (options.isSecure
            ? ClientConnection.usingPlatformAppropriateTLS(for: MultiThreadedEventLoopGroup.singleton)
            : ClientConnection.insecure(group: MultiThreadedEventLoopGroup.singleton))
            .withKeepalive(ClientConnectionKeepalive(interval: .seconds(30), timeout: .seconds(5)))
            .withConnectionBackoff(maximum: .seconds(8))
            .connect(host: host(of: options), port: port(of: options)),
        defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600))))
    client.defaultCallOptions.timeLimit = .timeout(.nanoseconds(Int64(min(options.seconds, 1_000_000_000) * 1_000_000_000)))
    if let token = options.token {
        client.defaultCallOptions.customMetadata = ["authorization": "Bearer \(token)"]
    }
    return client
}

/// A client of the relay next door, which never changes.
let neighbour = Relay_V1_RelayNIOClient(
    channel: ClientConnection.usingPlatformAppropriateTLS(for: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "relay.example.com", port: 443),
    defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600))))

func host(of options: Options) -> String {
    return String(options.address.split(separator: ":").first ?? "localhost")
}

func port(of options: Options) -> Int {
    return Int(options.address.split(separator: ":").last ?? "") ?? 7070
}
