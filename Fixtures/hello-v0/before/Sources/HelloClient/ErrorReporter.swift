import Foundation
import SwiftGRPC

/// What the screens are told about a call that failed.
public enum GreetingError: Error, Equatable {
    case offline
    case signedOut
    case failed(code: StatusCode, reason: String)
}

/// Turns the errors of calls into what the screens can show.
public final class ErrorReporter {
    /// The codes after which another attempt may succeed.
    public static let retryable: Set<StatusCode> = [.unavailable, .deadlineExceeded, .aborted]

    public private(set) var lastCode: StatusCode?

    public init() {}

    public func report(_ error: Error) -> GreetingError {
        guard let statusCode = getStatusCode(error) else {
            return .failed(code: .unknown, reason: "\(error)")
        }
        lastCode = statusCode
        switch statusCode {
        case .unavailable:
            return .offline
        case .unauthenticated, .permissionDenied:
            return .signedOut
        default:
            return .failed(code: statusCode, reason: reason(of: error))
        }
    }

    public func shouldRetry(_ error: Error) -> Bool {
        guard let statusCode = getStatusCode(error) else { return false }
        return ErrorReporter.retryable.contains(statusCode)
    }

    /// Returns whether the log knows this number, which came from the server's own log.
    public func isKnown(_ number: Int) -> Bool {
        return StatusCode(rawValue: number) != nil
    }

    /// The code of a failed call, `.unknown` if it failed before the server answered.
    static func code(of error: RPCError) -> StatusCode {
        return error.callResult?.statusCode ?? .unknown
    }

    private func getStatusCode(_ error: Error) -> StatusCode? {
        guard let rpcError = error as? RPCError else { return nil }
        guard let statusCode = rpcError.callResult?.statusCode else { return nil }
        return statusCode
    }

    private func reason(of error: Error) -> String {
        guard let rpcError = error as? RPCError, let message = rpcError.callResult?.statusMessage else {
            return "RPCError without a message"
        }
        return message
    }
}
