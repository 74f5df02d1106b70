import GRPCCore

/// What to tell people about a failed call.
public func explanation(of error: Error) -> String {
  if let status = error as? RPCError {
    switch status.code {
    case .unavailable: return "no connection"
    case .unauthenticated, .permissionDenied: return "sign in again"
    default: return status.message.isEmpty ? "no reason given" : status.message
    }
  }
  return "\(error)"
}

public func isRetryable(_ code: RPCError.Code) -> Bool {
  code == .unavailable || code == .aborted
}
