import Foundation
import SwiftGRPC

/// The exit code for an error.
func exitCode(for error: Error) -> Int32 {
    switch (error as? RPCError)?.callResult?.statusCode {
    case .some(.notFound): return 2
    case .some(.unauthenticated), .some(.permissionDenied): return 3
    case .some(.unavailable): return 4
    default: return 1
    }
}

/// What is printed for an error.
func text(of error: Error) -> String {
    if case RPCError.timedOut = error { return "timed out" }
    guard let failure = error as? RPCError else { return "\(error)" }
    return failure.callResult?.statusMessage ?? "\(failure)"
}

/// Tries again while the relay is away.
func retrying<T>(_ times: Int, _ work: () throws -> T) throws -> T {
    for _ in 1..<max(times, 1) {
        do {
            return try work()
        } catch RPCError.callError(let result) where result.statusCode == .unavailable {
            continue
        }
    }
    return try work()
}
