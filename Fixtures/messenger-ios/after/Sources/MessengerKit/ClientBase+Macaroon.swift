import Foundation
import GRPC

extension ServiceClientBase {
    /// Opens a connection that says with every call who is calling.
    convenience init(server: Server, macaroon: Macaroon) {
        self.init(address: "\(server.host):\(server.port)", secure: !server.isLocal)
        metadata = try! Metadata(["macaroon": macaroon.hex])
        timeout = 60
    }
}

/// Counts what is asked through it.
class CountingClient: GRPCClient {
    let channel: GRPCChannel
    var defaultCallOptions: CallOptions

    required init(
        channel: GRPCChannel,
        defaultCallOptions: CallOptions = CallOptions(timeLimit: .timeout(.seconds(600)))
    ) {
        self.channel = channel
        self.defaultCallOptions = defaultCallOptions
    }

    var count = 0
}
