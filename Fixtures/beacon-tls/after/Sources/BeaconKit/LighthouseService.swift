import BeaconAPI
import GRPCCore

/// Where ships are, as seen from the lighthouse.
public final class LighthouseService: Beacon_V1_Lighthouse.SimpleServiceProtocol {
  public init() {}

  public func locate(
    request: Beacon_V1_Ship, context: ServerContext
  ) async throws -> Beacon_V1_Bearing {
    guard !request.name.isEmpty else {
      throw RPCError(code: .invalidArgument, message: "the ship has no name")
    }
    return .with { $0.text = "\(request.name): north" }
  }

  public func follow(
    request: Beacon_V1_Ship,
    response responseStream: RPCWriter<Beacon_V1_Bearing>,
    context: ServerContext
  ) async throws {
    let bearings = ["north", "east"].map { side in
      Beacon_V1_Bearing.with { $0.text = "\(request.name): \(side)" }
    }
    try await responseStream.write(contentsOf: bearings)
  }
}
