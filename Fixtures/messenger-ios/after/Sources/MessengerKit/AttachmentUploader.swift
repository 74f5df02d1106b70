import MessengerAPI
import GRPC

/// Sends an attachment in pieces.
struct AttachmentUploader {
    let client: Messenger_V1_MessagesClientProtocol

    func upload(_ names: [String]) throws -> String {
        let call = client.upload()
        call.status.whenSuccess { result in
            print("uploaded: \(result.code)")
        }
        for name in names {
            try call.sendMessage(.with { $0.name = name }).wait()
        }
        call.sendEnd(promise: nil)
        let stored = try call.response.wait()
        return stored.url
    }

    func uploadQuietly(_ names: [String]) -> String? {
        let call = client.upload()
        for name in names {
            call.sendMessage(.with { $0.name = name })
                .whenFailure { error in print("\(name): \(error)") }
        }
        call.sendEnd(promise: nil)
        return try? call.response.wait().url
    }
}
