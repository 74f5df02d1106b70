import Foundation
import GRPC

extension Stock.Failure {
  /// The status that a failure of the stock ends a call with.
  var status: GRPCStatus {
    switch self {
    case .unknown(let sku):
      return GRPCStatus(code: .notFound, message: "no item \(sku)")
    case .shortage(let sku, let missing):
      return GRPCStatus(code: .failedPrecondition, message: "\(missing) of \(sku) are missing")
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

func isFatal(_ code: GRPCStatus.Code) -> Bool {
  code == .dataLoss || code == .internalError
}
