import Foundation
import SwiftGRPC

/// What can go wrong with a message.
struct MessageError: Error {
    let code: StatusCode
    let message: String?

    init(code: StatusCode, message: String?) {
        self.code = code
        self.message = message
    }

    init(_ error: Error) {
        guard let rpc = error as? RPCError else {
            self.init(code: .unknown, message: "\(error)")
            return
        }
        self.init(code: rpc.callResult?.statusCode ?? .unknown, message: rpc.callResult?.statusMessage)
    }

    /// Whether another try may help.
    var isTemporary: Bool {
        switch code {
        case .unavailable, .deadlineExceeded, .aborted, .resourceExhausted:
            return true
        case .ok, .cancelled, .unknown, .invalidArgument, .notFound, .alreadyExists, .permissionDenied,
             .unauthenticated, .failedPrecondition, .outOfRange, .unimplemented, .internalError, .dataLoss,
             .doNotUse:
            return false
        }
    }
}

/// Says in the user's words what went wrong.
func explanation(of error: Error) -> String {
    switch error {
    case RPCError.timedOut:
        return "The server takes too long"
    case RPCError.callError(let result) where result.statusCode == .unauthenticated:
        return "Sign in again"
    case RPCError.callError(let result):
        return result.statusMessage ?? "Something went wrong"
    default:
        return "Something went wrong"
    }
}

func isOffline(_ error: Error) -> Bool {
    return (error as? SwiftGRPC.RPCError)?.callResult?.statusCode == .unavailable
}

func signedOut(_ work: () throws -> Void) -> Bool {
    do {
        try work()
        return false
    } catch RPCError.callError(let result) where result.statusCode == .unauthenticated {
        return true
    } catch {
        return false
    }
}
