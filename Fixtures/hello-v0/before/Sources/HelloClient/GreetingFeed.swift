import HelloAPI
import SwiftGRPC

/// Everything that streams.
public final class GreetingFeed {
    private let client: Hello_V1_GreeterServiceClient

    init(client: Hello_V1_GreeterServiceClient) {
        self.client = client
    }

    /// Returns the first `limit` greetings for `name`.
    public func latest(_ limit: Int, for name: String) throws -> [String] {
        let call = try client.watch(.with { $0.name = name }) { result in
            print("watching ended with \(result.statusCode)")
        }
        var seen: [String] = []
        while let reply = try call.receive() {
            seen.append(reply.message)
            if seen.count == limit { break }
        }
        return seen
    }

    /// Sends all names and returns the one greeting for all of them.
    public func greetTogether(_ names: [String]) throws -> String {
        let call = try client.upload(completion: nil)
        for name in names {
            try call.send(.with { $0.name = name }) { error in
                if let error = error { print("sending \(name) failed: \(error)") }
            }
        }
        call.waitForSendOperationsToFinish()
        return try call.closeAndReceive().message
    }

    /// Sends the names one by one and collects a greeting for each.
    public func converse(_ names: [String]) throws -> [String] {
        let call = try client.chat(completion: nil)
        for name in names {
            try call.send(.with { $0.name = name })
        }
        try call.closeSend()
        var replies: [String] = []
        while let reply = try call.receive() {
            replies.append(reply.message)
        }
        return replies
    }
}
