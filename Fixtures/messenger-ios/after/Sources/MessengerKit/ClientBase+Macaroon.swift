import Foundation
import GRPC

extension ServiceClientBase {
    /// Opens a connection that says with every call who is calling.
    convenience init(server: Server, macaroon: Macaroon) {
        self.init(address: "\(server.host):\(server.port)", secure: !server.isLocal)
        defaultCallOptions.customMetadata = ["macaroon": macaroon.hex]
        defaultCallOptions.timeLimit = .timeout(.seconds(60))
    }
}

/// Counts what is asked through it.
class CountingClient: ServiceClientBase {
    var count = 0
}
