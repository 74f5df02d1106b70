import Dispatch
import MessengerAPI
import GRPC

/// Hears what others write.
final class EventFeed {
    private let client: Messenger_V1_MessagesClientProtocol
    private var call: ServerStreamingCall<Messenger_V1_HistoryRequest, Messenger_V1_Event>?
    private var seen = 0

    init(client: Messenger_V1_MessagesClientProtocol) {
        self.client = client
    }

    /// Tells of each event on a queue of its own, until `stop()`.
    func start(room: String, each: @escaping (String) -> Void, ended: @escaping (GRPCStatus.Code) -> Void) throws {
        let request = Messenger_V1_HistoryRequest.with { $0.room = room }
        let call = client.subscribe(request) { event in
            each(event.text)
        }
        call.status.whenSuccess { result in
            ended(result.code)
        }
        self.call = call
        DispatchQueue.global().async {
            _ = try? call.status.wait()
        }
    }

    func stop() {
        call?.cancel(promise: nil)
    }

    /// Reads everything that is there, and waits for it.
    func all(in room: String) throws -> [String] {
        var texts: [String] = []
        let call = client.subscribe(.with { $0.room = room }) { [self] event in
            // Events without a text say that somebody came or went.
            guard !event.text.isEmpty else { return }
            texts.append(event.text)
            seen += 1
        }
        let status = try call.status.wait()
        guard status.isOk else { throw status }
        return texts
    }

    /// Reads the first event alone.
    func first(in room: String) throws -> String? {
        let call = try client.subscribe(.with { $0.room = room }, completion: nil)
        return try call.receive()?.text
    }
}
