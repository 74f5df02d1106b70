import MessengerAPI
import SwiftGRPC

/// What the app asks of the messages' server; tests put a fake in its place.
protocol MessageNet {
    func send(_ request: Messenger_V1_SendRequest, metadata customMetadata: Metadata) throws -> Messenger_V1_Sent
    func history(_ request: Messenger_V1_HistoryRequest) throws -> Messenger_V1_Page
}

extension Messenger_V1_MessagesServiceClient: MessageNet {}
