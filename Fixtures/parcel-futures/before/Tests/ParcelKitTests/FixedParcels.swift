import GRPC
import NIOCore
import ParcelKit

/// Parcels that no depot was asked for.
final class FixedParcels: ParcelSource {
  let loop: EventLoop
  let parcels: [String: Parcel]

  init(_ parcels: [Parcel], on loop: EventLoop) {
    self.loop = loop
    self.parcels = Dictionary(uniqueKeysWithValues: parcels.map { ($0.number, $0) })
  }

  func parcel(_ number: String) -> EventLoopFuture<Parcel> {
    guard let parcel = parcels[number] else {
      return loop.makeFailedFuture(GRPCStatus(code: .notFound, message: "nothing under \(number)"))
    }
    return loop.makeSucceededFuture(parcel)
  }

  func former(of number: String) -> EventLoopFuture<Parcel?> {
    loop.makeSucceededFuture(nil)
  }
}
