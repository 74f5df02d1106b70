import NIOCore

/// Where parcels come from.
public protocol ParcelSource {
  func parcel(_ number: String) -> EventLoopFuture<Parcel>
  func former(of number: String) -> EventLoopFuture<Parcel?>
}
