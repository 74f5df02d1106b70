import Foundation

/// What a packet is filed under. Older than the relay itself, hence the plain name.
struct Metadata: Equatable {
    enum Error: Swift.Error {
        case emptyKey
    }

    private(set) var values: [String: String]

    init(_ values: [String: String] = [:]) throws {
        guard values[""] == nil else { throw Error.emptyKey }
        self.values = values
    }

    mutating func add(key: String, value: String) throws {
        guard !key.isEmpty else { throw Error.emptyKey }
        values[key] = value
    }

    subscript(key: String) -> String? {
        return values[key]
    }
}

/// What became of a packet.
enum StatusCode: Int {
    case delivered
    case refused
    case unknown
}

struct CallResult {
    let statusCode: StatusCode
    let statusMessage: String?
}

/// Why a packet was not even sent.
enum RPCError: Error {
    case tooLarge(Int)
    case callError(CallResult)

    var callResult: CallResult? {
        guard case .callError(let result) = self else { return nil }
        return result
    }
}

/// Where packets come in.
protocol Channel {
    var address: String { get }
    func receive() throws -> String?
}
