import Dispatch
import RelayAPI
import GRPC

/// Sends what is here, and gives what the relay sends back.
func sync(_ client: Relay_V1_RelayClientProtocol, items: [Relay_V1_Item]) throws -> [Relay_V1_Item] {
    var changed: [Relay_V1_Item] = []
    let call = client.sync { item in changed.append(item) }
    for item in items { try call.sendMessage(item).wait() }
    try call.sendEnd().wait()
    let status = try call.status.wait()
    guard status.isOk else { throw status }
    return changed
}

/// Sends and listens at the same time.
func syncAtOnce(_ client: Relay_V1_RelayClientProtocol, items: [Relay_V1_Item], token: String) throws {
    let call = client.sync(callOptions: CallOptions(
        customMetadata: ["authorization": token],
        timeLimit: client.defaultCallOptions.timeLimit
    )) { item in
        print(item.name)
    }
    call.status.whenSuccess { result in
        print("ended: \(result.code)")
    }
    let finished = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        _ = try? call.status.wait()
        finished.signal()
    }
    for item in items { try call.sendMessage(item).wait() }
    try call.sendEnd().wait()
    finished.wait()
}

/// Answers each item with its name in capitals.
func echo(_ client: Relay_V1_RelayClientProtocol) throws {
    let call = try client.sync(completion: nil)
    while let item = try call.receive() {
        try call.send(.with { $0.name = item.name.uppercased() })
    }
}
