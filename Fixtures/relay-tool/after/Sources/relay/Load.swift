import Foundation
import RelayAPI
import GRPC

/// Sends the lines of a file, `name=value` each.
func load(_ client: Relay_V1_RelayClientProtocol, lines: [String]) throws -> Int64 {
    let call = client.load()
    for line in lines {
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        try call.sendMessage(.with {
            $0.name = parts[0]
            $0.value = parts[1]
        }).wait()
    }
    call.sendEnd(promise: nil)
    return try call.response.wait().count
}

/// The same without waiting for each line.
func loadFast(_ client: Relay_V1_RelayClientProtocol, items: [Relay_V1_Item]) throws {
    let call = client.load()
    call.status.whenSuccess { result in
        print(result.code == .ok ? "loaded" : "not loaded")
    }
    for item in items {
        call.sendMessage(item).whenFailure { error in print("\(item.name): \(error)") }
    }
    call.sendEnd(promise: nil)
    print(try call.response.wait().count)
}
