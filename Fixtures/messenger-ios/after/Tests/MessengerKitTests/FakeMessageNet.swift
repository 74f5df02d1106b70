import MessengerAPI
import GRPC

@testable import MessengerKit

/// Answers without a server.
final class FakeMessageNet: MessageNet {
    var failure: GRPCStatus?
    var sent: [String] = []

    func send(_ request: Messenger_V1_SendRequest, metadata customMetadata: CallOptions) throws -> Messenger_V1_Sent {
        if let failure = failure { throw failure }
        sent.append(request.text)
        return .with { $0.id = Int64(self.sent.count) }
    }

    func history(_ request: Messenger_V1_HistoryRequest) throws -> Messenger_V1_Page {
        throw GRPCStatus(
            code: .notFound,
            message: "no such room")
    }
}
