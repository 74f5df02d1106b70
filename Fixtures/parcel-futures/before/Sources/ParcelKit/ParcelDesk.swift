import NIOCore

/// What the screens of the app use, with completion handlers.
public final class ParcelDesk {
  private let source: ParcelSource

  public init(source: ParcelSource) {
    self.source = source
  }

  public func find(_ number: String, completion: @escaping (Result<Parcel, Error>) -> Void) {
    source.parcel(number).whenComplete(completion)
  }

  public func place(of number: String, completion: @escaping (String) -> Void) {
    source.parcel(number).whenComplete { result in
      switch result {
      case .success(let parcel):
        completion(parcel.place)
      case .failure(let error):
        completion(explanation(of: error))
      }
    }
  }

  /// The parcel under its former number, or else under this one.
  public func oldest(_ number: String) -> EventLoopFuture<Parcel> {
    source.former(of: number).flatMap { former in
      self.source.parcel(number).map { parcel in
        former ?? parcel
      }
    }
  }

  public func oldestPlace(_ number: String) throws -> String {
    try oldest(number).wait().place
  }
}
