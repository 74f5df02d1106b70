import Dispatch
import RelayAPI
import SwiftGRPC

/// Sends what is here, and gives what the relay sends back.
func sync(_ client: Relay_V1_RelayService, items: [Relay_V1_Item]) throws -> [Relay_V1_Item] {
    let call = try client.sync(completion: nil)
    for item in items { try call.send(item) }
    try call.closeSend()
    var changed: [Relay_V1_Item] = []
    while let item = try call.receive() { changed.append(item) }
    return changed
}

/// Sends and listens at the same time.
func syncAtOnce(_ client: Relay_V1_RelayService, items: [Relay_V1_Item], token: String) throws {
    let call = try client.sync(metadata: Metadata(["authorization": token])) { result in
        print("ended: \(result.statusCode)")
    }
    let finished = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        while let item = try? call.receive() { print(item.name) }
        finished.signal()
    }
    for item in items { try call.send(item) }
    call.waitForSendOperationsToFinish()
    try call.closeSend()
    finished.wait()
}

/// Answers each item with its name in capitals.
func echo(_ client: Relay_V1_RelayService) throws {
    let call = try client.sync(completion: nil)
    while let item = try call.receive() {
        try call.send(.with { $0.name = item.name.uppercased() })
    }
}
