import Foundation
import HelloAPI

/// Greets once, for scripts and previews that have no gateway.
public struct QuickGreeting {
    private let client: Hello_V1_GreeterClientProtocol
    private let locale: Locale

    public init(client: Hello_V1_GreeterClientProtocol, locale: Locale = .current) {
        self.client = client
        self.locale = locale
    }

    /// Returns a greeting for `name`, in the language of the user.
    public func callAsFunction(_ name: String) throws -> String {
        var request = Hello_V1_HelloRequest()
        request.name = name
        request.locale = locale.identifier
        return try client.sayHello(request).response.wait().message
    }

    /// Returns a greeting, or `fallback` if there is none to be had.
    public func greeting(for name: String, fallback: String) -> String {
        let request = Hello_V1_HelloRequest.with { $0.name = name }
        guard let reply = try? client.sayHello(request).response.wait(), !reply.message.isEmpty else {
            return fallback
        }
        return reply.message
    }
}
