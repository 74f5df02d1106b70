import MessengerAPI
import GRPC

/// What the app asks of the messages' server; tests put a fake in its place.
protocol MessageNet {
    func send(_ request: Messenger_V1_SendRequest, metadata customMetadata: CallOptions) throws -> Messenger_V1_Sent
    func history(_ request: Messenger_V1_HistoryRequest) throws -> Messenger_V1_Page
}

extension Messenger_V1_MessagesNIOClient: MessageNet {
    func send(_ request: Messenger_V1_SendRequest, metadata customMetadata: CallOptions) throws -> Messenger_V1_Sent {
        try send(request, callOptions: customMetadata).response.wait()
    }

    func history(_ request: Messenger_V1_HistoryRequest) throws -> Messenger_V1_Page {
        try history(request, callOptions: defaultCallOptions).response.wait()
    }
}
