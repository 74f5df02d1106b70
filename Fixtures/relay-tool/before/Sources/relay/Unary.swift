import Dispatch
import RelayAPI
import SwiftGRPC

/// Puts one item, and prints how many there are.
func put(_ client: Relay_V1_RelayService, name: String, value: String) throws {
    let item = Relay_V1_Item.with {
        $0.name = name
        $0.value = value
    }
    let ack = try client.put(item)
    print("\(ack.count) items")
}

/// Prints the values of all names; a name that is not there is passed over.
func get(_ client: Relay_V1_RelayService, names: [String]) {
    for name in names {
        guard let item = try? client.get(.with { $0.name = name }) else { continue }
        print(item.value)
    }
}

/// Asks for everything at once, and waits until all have answered.
func getAtOnce(_ client: Relay_V1_RelayService, names: [String]) throws {
    let group = DispatchGroup()
    var calls: [Relay_V1_RelayGetCall] = []
    for name in names {
        group.enter()
        let call = try client.get(.with { $0.name = name }) { item, result in
            if let item = item {
                print("\(name): \(item.value)")
            } else {
                print("\(name): \(result.statusMessage ?? "failed with \(result.statusCode)")")
            }
            group.leave()
        }
        calls.append(call)
    }
    if group.wait(timeout: .now() + 5) == .timedOut {
        for call in calls { call.cancel() }
    }
}

/// Tells whether the relay is there.
func ping(_ client: Relay_V1_RelayService, done: @escaping (Bool) -> Void) throws {
    try client.get(Relay_V1_Key()) { _, result in done(result.statusCode == .ok || result.statusCode == .notFound) }
}

/// A value, or what is put in its place.
func value(_ client: Relay_V1_RelayService, _ name: String, token: String) throws -> String {
    let metadata = try Metadata(["authorization": token])
    try metadata.add(key: "x-name", value: name)
    return try client.get(.with { $0.name = name }, metadata: metadata).value
}
