import Foundation
import HelloAPI
import SwiftGRPC

public enum ProfileError: Error, Equatable {
    case missing(String)
    case refused(String)
}

/// Looks up profiles and remembers the ones it has seen.
public final class ProfileStore {
    private let client: Hello_V1_GreeterServiceClient
    private let reporter: ErrorReporter
    private var cache: [String: Hello_V1_Profile] = [:]

    init(client: Hello_V1_GreeterServiceClient, reporter: ErrorReporter) {
        self.client = client
        self.reporter = reporter
    }

    /// Returns the profile with this identifier.
    public func profile(_ id: String) throws -> Hello_V1_Profile {
        if let known = cache[id] { return known }
        do {
            let profile = try client.getProfile(.with { $0.id = id })
            cache[id] = profile
            return profile
        } catch RPCError.callError(let result) where result.statusCode == .notFound {
            throw ProfileError.missing(id)
        } catch RPCError.callError(let result) {
            throw ProfileError.refused(result.statusMessage ?? "no reason given")
        }
    }

    /// Returns whether the user may see the profile with this identifier.
    public func isVisible(_ id: String, to userId: String) throws -> Bool {
        let metadata = try Metadata(["user-id": userId])
        do {
            _ = try client.getProfile(.with { $0.id = id }, metadata: metadata)
            return true
        } catch let error as RPCError where error.callResult?.statusCode == .permissionDenied {
            return false
        }
    }

    /// Returns the name to show for this identifier, which may be the identifier itself.
    public func displayName(of id: String) -> String {
        if let profile = try? client.getProfile(.with { $0.id = id }), !profile.displayName.isEmpty {
            return profile.displayName
        }
        return id
    }

    /// Fetches `ids` ahead of time; stops when the server asks to be left alone.
    public func prefetch(_ ids: [String]) {
        for id in ids where cache[id] == nil {
            do {
                cache[id] = try client.getProfile(.with { $0.id = id })
            } catch {
                guard reporter.shouldRetry(error) else { return }
            }
        }
    }
}
