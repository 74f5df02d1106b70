import SwiftGRPC

/// What went wrong, in words for a screen.
enum Failure: Error, Equatable {
  case offline
  case unknownShip
  case other(String)

  init(_ code: StatusCode) {
    switch code {
    case .unavailable, .deadlineExceeded: self = .offline
    case .notFound: self = .unknownShip
    default: self = .other("\(code)")
    }
  }

  init(_ error: Error) {
    guard let error = error as? RPCError, let result = error.callResult else {
      self = .other("\(error)")
      return
    }
    self.init(result.statusCode)
  }
}
