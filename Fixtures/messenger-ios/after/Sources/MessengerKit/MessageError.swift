import Foundation
import GRPC

/// What can go wrong with a message.
struct MessageError: Error {
    let code: GRPCStatus.Code
    let message: String?

    init(code: GRPCStatus.Code, message: String?) {
        self.code = code
        self.message = message
    }

    init(_ error: Error) {
        guard let rpc = error as? GRPCStatus else {
            self.init(code: .unknown, message: "\(error)")
            return
        }
        self.init(code: rpc.code, message: rpc.message)
    }

    /// Whether another try may help.
    var isTemporary: Bool {
        switch code {
        case .unavailable, .deadlineExceeded, .aborted, .resourceExhausted:
            return true
        case .ok, .cancelled, .unknown, .invalidArgument, .notFound, .alreadyExists, .permissionDenied,
             .unauthenticated, .failedPrecondition, .outOfRange, .unimplemented, .internalError, .dataLoss,
             _:
            return false
        }
    }
}

/// Says in the user's words what went wrong.
func explanation(of error: Error) -> String {
    switch error {
    case is GRPCError.RPCTimedOut:
        return "The server takes too long"
    case let result as GRPCStatus where result.code == .unauthenticated:
        return "Sign in again"
    case let result as GRPCStatus:
        return result.message ?? "Something went wrong"
    default:
        return "Something went wrong"
    }
}

func isOffline(_ error: Error) -> Bool {
    return (error as? GRPC.GRPCStatus)?.code == .unavailable
}

func signedOut(_ work: () throws -> Void) -> Bool {
    do {
        try work()
        return false
    } catch let result as GRPCStatus where result.code == .unauthenticated {
        return true
    } catch {
        return false
    }
}
