import GRPC

/// What went wrong, in words for a terminal.
enum Failure: Error, Equatable {
  case offline
  case unknownShip(StatusCode)
  case other(String)

  init(_ status: GRPCStatus) {
    switch status.code {
    case .unavailable, .deadlineExceeded: self = .offline
    case .notFound: self = .unknownShip(.missing)
    default: self = .other(status.message ?? "no reason given")
    }
  }
}
