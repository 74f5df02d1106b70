import HelloAPI
import SwiftGRPC

/// Greets without waiting, for the screens.
public final class Announcer {
    private let client: Hello_V1_GreeterService

    public init(client: Hello_V1_GreeterService) {
        self.client = client
    }

    /// Calls `done` on a queue of the library, with nil if the call failed.
    public func announce(_ name: String, done: @escaping (String?) -> Void) {
        do {
            try client.sayHello(.with { $0.name = name }) { reply, result in
                if let reply = reply {
                    done(reply.message)
                    return
                }
                print("announcing failed: \(result.statusMessage ?? "no message")")
                done(nil)
            }
        } catch {
            print("announcing did not start: \(error)")
            done(nil)
        }
    }
}
