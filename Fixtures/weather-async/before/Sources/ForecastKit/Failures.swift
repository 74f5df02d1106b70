import GRPC

/// What to tell people about a failed call.
public func explanation(of error: Error) -> String {
  if let status = error as? GRPCStatus {
    switch status.code {
    case .unavailable: return "no connection"
    case .unauthenticated, .permissionDenied: return "sign in again"
    default: return status.message ?? "no reason given"
    }
  }
  return "\(error)"
}

public func isRetryable(_ code: GRPCStatus.Code) -> Bool {
  code == .unavailable || code == .aborted
}
