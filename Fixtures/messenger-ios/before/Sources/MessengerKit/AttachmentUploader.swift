import MessengerAPI
import SwiftGRPC

/// Sends an attachment in pieces.
struct AttachmentUploader {
    let client: Messenger_V1_MessagesService

    func upload(_ names: [String]) throws -> String {
        let call = try client.upload { result in
            print("uploaded: \(result.statusCode)")
        }
        for name in names {
            try call.send(.with { $0.name = name })
        }
        call.waitForSendOperationsToFinish()
        let stored = try call.closeAndReceive()
        return stored.url
    }

    func uploadQuietly(_ names: [String]) -> String? {
        guard let call = try? client.upload(completion: nil) else { return nil }
        for name in names {
            try? call.send(.with { $0.name = name }) { error in
                if let error = error { print("\(name): \(error)") }
            }
        }
        return try? call.closeAndReceive().url
    }
}
