import Foundation
import HelloAPI
import GRPC

public enum ProfileError: Error, Equatable {
    case missing(String)
    case refused(String)
}

/// Looks up profiles and remembers the ones it has seen.
public final class ProfileStore {
    private let client: Hello_V1_GreeterNIOClient
    private let reporter: ErrorReporter
    private var cache: [String: Hello_V1_Profile] = [:]

    init(client: Hello_V1_GreeterNIOClient, reporter: ErrorReporter) {
        self.client = client
        self.reporter = reporter
    }

    /// Returns the profile with this identifier.
    public func profile(_ id: String) throws -> Hello_V1_Profile {
        if let known = cache[id] { return known }
        do {
            let profile = try client.getProfile(.with { $0.id = id }).response.wait()
            cache[id] = profile
            return profile
        } catch let result as GRPCStatus where result.code == .notFound {
            throw ProfileError.missing(id)
        } catch let result as GRPCStatus {
            throw ProfileError.refused(result.message ?? "no reason given")
        }
    }

    /// Returns whether the user may see the profile with this identifier.
    public func isVisible(_ id: String, to userId: String) throws -> Bool {
        let metadata = CallOptions(customMetadata: ["user-id": userId], timeLimit: .timeout(.seconds(600)))
        do {
            _ = try client.getProfile(.with { $0.id = id }, callOptions: metadata).response.wait()
            return true
        } catch let error as GRPCStatus where error.code == .permissionDenied {
            return false
        }
    }

    /// Returns the name to show for this identifier, which may be the identifier itself.
    public func displayName(of id: String) -> String {
        if let profile = try? client.getProfile(.with { $0.id = id }).response.wait(), !profile.displayName.isEmpty {
            return profile.displayName
        }
        return id
    }

    /// Fetches `ids` ahead of time; stops when the server asks to be left alone.
    public func prefetch(_ ids: [String]) {
        for id in ids where cache[id] == nil {
            do {
                cache[id] = try client.getProfile(.with { $0.id = id }).response.wait()
            } catch {
                guard reporter.shouldRetry(error) else { return }
            }
        }
    }
}
