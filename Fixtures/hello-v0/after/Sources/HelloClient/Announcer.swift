import HelloAPI
import GRPC

/// Greets without waiting, for the screens.
public final class Announcer {
    private let client: Hello_V1_GreeterClientProtocol

    public init(client: Hello_V1_GreeterClientProtocol) {
        self.client = client
    }

    /// Calls `done` on a queue of the library, with nil if the call failed.
    public func announce(_ name: String, done: @escaping (String?) -> Void) {
        do {
            let call = client.sayHello(.with { $0.name = name })
            call.response.map { Optional($0) }
                .recover { _ in nil }
                .and(call.status)
                .whenSuccess { reply, result in
                    if let reply = reply {
                        done(reply.message)
                        return
                    }
                    print("announcing failed: \(result.message ?? "no message")")
                    done(nil)
                }
        } catch {
            print("announcing did not start: \(error)")
            done(nil)
        }
    }
}
