import Foundation
import GRPC

/// What proves who is calling: sent with each call in a header.
public struct Macaroon {
    let hex: String

    init(_ bytes: Data) {
        hex = bytes.map { String(format: "%02x", $0) }.joined()
    }

    func metadata() throws -> CallOptions {
        return CallOptions(
            customMetadata: ["macaroon": hex],
            timeLimit: .timeout(.seconds(600))
        )
    }

    /// The header, with what is known of the device.
    func metadata(device: String?) throws -> CallOptions {
        var metadata = CallOptions(
            customMetadata: ["macaroon": hex, "app": "messenger"],
            timeLimit: .timeout(.seconds(600))
        )
        if let device = device {
            metadata.customMetadata.add(name: "device", value: device)
        }
        return metadata
    }
}

/// Headers that were seen once already.
final class HeaderCache {
    private var known: [String: CallOptions] = [:]

    func headers(for user: String) -> CallOptions {
        if let metadata = known[user] { return metadata }
        let metadata = CallOptions(timeLimit: .timeout(.seconds(600)))
        known[user] = metadata
        return metadata
    }

    func macaroon(of user: String) -> String? {
        return known[user]?.customMetadata.first(name: "macaroon")
    }
}
