import Connect
import Foundation

/// What the screens know about parcels.
public final class TrackingStore {
  private let client: any Parcel_V1_TrackingServiceClientInterface
  private(set) var city: String?

  public init(client: any Parcel_V1_TrackingServiceClientInterface) {
    self.client = client
  }

  public func refresh(_ code: String) async {
    let response = await client.lookup(request: .with { $0.code = code }, headers: [:])
    city = response.message?.city
  }

  /// Tells the city, or why there is none.
  public func describe(_ code: String, _ show: @escaping (String) -> Void) {
    client.lookup(request: .with { $0.code = code }, headers: [:]) { response in
      switch response.result {
      case .success(let place): show(place.city)
      case .failure(let error): show(text(of: error))
      }
    }
  }

  public func upload(_ chunks: [Data]) throws {
    let stream = client.upload(headers: [:]) { result in
      if case .message(let receipt) = result { print(receipt.count) }
    }
    for chunk in chunks { try stream.send(.with { $0.data = chunk }) }
    stream.closeAndReceive()
  }

  public func say(_ text: String) throws {
    let chat = client.chat(headers: [:]) { _ in }
    chat.send(.with { $0.text = text })
    chat.close()
  }
}
