import NIOCore

/// Where parcels come from.
public protocol ParcelSource {
  func parcel(_ number: String) async throws -> Parcel
  func former(of number: String) async throws -> Parcel?
}
