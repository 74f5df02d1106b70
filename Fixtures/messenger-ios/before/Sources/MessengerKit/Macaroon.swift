import Foundation
import SwiftGRPC

/// What proves who is calling: sent with each call in a header.
public struct Macaroon {
    let hex: String

    init(_ bytes: Data) {
        hex = bytes.map { String(format: "%02x", $0) }.joined()
    }

    func metadata() throws -> Metadata {
        return try Metadata(["macaroon": hex])
    }

    /// The header, with what is known of the device.
    func metadata(device: String?) throws -> Metadata {
        let metadata = try Metadata(["macaroon": hex, "app": "messenger"])
        if let device = device {
            try metadata.add(key: "device", value: device)
        }
        return metadata
    }
}

/// Headers that were seen once already.
final class HeaderCache {
    private var known: [String: Metadata] = [:]

    func headers(for user: String) -> Metadata {
        if let metadata = known[user] { return metadata }
        let metadata = Metadata()
        known[user] = metadata
        return metadata
    }

    func macaroon(of user: String) -> String? {
        return known[user]?["macaroon"]
    }
}
