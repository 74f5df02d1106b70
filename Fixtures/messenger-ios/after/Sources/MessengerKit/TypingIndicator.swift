import MessengerAPI
import GRPC

/// Says who is typing, and hears it of others.
final class TypingIndicator {
    private let client: Messenger_V1_MessagesClientProtocol
    private var call: BidirectionalStreamingCall<Messenger_V1_Event, Messenger_V1_Event>?

    init(client: Messenger_V1_MessagesClientProtocol) {
        self.client = client
    }

    /// Says that somebody types in all of the rooms, and gives what others said meanwhile.
    func sweep(_ rooms: [String]) throws -> [String] {
        var names: [String] = []
        let call = client.typing { event in
            names.append(event.text)
        }
        for room in rooms {
            try call.sendMessage(.with { $0.room = room }).wait()
        }
        try call.sendEnd().wait()
        let status = try call.status.wait()
        guard status.isOk else { throw status }
        return names
    }

    /// Only says, and does not listen.
    func say(_ room: String) throws {
        let call = client.typing { _ in }
        try call.sendMessage(.with { $0.room = room }).wait()
        try call.sendEnd().wait()
    }

    func leave() {
        call?.cancel(promise: nil)
    }
}
