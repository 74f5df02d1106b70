import HelloAPI
import GRPC

/// Everything that streams.
public final class GreetingFeed {
    private let client: Hello_V1_GreeterNIOClient

    init(client: Hello_V1_GreeterNIOClient) {
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
        let call = client.upload()
        for name in names {
            call.sendMessage(.with { $0.name = name }).whenFailure { error in print("sending \(name) failed: \(error)") }
        }
        call.sendEnd(promise: nil)
        return try call.response.wait().message
    }

    /// Sends the names one by one and collects a greeting for each.
    public func converse(_ names: [String]) throws -> [String] {
        var replies: [String] = []
        let call = client.chat { reply in
            replies.append(reply.message)
        }
        for name in names {
            try call.sendMessage(.with { $0.name = name }).wait()
        }
        try call.sendEnd().wait()
        let status = try call.status.wait()
        guard status.isOk else { throw status }
        return replies
    }
}
