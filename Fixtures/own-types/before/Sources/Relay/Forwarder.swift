import RelayAPI
import SwiftGRPC

/// Sends packets on. All but the client in here are the module's own types, although
/// SwiftGRPC, which is imported, has types of the same names.
final class Forwarder {
    private let client: Relay_V1_RelayServiceClient

    init(client: Relay_V1_RelayServiceClient) {
        self.client = client
    }

    func forward(_ body: String, filedUnder user: String) throws -> StatusCode {
        var metadata = try Metadata(["user-id": user])
        try metadata.add(key: "size", value: "\(body.count)")
        guard body.count < 4096 else { throw RPCError.tooLarge(body.count) }
        let receipt = try client.forward(.with { $0.body = body })
        return receipt.id == metadata["user-id"] ? .delivered : .refused
    }

    func drain(_ channel: Channel) -> [StatusCode] {
        var codes: [StatusCode] = []
        while let body = try? channel.receive() {
            codes.append((try? forward(body, filedUnder: channel.address)) ?? .unknown)
        }
        return codes
    }

    func code(of error: Error) -> StatusCode? {
        guard let rpcError = error as? RPCError else { return nil }
        guard let statusCode = rpcError.callResult?.statusCode else { return nil }
        return statusCode
    }

    func reason(of error: Error) -> String? {
        do {
            throw error
        } catch RPCError.callError(let result) where result.statusCode == .refused {
            return result.statusMessage
        } catch {
            return nil
        }
    }
}
