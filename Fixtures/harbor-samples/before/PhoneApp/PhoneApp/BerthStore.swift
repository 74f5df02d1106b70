import Foundation
import SwiftGRPC

/// Asks the harbor where a ship lies.
final class BerthStore {
  private let client: Harbor_V1_HarborServiceClient
  private let queue = DispatchQueue(label: "berths")

  init(address: () -> String, token: String) {
    client = Harbor_V1_HarborServiceClient(address: address(), secure: true)
    client.timeout = 10
    var metadata = Metadata()
    try? metadata.add(key: "authorization", value: "Bearer \(token)")
    client.metadata = metadata
  }

  /// Calls back on the main queue.
  func berth(of ship: String, completion: @escaping (Result<Harbor_V1_Berth, Failure>) -> Void) {
    var request = Harbor_V1_BerthRequest()
    request.ship = ship
    do {
      _ = try client.getBerth(request) { berth, result in
        DispatchQueue.main.async {
          if let berth = berth {
            completion(.success(berth))
          } else {
            completion(.failure(Failure(result.statusCode)))
          }
        }
      }
    } catch {
      completion(.failure(Failure(error)))
    }
  }
}
