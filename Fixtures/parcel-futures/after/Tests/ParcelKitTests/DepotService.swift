import GRPCCore
import ParcelAPI

/// A depot with two parcels, of which one had another number before.
final class DepotService: Parcel_V1_Depot.SimpleServiceProtocol {
  private let parcels: [String: Parcel_V1_Parcel] = [
    "7": .with { $0.number = "7"; $0.place = "Basel"; $0.former = "3" },
    "3": .with { $0.number = "3"; $0.place = "Bern" },
  ]

  private func find(_ number: String) throws -> Parcel_V1_Parcel {
    guard let parcel = parcels[number] else {
      throw RPCError(code: .notFound, message: "nothing under \(number)")
    }
    return parcel
  }

  func track(
    request: Parcel_V1_Number, context: ServerContext
  ) async throws -> Parcel_V1_Parcel {
    try find(request.text)
  }

  func watch(
    request: Parcel_V1_Number,
    response responseStream: RPCWriter<Parcel_V1_Parcel>,
    context: ServerContext
  ) async throws {
    var number = request.text
    while !number.isEmpty {
      let parcel = try find(number)
      try await responseStream.write(parcel)
      number = parcel.former
    }
  }

  func scan(
    request requestStream: RPCAsyncSequence<Parcel_V1_Number, any Error>,
    context: ServerContext
  ) async throws -> Parcel_V1_Parcel {
    var last = Parcel_V1_Parcel()
    for try await number in requestStream { last = try find(number.text) }
    return last
  }

  func talk(
    request requestStream: RPCAsyncSequence<Parcel_V1_Number, any Error>,
    response responseStream: RPCWriter<Parcel_V1_Parcel>,
    context: ServerContext
  ) async throws {
    for try await number in requestStream {
      try await responseStream.write(find(number.text))
    }
  }
}
