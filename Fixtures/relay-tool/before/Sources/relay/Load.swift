import Foundation
import RelayAPI
import SwiftGRPC

/// Sends the lines of a file, `name=value` each.
func load(_ client: Relay_V1_RelayService, lines: [String]) throws -> Int64 {
    let call = try client.load(completion: nil)
    for line in lines {
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        try call.send(.with {
            $0.name = parts[0]
            $0.value = parts[1]
        })
    }
    return try call.closeAndReceive().count
}

/// The same without waiting for each line.
func loadFast(_ client: Relay_V1_RelayService, items: [Relay_V1_Item]) throws {
    let call = try client.load { result in
        print(result.statusCode == .ok ? "loaded" : "not loaded")
    }
    for item in items {
        try call.send(item) { error in
            if let error = error { print("\(item.name): \(error)") }
        }
    }
    call.waitForSendOperationsToFinish()
    print(try call.closeAndReceive().count)
}
