import Dispatch
import Foundation
import RelayAPI
import GRPC

/// Prints what changes until the server has no more.
func tail(_ client: Relay_V1_RelayClientProtocol, name: String) throws {
    let call = client.tail(.with { $0.name = name }) { item in
        print("\(item.name) = \(item.value)")
    }
    call.status.whenSuccess { result in
        print("-- \(result.code)")
    }
    let status = try call.status.wait()
    guard status.isOk else { throw status }
}

/// Counts the changes that are there.
func count(_ client: Relay_V1_RelayClientProtocol, name: String) throws -> Int {
    var count = 0
    let call = client.tail(.with { $0.name = name }) { item in
        count += item.value.isEmpty ? 0 : 1
    }
    let status = try call.status.wait()
    guard status.isOk else { throw status }
    return count
}

/// Gathers the changes without minding how it ends.
func gather(_ client: Relay_V1_RelayClientProtocol, name: String) -> [String] {
    var values: [String] = []
    let call = client.tail(.with { $0.name = name }) { item in
        values.append(item.value)
    }
    _ = try? call.status.wait()
    return values
}

/// Prints the first changes alone.
func head(_ client: Relay_V1_RelayClientProtocol, name: String, limit: Int) throws {
    var left = limit
    var isDone = false
    let finished = DispatchSemaphore(value: 0)
    let call = client.tail(.with { $0.name = name }) { item in
        guard !isDone else { return }
        print(item.value)
        left -= 1
        if left == 0 { isDone = true; finished.signal(); return }
    }
    call.status.whenComplete { _ in finished.signal() }
    finished.wait()
    call.cancel(promise: nil)
    if !isDone {
        let status = try call.status.wait()
        guard status.isOk else { throw status }
    }
    call.cancel(promise: nil)
}

/// Prints changes as they come, on a queue of its own.
final class Follower {
    private let client: Relay_V1_RelayClientProtocol
    private var call: ServerStreamingCall<Relay_V1_Key, Relay_V1_Item>?
    private var last = ""

    init(_ client: Relay_V1_RelayClientProtocol) {
        self.client = client
    }

    func follow(_ name: String) throws {
        let call = client.tail(.with { $0.name = name }) { [self] item in
            last = item.value
        }
        call.status.whenSuccess { self.ended($0) }
        self.call = call
        DispatchQueue.global().async { [self] in
            _ = try? call.status.wait()
        }
    }

    private func ended(_ result: GRPCStatus) {
        if !result.isOk { print(result.message ?? "lost") }
    }

    func stop() { call?.cancel(promise: nil) }
}
