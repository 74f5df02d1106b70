import MessengerAPI
import SwiftGRPC

/// Says who is typing, and hears it of others.
final class TypingIndicator {
    private let client: Messenger_V1_MessagesService
    private var call: Messenger_V1_MessagesTypingCall?

    init(client: Messenger_V1_MessagesService) {
        self.client = client
    }

    /// Says that somebody types in all of the rooms, and gives what others said meanwhile.
    func sweep(_ rooms: [String]) throws -> [String] {
        let call = try client.typing(completion: nil)
        for room in rooms {
            try call.send(.with { $0.room = room })
        }
        try call.closeSend()
        var names: [String] = []
        while let event = try call.receive() {
            names.append(event.text)
        }
        return names
    }

    /// Only says, and does not listen.
    func say(_ room: String) throws {
        let call = try client.typing(completion: nil)
        try call.send(.with { $0.room = room })
        try call.closeSend()
    }

    func leave() {
        call?.cancel()
    }
}
