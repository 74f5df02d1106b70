import BeaconAPI
import GRPC

/// Where ships are, as seen from the lighthouse.
public final class LighthouseService: Beacon_V1_LighthouseAsyncProvider {
  public init() {}

  public func locate(
    request: Beacon_V1_Ship, context: GRPCAsyncServerCallContext
  ) async throws -> Beacon_V1_Bearing {
    guard !request.name.isEmpty else {
      throw GRPCStatus(code: .invalidArgument, message: "the ship has no name")
    }
    return .with { $0.text = "\(request.name): north" }
  }

  public func follow(
    request: Beacon_V1_Ship,
    responseStream: GRPCAsyncResponseStreamWriter<Beacon_V1_Bearing>,
    context: GRPCAsyncServerCallContext
  ) async throws {
    let bearings = ["north", "east"].map { side in
      Beacon_V1_Bearing.with { $0.text = "\(request.name): \(side)" }
    }
    try await responseStream.send(contentsOf: bearings)
  }
}
