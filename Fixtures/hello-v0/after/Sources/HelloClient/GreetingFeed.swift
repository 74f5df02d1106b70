import HelloAPI
import GRPC
import Dispatch

/// Everything that streams.
public final class GreetingFeed {
    private let client: Hello_V1_GreeterNIOClient

    init(client: Hello_V1_GreeterNIOClient) {
        self.client = client
    }

    /// Returns the first `limit` greetings for `name`.
    public func latest(_ limit: Int, for name: String) throws -> [String] {
        var seen: [String] = []
        var isDone = false
        let finished = DispatchSemaphore(value: 0)
        let call = client.watch(.with { $0.name = name }) { reply in
            guard !isDone else { return }
            seen.append(reply.message)
            if seen.count == limit { isDone = true; finished.signal(); return }
        }
        call.status.whenComplete { _ in finished.signal() }
        call.status.whenSuccess { result in
            print("watching ended with \(result.code)")
        }
        finished.wait()
        call.cancel(promise: nil)
        if !isDone {
            let status = try call.status.wait()
            guard status.isOk else { throw status }
        }
        return seen
    }

    /// Sends all names and returns the one greeting for all of them.
    public func greetTogether(_ names: [String]) throws -> String {
        let call = client.upload()
        for name in names {
            call.sendMessage(.with { $0.name = name })
                .whenFailure { error in print("sending \(name) failed: \(error)") }
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
