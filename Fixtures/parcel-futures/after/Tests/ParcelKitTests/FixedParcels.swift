import GRPCCore
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

  func parcel(_ number: String) async throws -> Parcel {
    guard let parcel = parcels[number] else {
      throw RPCError(code: .notFound, message: "nothing under \(number)")
    }
    return parcel
  }

  func former(of number: String) async throws -> Parcel? {
    nil
  }
}
