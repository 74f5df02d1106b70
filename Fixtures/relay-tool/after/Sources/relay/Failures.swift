import Foundation
import GRPC

/// The exit code for an error.
func exitCode(for error: Error) -> Int32 {
    switch (error as? GRPCStatus)?.code {
    case .some(.notFound): return 2
    case .some(.unauthenticated), .some(.permissionDenied): return 3
    case .some(.unavailable): return 4
    default: return 1
    }
}

/// What is printed for an error.
func text(of error: Error) -> String {
    if case is GRPCError.RPCTimedOut = error { return "timed out" }
    guard let failure = error as? GRPCStatus else { return "\(error)" }
    return failure.message ?? "\(failure)"
}

/// Tries again while the relay is away.
func retrying<T>(_ times: Int, _ work: () throws -> T) throws -> T {
    for _ in 1..<max(times, 1) {
        do {
            return try work()
        } catch let result as GRPCStatus where result.code == .unavailable {
            continue
        }
    }
    return try work()
}
