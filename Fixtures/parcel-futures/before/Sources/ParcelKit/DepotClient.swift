import GRPC
import NIOCore
import ParcelAPI

/// Asks the depot for parcels.
public final class DepotClient: ParcelSource {
  private let connection: ClientConnection
  let client: Parcel_V1_DepotNIOClient

  public init(host: String, port: Int, group: EventLoopGroup) {
    connection = ClientConnection.insecure(group: group).connect(host: host, port: port)
    client = Parcel_V1_DepotNIOClient(channel: connection)
  }

  public func parcel(_ number: String) -> EventLoopFuture<Parcel> {
    let request = Parcel_V1_Number.with { $0.text = number }
    let call = client.track(request, callOptions: CallOptions(timeLimit: .timeout(.seconds(5))))
    return call.response.map { Parcel($0) }
  }

  /// The parcel under the number that it had before, if it had one.
  public func former(of number: String) -> EventLoopFuture<Parcel?> {
    client.track(.with { $0.text = number }).response.flatMap { found in
      guard !found.former.isEmpty else {
        return self.connection.eventLoop.makeSucceededFuture(nil)
      }
      // Its former number is one that the depot knows.
      return self.parcel(found.former).map { Optional($0) }
    }
  }

  /// The place of a parcel, or what went wrong.
  public func place(of number: String) -> EventLoopFuture<String> {
    parcel(number).map(\.place).recover { error in
      explanation(of: error)
    }
  }

  /// Calls `found` with the parcel, or `failed` with what to tell people.
  public func lookUp(
    _ number: String, found: @escaping (Parcel) -> Void, failed: @escaping (String) -> Void
  ) {
    let call = client.track(.with { $0.text = number })
    call.response.whenSuccess { reply in
      found(Parcel(reply))
    }
    call.response.whenFailure { error in
      failed(explanation(of: error))
    }
  }

  /// The last of the parcels with these numbers.
  public func scan(_ numbers: [String]) throws -> Parcel {
    let call = client.scan()
    for number in numbers {
      call.sendMessage(.with { $0.text = number }, promise: nil)
    }
    call.sendEnd(promise: nil)
    return try Parcel(call.response.wait())
  }

  public func close() throws {
    try connection.close().wait()
  }
}
