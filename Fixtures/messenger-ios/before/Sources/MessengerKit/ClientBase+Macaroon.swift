import Foundation
import SwiftGRPC

extension ServiceClientBase {
    /// Opens a connection that says with every call who is calling.
    convenience init(server: Server, macaroon: Macaroon) {
        self.init(address: "\(server.host):\(server.port)", secure: !server.isLocal)
        metadata = try! Metadata(["macaroon": macaroon.hex])
        timeout = 60
    }
}

/// Counts what is asked through it.
class CountingClient: ServiceClientBase {
    var count = 0
}
