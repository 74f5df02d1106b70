import Dispatch
import RelayAPI
import GRPC

/// Puts one item, and prints how many there are.
func put(_ client: Relay_V1_RelayClientProtocol, name: String, value: String) throws {
    let item = Relay_V1_Item.with {
        $0.name = name
        $0.value = value
    }
    let ack = try client.put(item).response.wait()
    print("\(ack.count) items")
}

/// Prints the values of all names; a name that is not there is passed over.
func get(_ client: Relay_V1_RelayClientProtocol, names: [String]) {
    for name in names {
        guard let item = try? client.get(.with { $0.name = name }).response.wait() else { continue }
        print(item.value)
    }
}

/// Asks for everything at once, and waits until all have answered.
func getAtOnce(_ client: Relay_V1_RelayClientProtocol, names: [String]) throws {
    let group = DispatchGroup()
    var calls: [UnaryCall<Relay_V1_Key, Relay_V1_Item>] = []
    for name in names {
        group.enter()
        let call = client.get(.with { $0.name = name })
        call.response.map { Optional($0) }.recover { _ in nil }.and(call.status).whenSuccess { item, result in
            if let item = item {
                print("\(name): \(item.value)")
            } else {
                print("\(name): \(result.message ?? "failed with \(result.code)")")
            }
            group.leave()
        }
        calls.append(call)
    }
    if group.wait(timeout: .now() + 5) == .timedOut {
        for call in calls { call.cancel(promise: nil) }
    }
}

/// Tells whether the relay is there.
func ping(_ client: Relay_V1_RelayClientProtocol, done: @escaping (Bool) -> Void) throws {
    client.get(Relay_V1_Key()).status.whenSuccess { result in
        done(result.code == .ok || result.code == .notFound)
    }
}

/// A value, or what is put in its place.
func value(_ client: Relay_V1_RelayClientProtocol, _ name: String, token: String) throws -> String {
    var metadata = CallOptions(customMetadata: ["authorization": token], timeLimit: .timeout(.seconds(600)))
    metadata.customMetadata.add(name: "x-name", value: name)
    return try client.get(.with { $0.name = name }, callOptions: metadata).response.wait().value
}
