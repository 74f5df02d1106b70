import GRPCCore
import GRPCNIOTransportHTTP2
import ParcelAPI

extension DepotClient {
  /// Calls `onPlace` with each place of the parcel on its way.
  public func watch(
    _ number: String, onPlace: @escaping (String) -> Void,
    completion: @escaping (Error?) -> Void
  ) {
    Task {
      do {
        try await client.watch(.with { $0.text = number }) { response in
          for try await parcel in response.messages { onPlace(parcel.place) }
        }
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }
}
