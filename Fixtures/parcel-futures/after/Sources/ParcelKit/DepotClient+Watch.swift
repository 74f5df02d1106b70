import GRPCCore
import ParcelAPI

extension DepotClient {
  /// Calls `onPlace` with each place of the parcel on its way.
  public func watch(
    _ number: String, onPlace: @escaping (String) -> Void,
    completion: @escaping (Error?) -> Void
  ) {
    let call = client.watch(.with { $0.text = number }) { parcel in
      onPlace(parcel.place)
    }
    call.status.whenSuccess { status in
      completion(status.isOk ? nil : status)
    }
  }
}
