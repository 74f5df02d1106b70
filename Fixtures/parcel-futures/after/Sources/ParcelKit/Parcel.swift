import GRPCCore
import ParcelAPI

/// A parcel, as the app shows it.
public struct Parcel: Equatable, Sendable {
  public let number: String
  public let place: String

  public init(number: String, place: String) {
    self.number = number
    self.place = place
  }

  init(_ message: Parcel_V1_Parcel) {
    self.init(number: message.number, place: message.place)
  }
}

/// What to tell people about a failed call.
public func explanation(of error: Error) -> String {
  guard let status = error as? RPCError else { return "\(error)" }
  return status.code == .notFound ? "no such parcel" : (status.message.isEmpty
    ? "no reason given"
    : status.message)
}
