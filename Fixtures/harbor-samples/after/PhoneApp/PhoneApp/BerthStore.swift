import Foundation
import GRPC
import NIOPosix

/// Asks the harbor where a ship lies.
final class BerthStore {
  private var client: Harbor_V1_HarborClient
  private let queue = DispatchQueue(label: "berths")

  init(address: () -> String, token: String) {
    client = Harbor_V1_HarborClient(
      channel: ClientConnection.usingPlatformAppropriateTLS(
        for: PlatformSupport.makeEventLoopGroup(loopCount: 1)
      )
        .connect(host: <#host of address()#>, port: <#port of address()#>),
      defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds(600)))
    )
    client.defaultCallOptions.timeLimit = .timeout(.seconds(10))
    var metadata = CallOptions(timeLimit: .timeout(.seconds(600)))
    metadata.customMetadata.add(name: "authorization", value: "Bearer \(token)")
    client.defaultCallOptions.customMetadata = metadata.customMetadata
  }

  /// Calls back on the main queue.
  func berth(of ship: String, completion: @escaping (Result<Harbor_V1_Berth, Failure>) -> Void) {
    var request = Harbor_V1_BerthRequest()
    request.ship = ship
    do {
      let call = client.getBerth(request)
      call.response.map { Optional($0) }
        .recover { _ in nil }
        .and(call.status)
        .whenSuccess { berth, result in
          DispatchQueue.main.async {
            if let berth = berth {
              completion(.success(berth))
            } else {
              completion(.failure(Failure(result.code)))
            }
          }
        }
    } catch {
      completion(.failure(Failure(error)))
    }
  }
}
