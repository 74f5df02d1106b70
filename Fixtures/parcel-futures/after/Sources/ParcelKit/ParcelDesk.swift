import NIOCore

/// What the screens of the app use, with completion handlers.
public final class ParcelDesk {
  private let source: ParcelSource

  public init(source: ParcelSource) {
    self.source = source
  }

  public func find(_ number: String, completion: @escaping (Result<Parcel, Error>) -> Void) {
    Task {
      let result: Result<Parcel, any Error>
      do {
        result = .success(try await source.parcel(number))
      } catch {
        result = .failure(error)
      }
      completion(result)
    }
  }

  public func place(of number: String, completion: @escaping (String) -> Void) {
    Task {
      do {
        let parcel = try await source.parcel(number)
        completion(parcel.place)
      } catch {
        completion(explanation(of: error))
      }
    }
  }

  /// The parcel under its former number, or else under this one.
  public func oldest(_ number: String) async throws -> Parcel {
    let former = try await source.former(of: number)
    let parcel = try await self.source.parcel(number)
    return former ?? parcel
  }

  public func oldestPlace(_ number: String) async throws -> String {
    try await oldest(number).place
  }
}
