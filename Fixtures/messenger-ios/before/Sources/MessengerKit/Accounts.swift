import MessengerAPI
import SwiftGRPC

typealias SignIn = (Messenger_V1_Credentials) throws -> Messenger_V1_Session

/// Who is signed in.
final class Accounts {
    private let client: Messenger_V1_AccountsServiceClient
    private(set) var token: String?

    init(client: Messenger_V1_AccountsServiceClient = makeAccounts()) {
        self.client = client
    }

    func signIn(user: String, password: String) throws {
        let credentials = Messenger_V1_Credentials.with {
            $0.user = user
            $0.password = password
        }
        token = try client.signIn(credentials).token
    }

    func isKnown(_ user: String) -> Bool {
        guard let session = try? client.signIn(.with { $0.user = user }, metadata: Metadata()) else { return false }
        return !session.token.isEmpty
    }

    func greeting(_ user: String) -> String {
        let session = try? client.signIn(.with { $0.user = user })
        return "Hello \(session?.token ?? user)"
    }

    /// For those who sign in by themselves.
    func signer() -> SignIn {
        return client.signIn
    }
}
