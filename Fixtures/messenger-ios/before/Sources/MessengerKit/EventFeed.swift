import Dispatch
import MessengerAPI
import SwiftGRPC

/// Hears what others write.
final class EventFeed {
    private let client: Messenger_V1_MessagesService
    private var call: Messenger_V1_MessagesSubscribeCall?
    private var seen = 0

    init(client: Messenger_V1_MessagesService) {
        self.client = client
    }

    /// Tells of each event on a queue of its own, until `stop()`.
    func start(room: String, each: @escaping (String) -> Void, ended: @escaping (StatusCode) -> Void) throws {
        let request = Messenger_V1_HistoryRequest.with { $0.room = room }
        let call = try client.subscribe(request) { result in
            ended(result.statusCode)
        }
        self.call = call
        DispatchQueue.global().async {
            while let event = try? call.receive() {
                each(event.text)
            }
        }
    }

    func stop() {
        call?.cancel()
    }

    /// Reads everything that is there, and waits for it.
    func all(in room: String) throws -> [String] {
        var texts: [String] = []
        let call = try client.subscribe(.with { $0.room = room }, completion: nil)
        while let event = try call.receive() {
            // Events without a text say that somebody came or went.
            guard !event.text.isEmpty else { continue }
            texts.append(event.text)
            seen += 1
        }
        return texts
    }

    /// Reads the first event alone.
    func first(in room: String) throws -> String? {
        let call = try client.subscribe(.with { $0.room = room }, completion: nil)
        return try call.receive()?.text
    }
}
