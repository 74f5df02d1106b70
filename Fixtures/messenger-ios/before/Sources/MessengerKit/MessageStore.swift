import Foundation
import MessengerAPI
import SwiftGRPC

/// Sends messages and keeps what was sent.
final class MessageStore {
    private let client: Messenger_V1_MessagesServiceClient
    private let macaroon: Macaroon
    private var sending: Messenger_V1_MessagesSendCall?
    private var sent: [Int64: String] = [:]

    init(client: Messenger_V1_MessagesServiceClient, macaroon: Macaroon) {
        self.client = client
        self.macaroon = macaroon
    }

    /// Sends a text, and tells its number or what went wrong.
    func send(_ text: String, to room: String, done: @escaping (Result<Int64, MessageError>) -> Void) {
        let request = Messenger_V1_SendRequest.with {
            $0.room = room
            $0.text = text
        }
        do {
            sending = try client.send(request, metadata: macaroon.metadata()) { [weak self] reply, result in
                guard let reply = reply, result.statusCode == .ok else {
                    done(.failure(MessageError(code: result.statusCode, message: result.statusMessage)))
                    return
                }
                self?.sent[reply.id] = text
                done(.success(reply.id))
            }
        } catch {
            done(.failure(MessageError(error)))
        }
    }

    func cancel() {
        sending?.cancel()
        sending = nil
    }

    /// Loads the newest messages; nobody hears of a failure.
    func refresh(room: String, show: @escaping ([String]) -> Void) {
        let request = Messenger_V1_HistoryRequest.with { $0.room = room }
        _ = try? client.history(request) { page, _ in
            guard let page = page else { return }
            show(page.texts)
        }
    }

    /// Asks whether the room is there.
    func check(room: String, done: @escaping (Bool) -> Void) throws {
        try client.history(.with { $0.room = room }) { _, result in
            done(result.success)
        }
    }

    func load(room: String) throws {
        try client.history(.with { $0.room = room }, completion: loaded)
    }

    private func loaded(_ page: Messenger_V1_Page?, _ result: CallResult) {
        for (number, text) in (page?.texts ?? []).enumerated() { sent[Int64(number)] = text }
        if !result.success { print(result.statusMessage ?? "no message") }
    }
}
