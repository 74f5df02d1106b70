import Foundation
import RelayAPI
import SwiftGRPC

/// Opens the connection that the command line asks for.
func makeClient(_ options: Options) throws -> Relay_V1_RelayServiceClient {
    let client = Relay_V1_RelayServiceClient(
        address: "\(host(of: options)):\(port(of: options))", secure: options.isSecure,
        arguments: [.keepAliveTime(30), .keepAliveTimeout(5), .reconnectBackoffMax(8), .enableCensus(false)])
    client.timeout = options.seconds
    if let token = options.token {
        client.metadata = try Metadata(["authorization": "Bearer \(token)"])
    }
    return client
}

/// A client of the relay next door, which never changes.
let neighbour = Relay_V1_RelayServiceClient(address: "relay.example.com:443")

func host(of options: Options) -> String {
    return String(options.address.split(separator: ":").first ?? "localhost")
}

func port(of options: Options) -> Int {
    return Int(options.address.split(separator: ":").last ?? "") ?? 7070
}
