import Foundation

/// What happened in this session, for the diagnostics screen.
///
/// `StatusCode` and `Metadata` in here are the journal's own: they are written to disk and have
/// nothing to do with the status codes and the metadata of a call.
public struct Journal: Codable {
    public enum StatusCode: String, Codable {
        case ok
        case failed
        case skipped
    }

    public struct Metadata: Codable, Equatable {
        public var device: String
        public var startedAt: Date

        public init(device: String, startedAt: Date) {
            self.device = device
            self.startedAt = startedAt
        }
    }

    public struct Entry: Codable {
        public let title: String
        public let status: StatusCode
    }

    public let metadata: Metadata
    public private(set) var entries: [Entry] = []

    public init(metadata: Metadata) {
        self.metadata = metadata
    }

    public mutating func add(_ title: String, status: StatusCode = .ok) {
        entries.append(Entry(title: title, status: status))
    }

    public func count(of status: StatusCode) -> Int {
        return entries.filter { $0.status == status }.count
    }

    /// The columns of the exported table, as the support team knows them.
    public static let columns = ["StatusCode", "Metadata", "RPCError.callError", "import SwiftGRPC"]

    static func fresh(on device: String) -> Journal {
        let metadata = Metadata(device: device, startedAt: Date())
        return Journal(metadata: metadata)
    }
}

/*
 The first version kept the status of the call itself:

     let code: StatusCode = (error as? RPCError)?.callResult?.statusCode ?? .unknown

 That tied the file format to a library.
 */
