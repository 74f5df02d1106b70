import Foundation
import SwiftGRPC

extension Stock.Failure {
  /// The status that a failure of the stock ends a call with.
  var status: ServerStatus {
    switch self {
    case .unknown(let sku):
      return ServerStatus(code: .notFound, message: "no item \(sku)")
    case .shortage(let sku, let missing):
      return ServerStatus(code: .failedPrecondition, message: "\(missing) of \(sku) are missing")
    }
  }
}

/// Turns errors of the stock into statuses.
func told<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let failure as Stock.Failure {
    throw failure.status
  }
}

func isFatal(_ code: StatusCode) -> Bool {
  code == .dataLoss || code == .internalError
}
