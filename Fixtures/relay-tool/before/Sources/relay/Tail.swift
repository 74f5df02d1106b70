import Dispatch
import Foundation
import RelayAPI
import SwiftGRPC

/// Prints what changes until the server has no more.
func tail(_ client: Relay_V1_RelayService, name: String) throws {
    let call = try client.tail(.with { $0.name = name }) { result in
        print("-- \(result.statusCode)")
    }
    while let item = try call.receive() {
        print("\(item.name) = \(item.value)")
    }
}

/// Counts the changes that are there.
func count(_ client: Relay_V1_RelayService, name: String) throws -> Int {
    let call = try client.tail(.with { $0.name = name }, completion: nil)
    var count = 0
    while true {
        guard let item = try call.receive() else { break }
        count += item.value.isEmpty ? 0 : 1
    }
    return count
}

/// Gathers the changes without minding how it ends.
func gather(_ client: Relay_V1_RelayService, name: String) -> [String] {
    var values: [String] = []
    guard let call = try? client.tail(.with { $0.name = name }, completion: nil) else { return values }
    while let item = try? call.receive() {
        values.append(item.value)
    }
    return values
}

/// Prints the first changes alone.
func head(_ client: Relay_V1_RelayService, name: String, limit: Int) throws {
    var left = limit
    let call = try client.tail(.with { $0.name = name }, completion: nil)
    while let item = try call.receive() {
        print(item.value)
        left -= 1
        if left == 0 { break }
    }
    call.cancel()
}

/// Prints changes as they come, on a queue of its own.
final class Follower {
    private let client: Relay_V1_RelayService
    private var call: Relay_V1_RelayTailCall?
    private var last = ""

    init(_ client: Relay_V1_RelayService) {
        self.client = client
    }

    func follow(_ name: String) throws {
        let call = try client.tail(.with { $0.name = name }, completion: ended)
        self.call = call
        DispatchQueue.global().async { [self] in
            while let item = try? call.receive() {
                last = item.value
            }
        }
    }

    private func ended(_ result: CallResult) {
        if !result.success { print(result.statusMessage ?? "lost") }
    }

    func stop() { call?.cancel() }
}
