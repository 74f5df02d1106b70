import Foundation
import MessengerAPI
import GRPC

/// Sends messages and keeps what was sent.
final class MessageStore {
    private let client: Messenger_V1_MessagesNIOClient
    private let macaroon: Macaroon
    private var sending: UnaryCall<Messenger_V1_SendRequest, Messenger_V1_Sent>?
    private var sent: [Int64: String] = [:]

    init(client: Messenger_V1_MessagesNIOClient, macaroon: Macaroon) {
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
            let call = try client.send(request, callOptions: macaroon.metadata())
            call.response.map { Optional($0) }
                .recover { _ in nil }
                .and(call.status)
                .whenSuccess { [weak self] reply, result in
                    guard let reply = reply, result.code == .ok else {
                        done(.failure(MessageError(code: result.code, message: result.message)))
                        return
                    }
                    self?.sent[reply.id] = text
                    done(.success(reply.id))
                }
            sending = call
        } catch {
            done(.failure(MessageError(error)))
        }
    }

    func cancel() {
        sending?.cancel(promise: nil)
        sending = nil
    }

    /// Loads the newest messages; nobody hears of a failure.
    func refresh(room: String, show: @escaping ([String]) -> Void) {
        let request = Messenger_V1_HistoryRequest.with { $0.room = room }
        client.history(request).response.whenComplete { response in
            let page = try? response.get()
            guard let page = page else { return }
            show(page.texts)
        }
    }

    /// Asks whether the room is there.
    func check(room: String, done: @escaping (Bool) -> Void) throws {
        client.history(.with { $0.room = room }).status.whenSuccess { result in
            done(result.isOk)
        }
    }

    func load(room: String) throws {
        let call = client.history(.with { $0.room = room }, callOptions: nil)
        call.response.map { Optional($0) }.recover { _ in nil }.and(call.status).whenSuccess { self.loaded($0, $1) }
    }

    private func loaded(_ page: Messenger_V1_Page?, _ result: GRPCStatus) {
        for (number, text) in (page?.texts ?? []).enumerated() { sent[Int64(number)] = text }
        if !result.isOk { print(result.message ?? "no message") }
    }
}
