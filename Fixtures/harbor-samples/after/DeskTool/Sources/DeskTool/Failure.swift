import GRPCCore

/// What went wrong, in words for a terminal.
enum Failure: Error, Equatable {
  case offline
  case unknownShip(StatusCode)
  case other(String)

  init(_ status: GRPCCore.RPCError) {
    switch status.code {
    case .unavailable, .deadlineExceeded: self = .offline
    case .notFound: self = .unknownShip(.missing)
    default: self = .other(status.message.isEmpty ? "no reason given" : status.message)
    }
  }
}
