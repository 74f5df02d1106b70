import GRPC
import ParcelAPI

/// A depot with two parcels, of which one had another number before.
final class DepotService: Parcel_V1_DepotAsyncProvider {
  private let parcels: [String: Parcel_V1_Parcel] = [
    "7": .with { $0.number = "7"; $0.place = "Basel"; $0.former = "3" },
    "3": .with { $0.number = "3"; $0.place = "Bern" },
  ]

  private func find(_ number: String) throws -> Parcel_V1_Parcel {
    guard let parcel = parcels[number] else {
      throw GRPCStatus(code: .notFound, message: "nothing under \(number)")
    }
    return parcel
  }

  func track(
    request: Parcel_V1_Number, context: GRPCAsyncServerCallContext
  ) async throws -> Parcel_V1_Parcel {
    try find(request.text)
  }

  func watch(
    request: Parcel_V1_Number,
    responseStream: GRPCAsyncResponseStreamWriter<Parcel_V1_Parcel>,
    context: GRPCAsyncServerCallContext
  ) async throws {
    var number = request.text
    while !number.isEmpty {
      let parcel = try find(number)
      try await responseStream.send(parcel)
      number = parcel.former
    }
  }

  func scan(
    requestStream: GRPCAsyncRequestStream<Parcel_V1_Number>,
    context: GRPCAsyncServerCallContext
  ) async throws -> Parcel_V1_Parcel {
    var last = Parcel_V1_Parcel()
    for try await number in requestStream { last = try find(number.text) }
    return last
  }

  func talk(
    requestStream: GRPCAsyncRequestStream<Parcel_V1_Number>,
    responseStream: GRPCAsyncResponseStreamWriter<Parcel_V1_Parcel>,
    context: GRPCAsyncServerCallContext
  ) async throws {
    for try await number in requestStream {
      try await responseStream.send(find(number.text))
    }
  }
}
